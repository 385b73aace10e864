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
