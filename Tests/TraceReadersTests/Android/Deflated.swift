/// A compressed stream that grows almost 160-fold, made without the library that is tested.
///
/// One block with the codes that the specification fixes (RFC 1951, 3.2.6) in the frame of RFC 1950.
struct Deflated {
  private var bytes: [UInt8] = [0x78, 0x01]
  private var bits: UInt64 = 0
  private var count = 0

  /// A packet that says it is a terabyte long, and its first zeros.
  ///
  /// - Parameter copies: of 258 zeros, in 13 bits each.
  /// - Returns: the compressed stream.
  static func packet(of copies: Int) -> [UInt8] {
    var stream = Deflated()
    stream.put(0b011, 3)
    for byte in [10] + Wire.varint(1 << 40) + [0] { stream.put(literal: byte) }
    for _ in 0..<copies {
      stream.put(code: 0b1100_0101, 8)  // a copy of 258 bytes
      stream.put(code: 0, 5)  // from the byte before
    }
    stream.put(code: 0, 7)
    stream.put(0, 7)
    return stream.bytes
  }

  private mutating func put(literal byte: UInt8) {
    if byte < 144 {
      put(code: 0b0011_0000 + UInt64(byte), 8)
    } else {
      put(code: 0b1_1001_0000 + UInt64(byte - 144), 9)
    }
  }

  /// Numbers stand with their lowest bit first.
  private mutating func put(_ number: UInt64, _ length: Int) {
    bits |= number << UInt64(count)
    count += length
    while count >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
      count -= 8
    }
  }

  /// Codes stand with their highest bit first.
  private mutating func put(code: UInt64, _ length: Int) {
    for bit in (0..<length).reversed() { put(code >> UInt64(bit) & 1, 1) }
  }
}
