internal import CXXHash

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
