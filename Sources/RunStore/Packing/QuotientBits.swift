/// Small numbers in unary: as many zero bits as the number says, then a one, from the lowest bits up.
enum QuotientBits {
  /// Numbers have to be less than this.
  static let limit: UInt64 = 32

  /// Room for the bits of a whole block, each number the greatest there is.
  private static let scratchBytes = BitPacking.capacity * Int(limit) / 8

  /// Appends numbers, and fills up to a whole byte.
  @inline(__always)
  static func pack(
    _ count: Int, into writer: inout ByteWriter, number: (Int) -> UInt64
  ) {
    withUnsafeTemporaryAllocation(byteCount: scratchBytes, alignment: 8) { scratch in
      scratch.initializeMemory(as: UInt8.self, repeating: 0)
      var end = 0
      for index in 0..<count {
        end += Int(number(index)) + 1
        scratch[(end - 1) >> 3] |= 1 << UInt8((end - 1) & 7)
      }
      writer.put(raw: UnsafeRawBufferPointer(rebasing: scratch[..<((end + 7) >> 3)]))
    }
  }

  /// Reads as many numbers as the target has entries, and adds each to its entry, `shift` bits higher.
  static func unpack(
    from reader: inout ByteReader, above target: UnsafeMutableBufferPointer<Int64>, shift: Int
  ) throws(PackingProblem) {
    try reader.advance { bytes in
      var (word, wordStart, next, end) = (UInt64(0), 0, 0, 0)
      for index in target.indices {
        while word == 0 {
          guard next < bytes.count else { return nil }
          word = self.word(at: next, of: bytes)
          wordStart = next &* 8
          next &+= 8
        }
        let one = wordStart &+ word.trailingZeroBitCount
        word &= word &- 1
        target[index] |= Int64(truncatingIfNeeded: one &- end) &<< Int64(truncatingIfNeeded: shift)
        end = one &+ 1
      }
      return (end + 7) >> 3
    }
  }

  /// Eight bytes, with zeros for those behind the end.
  private static func word(at offset: Int, of bytes: UnsafeRawBufferPointer) -> UInt64 {
    guard offset + 8 > bytes.count else {
      return UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
    return bytes[offset...].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
