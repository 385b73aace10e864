/// Up to 128 numbers: each as its distance from a reference in so many bits, and the few that do not fit
/// beside them, so that one hitch does not widen its neighbours.
enum PackedBlock {
  /// Numbers in a block, but for the last.
  static let length = 128

  /// Bytes that a block has at least: width, number of exceptions, reference.
  static let leastBytes = 3

  /// Room for 128 numbers of 64 bits, and for reading nine bytes at the last of them.
  private static let scratchBytes = length * 8 + 16

  static func pack(_ values: UnsafeBufferPointer<Int64>, into writer: inout ByteWriter) {
    let plan = BlockPlan.best(for: values)
    writer.put(UInt8(plan.width))
    writer.put(UInt8(plan.exceptions))
    writer.put(signed: plan.reference)
    withUnsafeTemporaryAllocation(byteCount: scratchBytes, alignment: 8) { scratch in
      let bytes = packBits(values, plan: plan, into: scratch)
      writer.put(raw: UnsafeRawBufferPointer(rebasing: scratch[..<bytes]))
    }
    if plan.exceptions > 0 { putExceptions(values, plan: plan, into: &writer) }
  }

  /// Fills the words one after the other, lowest bits first.
  private static func packBits(
    _ values: UnsafeBufferPointer<Int64>, plan: BlockPlan,
    into scratch: UnsafeMutableRawBufferPointer
  ) -> Int {
    var word: UInt64 = 0
    var used = 0
    var offset = 0
    for value in values {
      let distance = UInt64(bitPattern: value &- plan.reference)
      let bits = plan.fits(distance) ? distance : 0
      word |= bits << UInt64(used)
      used += plan.width
      if used >= 64 {
        scratch.storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt64.self)
        offset += 8
        used -= 64
        word = used == 0 ? 0 : bits >> UInt64(plan.width - used)
      }
    }
    scratch.storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt64.self)
    return byteCount(of: values.count, width: plan.width)
  }

  private static func putExceptions(
    _ values: UnsafeBufferPointer<Int64>, plan: BlockPlan, into writer: inout ByteWriter
  ) {
    for index in values.indices {
      let distance = values[index] &- plan.reference
      guard !plan.fits(UInt64(bitPattern: distance)) else { continue }
      writer.put(UInt8(index))
      writer.put(signed: distance)
    }
  }

  static func unpack(
    from reader: inout ByteReader, into values: inout [Int64], at range: Range<Int>
  ) throws(PackingProblem) {
    let width = Int(try reader.byte())
    let exceptions = try reader.byte()
    let reference = try reader.signed()
    guard width <= 64 else { throw .outOfRange }
    try unpackBits(from: &reader, into: &values, at: range, width: width, reference: reference)
    for _ in 0..<exceptions {
      let index = Int(try reader.byte())
      guard index < range.count else { throw .outOfRange }
      values[range.lowerBound + index] = reference &+ (try reader.signed())
    }
  }

  private static func unpackBits(
    from reader: inout ByteReader, into values: inout [Int64], at range: Range<Int>, width: Int,
    reference: Int64
  ) throws(PackingProblem) {
    let bytes = byteCount(of: range.count, width: width)
    let problem = withUnsafeTemporaryAllocation(byteCount: scratchBytes, alignment: 8) {
      (scratch) -> PackingProblem? in
      do throws(PackingProblem) {
        try reader.copy(bytes, to: scratch)
      } catch {
        return error
      }
      values.withUnsafeMutableBufferPointer { all in
        let target = UnsafeMutableBufferPointer(rebasing: all[range])
        let source = UnsafeRawBufferPointer(scratch)
        if width <= 56 {
          spread(source, into: target, width: width, reference: reference)
        } else {
          spreadWide(source, into: target, width: width, reference: reference)
        }
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
