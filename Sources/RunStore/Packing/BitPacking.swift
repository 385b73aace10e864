/// Numbers of up to 64 bits, one after the other, lowest bits first.
///
/// Bits are moved through a scratch of so many bytes that eight can be read at any of them.
enum BitPacking {
  /// Numbers that the scratch has room for.
  static let capacity = 256

  /// Room for that many numbers of 64 bits, and for reading nine bytes at the last of them.
  private static let scratchBytes = capacity * 8 + 16

  /// Appends the lowest `width` bits of each number; other bits have to be 0.
  @inline(__always)
  static func pack(
    _ count: Int, width: Int, into writer: inout ByteWriter, number: (Int) -> UInt64
  ) {
    withUnsafeTemporaryAllocation(byteCount: scratchBytes, alignment: 8) { scratch in
      fill(scratch, count: count, width: width, number: number)
      let bytes = byteCount(of: count, width: width)
      writer.put(raw: UnsafeRawBufferPointer(rebasing: scratch[..<bytes]))
    }
  }

  /// Fills the words one after the other.
  @inline(__always)
  private static func fill(
    _ scratch: UnsafeMutableRawBufferPointer, count: Int, width: Int, number: (Int) -> UInt64
  ) {
    var word: UInt64 = 0
    var used = 0
    var offset = 0
    for index in 0..<count {
      let bits = number(index)
      word |= bits &<< UInt64(used)
      used += width
      if used >= 64 {
        scratch.storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt64.self)
        offset += 8
        used -= 64
        word = used == 0 ? 0 : bits >> UInt64(width - used)
      }
    }
    scratch.storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt64.self)
  }

  /// Reads as many numbers as the target has room for, and adds a reference to each.
  static func unpack(
    from reader: inout ByteReader, into target: UnsafeMutableBufferPointer<Int64>, width: Int,
    reference: Int64
  ) throws(PackingProblem) {
    let bytes = byteCount(of: target.count, width: width)
    let problem = withUnsafeTemporaryAllocation(byteCount: scratchBytes, alignment: 8) {
      (scratch) -> PackingProblem? in
      do throws(PackingProblem) {
        try reader.copy(bytes, to: scratch)
      } catch {
        return error
      }
      let source = UnsafeRawBufferPointer(scratch)
      if width <= 56 {
        spread(source, into: target, width: width, reference: reference)
      } else {
        spreadWide(source, into: target, width: width, reference: reference)
      }
      return nil
    }
    if let problem { throw problem }
  }

  /// A number of at most 56 bits lies within the eight bytes it begins in.
  private static func spread(
    _ source: UnsafeRawBufferPointer, into target: UnsafeMutableBufferPointer<Int64>, width: Int,
    reference: Int64
  ) {
    let mask = (UInt64(1) << UInt64(width)) &- 1
    var bit = 0
    for index in target.indices {
      let word = UInt64(
        littleEndian: source.loadUnaligned(fromByteOffset: bit >> 3, as: UInt64.self))
      target[index] = reference &+ Int64(bitPattern: (word &>> UInt64(bit & 7)) & mask)
      bit &+= width
    }
  }

  private static func spreadWide(
    _ source: UnsafeRawBufferPointer, into target: UnsafeMutableBufferPointer<Int64>, width: Int,
    reference: Int64
  ) {
    let mask = width == 64 ? UInt64.max : (UInt64(1) << UInt64(width)) - 1
    for index in target.indices {
      let (byte, shift) = ((index * width) >> 3, UInt64((index * width) & 7))
      let low = UInt64(littleEndian: source.loadUnaligned(fromByteOffset: byte, as: UInt64.self))
      let high = UInt64(source[byte + 8])
      let bits = (low >> shift) | (high << (64 - shift))
      target[index] = reference &+ Int64(bitPattern: bits & mask)
    }
  }

  private static func byteCount(of count: Int, width: Int) -> Int {
    (count * width + 7) / 8
  }
}
