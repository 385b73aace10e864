package import System

/// Reads the bytes of a trace before decompression, counts them and computes their hash.
package struct StoredBytes: ~Copyable {
  private let path: String
  private let file: OpenFile?
  private var memory: ArraySlice<UInt8>
  /// The maximum number of bytes that one read returns.
  ///
  /// Tests use it to simulate a pipe.
  private let mostAtOnce: Int
  private let hash = StreamDigest()

  /// The number of bytes of the trace that were read so far, before decompression.
  package private(set) var count = 0

  /// The XXH3-128 hash of the trace's bytes before decompression that were read so far, as 32 hexadecimal digits.
  package var digest: String { hash.text }

  /// Opens a regular file, or standard input for `-`.
  ///
  /// - Parameter orPipe: whether the file may be a pipe, because the user named it.
  package init(path: String, orPipe: Bool = false) throws(TraceError) {
    self.path = path
    do throws(FileFault) {
      file = try OpenFile(path: path, orPipe: orPipe)
    } catch {
      throw TraceError(error, path: path)
    }
    memory = []
    mostAtOnce = .max
  }

  /// Creates a reader of a trace whose bytes are already in memory instead of in a file.
  ///
  /// - Parameter mostAtOnce: the maximum number of bytes per read, at least 1.
  package init(bytes: [UInt8], mostAtOnce: Int = .max) {
    path = ""
    file = nil
    memory = bytes[...]
    self.mostAtOnce = mostAtOnce
  }

  /// Reads the next bytes of the trace into a buffer, without decompressing them.
  ///
  /// - Parameter buffer: must not be empty.
  /// - Returns: the number of bytes, 0 at the end.
  package mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(TraceError) -> Int {
    let length: Int
    switch file {
    case .some(let file):
      do throws(FileFault) {
        length = try file.read(into: buffer)
      } catch {
        throw TraceError(error, path: path)
      }
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

extension TraceError {
  /// The error for a file that cannot be opened or read.
  package init(_ fault: FileFault, path: String) {
    self =
      switch fault {
      case .notFound: .notFound(path: path)
      case .isFolder: .isDirectory(path: path)
      case .isSpecial:
        .unreadable(
          path: path,
          reason: "it is a pipe, a socket or a device; only a pipe that you name as a trace is read"
        )
      case .interrupted: .unreadable(path: path, reason: "a signal ended the wait for its data")
      case .other(let reason): .unreadable(path: path, reason: reason)
      }
  }
}
