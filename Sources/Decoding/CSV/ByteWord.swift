/// Looks at eight bytes at once.
enum ByteWord {
  /// Marks the bytes of a word that equal a byte.
  ///
  /// - Parameters:
  ///   - byte: looked for.
  ///   - word: eight bytes, the first in the lowest bits.
  /// - Returns: a word with the highest bit of every such byte set, and no other.
  @inline(__always)
  static func positions(of byte: UInt8, in word: UInt64) -> UInt64 {
    let lowBits: UInt64 = 0x7f7f_7f7f_7f7f_7f7f
    let difference = word ^ (0x0101_0101_0101_0101 &* UInt64(byte))
    // The sum reaches a byte's highest bit unless its lower seven bits are all 0; it never carries on.
    return ~(((difference & lowBits) &+ lowBits) | difference | lowBits)
  }

  /// Eight bits for eight marks, the first in the lowest.
  @inline(__always)
  static func bits(of marks: UInt64) -> UInt64 {
    // Each mark is moved to its own place in the highest byte, and no two sums meet.
    ((marks >> 7) &* 0x0102_0408_1020_4080) >> 56
  }

  /// Position of the first marked byte; 8 where there is none.
  @inline(__always)
  static func offset(ofFirst marks: UInt64) -> Int { marks.trailingZeroBitCount >> 3 }
}
