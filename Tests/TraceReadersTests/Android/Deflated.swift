/// A zlib stream that expands almost 160-fold, made without the library under test.
///
/// It has one block with the fixed codes (RFC 1951, 3.2.6) in the format of RFC 1950.
struct Deflated {
  private var bytes: [UInt8] = [0x78, 0x01]
  private var bits: UInt64 = 0
  private var count = 0

  /// A compressed packet that declares a length of a terabyte, and its first zeros.
  ///
  /// - Parameter copies: the number of copies of 258 zeros, which take 13 bits each.
  static func packet(of copies: Int) -> [UInt8] {
    var stream = Deflated()
    stream.put(0b011, 3)
    for byte in [10] + Wire.varint(1 << 40) + [0] { stream.put(literal: byte) }
    for _ in 0..<copies {
      stream.put(code: 0b1100_0101, 8)  // a copy of 258 bytes
      stream.put(code: 0, 5)  // at distance 1
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

  /// Appends a number, lowest bit first.
  private mutating func put(_ number: UInt64, _ length: Int) {
    bits |= number << UInt64(count)
    count += length
    while count >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
      count -= 8
    }
  }

  /// Appends a code, highest bit first.
  private mutating func put(code: UInt64, _ length: Int) {
    for bit in (0..<length).reversed() { put(code >> UInt64(bit) & 1, 1) }
  }
}
