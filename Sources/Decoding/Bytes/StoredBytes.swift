internal import CXXHash
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

  /// The number of bytes of the whole trace before decompression; 0 if it is unknown, as for a pipe.
  var size: Int {
    switch file {
    case .some(let file): file.size
    case .none: count + memory.count
    }
  }

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

/// Reads a small file such as `run.json` into memory.
///
/// - Returns: its text as UTF-8 without a byte order mark, and the hash of the bytes as stored.
/// - Throws: if the file cannot be read or is larger than 16 MiB.
package func smallFile(_ path: String) throws(TraceError) -> (bytes: [UInt8], digest: String) {
  let limit = 1 << 24
  var stored = try StoredBytes(path: path)
  let buffer = ByteBuffer(capacity: 1 << 16)
  var bytes: [UInt8] = []
  while bytes.count <= limit {
    let count = try stored.read(into: buffer.part(from: 0, count: buffer.capacity))
    if count == 0 { break }
    bytes += UnsafeBufferPointer(start: buffer.start, count: count)
  }
  guard bytes.count <= limit else {
    throw .description(path: path, at: nil, .notJSON(reason: "over 16 MiB"))
  }
  return (inUTF8(bytes), stored.digest)
}

/// Converts the text of a file from UTF-16, which editors on Windows write, to UTF-8, and removes a byte order mark.
private func inUTF8(_ bytes: [UInt8]) -> [UInt8] {
  if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
  let isLittle = bytes.starts(with: [0xFF, 0xFE])
  guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else { return bytes }
  let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
    let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
    return isLittle ? second << 8 | first : first << 8 | second
  }
  return Array(String(decoding: units, as: UTF16.self).utf8)
}

/// The XXH3-128 hash of bytes that arrive in parts.
package struct StreamDigest: ~Copyable {
  private let state: OpaquePointer?

  package init() {
    state = XXH3_createState()
    XXH3_128bits_reset(state)
  }

  deinit { XXH3_freeState(state) }

  /// Adds the next bytes of a stream to its hash.
  package func update(_ bytes: UnsafeRawBufferPointer) {
    XXH3_128bits_update(state, bytes.baseAddress, bytes.count)
  }

  /// The XXH3-128 hash of all bytes of the stream so far, as 32 hexadecimal digits.
  package var text: String {
    let hash = XXH3_128bits_digest(state)
    return Self.hexadecimal(hash.high64) + Self.hexadecimal(hash.low64)
  }

  private static func hexadecimal(_ word: UInt64) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
