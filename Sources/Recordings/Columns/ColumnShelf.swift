/// A part of a column that is full: in a file, or in memory where no file takes it.
struct ColumnShelf: Sendable {
  /// How long it is.
  let byteCount: Int
  private let place: Place

  private enum Place {
    case memory(ColumnMemory)
    case file(ColumnFile, start: Int)
  }

  /// Puts bytes away.
  ///
  /// - Parameters:
  ///   - bytes: the part.
  ///   - file: where it goes if it can.
  init(_ bytes: UnsafeRawBufferPointer, to file: ColumnFile) {
    byteCount = bytes.count
    if let start = file.append(bytes) {
      place = .file(file, start: start)
    } else {
      place = .memory(ColumnMemory(copying: bytes))
    }
  }

  /// Whether it is in a file.
  var isInFile: Bool {
    switch place {
    case .memory: false
    case .file: true
    }
  }

  /// Makes its bytes readable at an address: fails for want of memory.
  func fill(_ target: UnsafeMutableRawBufferPointer) -> Bool {
    switch place {
    case .memory(let memory):
      target.copyMemory(from: UnsafeRawBufferPointer(start: memory.start, count: byteCount))
      return true
    case .file(let file, let start): return file.map(from: start, to: target)
    }
  }

  /// Copies its bytes to an address: fails where the file cannot be read.
  func read(into target: UnsafeMutableRawBufferPointer) -> Bool {
    guard case .file(let file, let start) = place else { return fill(target) }
    return file.read(from: start, into: target)
  }
}
