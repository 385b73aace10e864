/// The bytes of a trace as they are stored, hashed and counted on their way.
package struct StoredBytes: ~Copyable {
  private let file: OpenFile?
  private var memory: ArraySlice<UInt8>
  /// Bytes that one read gives out at most: a pipe gives out fewer than were asked for.
  private let mostAtOnce: Int
  private let hash = StreamDigest()

  /// Number of bytes given out so far.
  package private(set) var count = 0

  /// The XXH3-128 hash of the bytes given out so far, as 32 hexadecimal digits.
  package var digest: String { hash.text }

  /// Opens a file, or standard input for `-`.
  ///
  /// - Parameter path: the file.
  /// - Throws: when it cannot be read.
  package init(path: String) throws(TraceError) {
    file = try OpenFile(path: path)
    memory = []
    mostAtOnce = .max
  }

  /// Takes bytes that are in memory already.
  ///
  /// - Parameters:
  ///   - bytes: the whole trace.
  ///   - mostAtOnce: bytes that one read gives out at most, as a slow pipe would; at least 1.
  package init(bytes: [UInt8], mostAtOnce: Int = .max) {
    file = nil
    memory = bytes[...]
    self.mostAtOnce = mostAtOnce
  }

  /// Gives out what comes next.
  ///
  /// - Parameter buffer: where the bytes go; not empty.
  /// - Returns: how many came, 0 at the end.
  /// - Throws: when the file cannot be read on.
  package mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(TraceError) -> Int {
    let length: Int
    switch file {
    case .some(let file): length = try file.read(into: buffer)
    case .none:
      length = min(buffer.count, memory.count, mostAtOnce)
      buffer.copyBytes(from: memory.prefix(length))
      memory = memory.dropFirst(length)
    }
    hash.update(UnsafeRawBufferPointer(rebasing: buffer[..<length]))
    count += length
    return length
  }
}
