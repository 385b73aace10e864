/// Reads a file that is held in memory as a whole, such as `run.json`.
///
/// - Parameter path: the file.
/// - Returns: its bytes, without a byte order mark, and the hash of them as they are stored.
/// - Throws: when it cannot be read, or has over 16 MiB.
func smallFile(_ path: String) throws(TraceError) -> (bytes: [UInt8], digest: String) {
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
  let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
  return (hasMark ? Array(bytes.dropFirst(3)) : bytes, stored.digest)
}
