internal import CZlib

/// Compression by zlib, for what packs no better.
enum Deflate {
  static func compress(_ bytes: [UInt8]) -> [UInt8] {
    let bound = compressBound(uLong(bytes.count))
    return [UInt8](unsafeUninitializedCapacity: Int(bound)) { target, count in
      var size = bound
      let code = compress2(
        target.baseAddress, &size, bytes, uLong(bytes.count), Z_DEFAULT_COMPRESSION)
      count = code == Z_OK ? Int(size) : 0
    }
  }

  /// Expands bytes whose size is known; refuses any other size.
  static func expand(_ bytes: [UInt8], to size: Int) throws(PackingProblem) -> [UInt8] {
    // No deflate stream expands by more than 1,032 times, so a greater size is not worth room for it.
    guard size / 1_032 <= bytes.count else { throw .outOfRange }
    let expanded = [UInt8](unsafeUninitializedCapacity: max(size, 1)) { target, count in
      var length = uLong(size)
      let code = uncompress(target.baseAddress, &length, bytes, uLong(bytes.count))
      count = code == Z_OK ? Int(length) : 0
    }
    guard expanded.count == size else { throw .notDeflated }
    return expanded
  }
}
