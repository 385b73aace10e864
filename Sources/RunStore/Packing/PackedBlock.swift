/// Up to 256 numbers, each as its distance from a reference, and the few that are too far away beside
/// them, so that one hitch does not widen its neighbours.
///
/// Distances are all of one width, or in Golomb and Rice's code, whichever takes less.
enum PackedBlock {
  /// Numbers in a block, but for the last.
  static let length = 256

  /// The same in columns that earlier versions packed.
  static let formerLength = 128

  /// Bytes that a block has at least: form, number of exceptions, reference.
  static let leastBytes = 3

  /// Added to the bits of a distance that are not in unary, to tell the code from a width.
  private static let riceMark: UInt8 = 128

  /// Widths up to this are not worth a look at the other code, which takes a bit more than one for each number.
  private static let narrow = 2

  static func pack(_ values: UnsafeBufferPointer<Int64>, into writer: inout ByteWriter) {
    let spread = BlockSpread(of: values)
    let plan = BlockPlan.best(for: values, spread: spread)
    if plan.width > narrow {
      let rice = RicePlan(for: values, spread: spread)
      if rice.cost < plan.cost, let exceptions = UInt8(exactly: rice.exceptions) {
        writer.put(riceMark + UInt8(rice.low))
        writer.put(exceptions)
        return pack(values, plan: rice, into: &writer)
      }
    }
    writer.put(UInt8(plan.width))
    writer.put(UInt8(plan.exceptions))
    pack(values, plan: plan, into: &writer)
  }

  private static func pack(
    _ values: UnsafeBufferPointer<Int64>, plan: BlockPlan, into writer: inout ByteWriter
  ) {
    writer.put(signed: plan.reference)
    BitPacking.pack(values.count, width: plan.width, into: &writer) {
      plan.distance(of: values[$0]) ?? 0
    }
    guard plan.exceptions > 0 else { return }
    put(values, from: plan.reference, into: &writer) { plan.distance(of: $0) == nil }
  }

  private static func pack(
    _ values: UnsafeBufferPointer<Int64>, plan: RicePlan, into writer: inout ByteWriter
  ) {
    writer.put(signed: plan.reference)
    let low = UInt64(plan.low)
    let mask = (UInt64(1) << low) - 1
    BitPacking.pack(values.count, width: plan.low, into: &writer) {
      (plan.distance(of: values[$0]) ?? 0) & mask
    }
    QuotientBits.pack(values.count, into: &writer) {
      (plan.distance(of: values[$0]) ?? 0) &>> low
    }
    guard plan.exceptions > 0 else { return }
    put(values, from: plan.reference, into: &writer) { plan.distance(of: $0) == nil }
  }

  /// Appends those of the numbers that are exceptions.
  private static func put(
    _ values: UnsafeBufferPointer<Int64>, from reference: Int64, into writer: inout ByteWriter,
    where isException: (Int64) -> Bool
  ) {
    for index in values.indices where isException(values[index]) {
      writer.put(UInt8(index))
      writer.put(signed: values[index] &- reference)
    }
  }

  /// Reads as many numbers as the target has room for.
  static func unpack(
    from reader: inout ByteReader, into target: UnsafeMutableBufferPointer<Int64>
  ) throws(PackingProblem) {
    let form = try reader.byte()
    let exceptions = try reader.byte()
    let reference = try reader.signed()
    switch form {
    case 0...64:
      try BitPacking.unpack(
        from: &reader, into: target, width: Int(form), reference: reference)
    case riceMark..<riceMark + 64:
      try unpack(from: &reader, into: target, low: Int(form - riceMark), reference: reference)
    default: throw .outOfRange
    }
    for _ in 0..<exceptions {
      let index = Int(try reader.byte())
      guard index < target.count else { throw .outOfRange }
      target[index] = reference &+ (try reader.signed())
    }
  }

  private static func unpack(
    from reader: inout ByteReader, into target: UnsafeMutableBufferPointer<Int64>, low: Int,
    reference: Int64
  ) throws(PackingProblem) {
    try BitPacking.unpack(from: &reader, into: target, width: low, reference: 0)
    try QuotientBits.unpack(from: &reader, above: target, shift: low)
    for index in target.indices {
      target[index] = reference &+ RicePlan.unfolded(UInt64(bitPattern: target[index]))
    }
  }
}
