/// Reads the bytes of a trace before decompression, counts them and computes their hash.
package struct StoredBytes: ~Copyable {
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

  /// Opens a trace file, or standard input for `-`.
  package init(path: String) throws(TraceError) {
    file = try OpenFile(path: path)
    memory = []
    mostAtOnce = .max
  }

  /// Creates a reader of a trace whose bytes are already in memory instead of in a file.
  ///
  /// - Parameter mostAtOnce: the maximum number of bytes per read, at least 1.
  package init(bytes: [UInt8], mostAtOnce: Int = .max) {
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
