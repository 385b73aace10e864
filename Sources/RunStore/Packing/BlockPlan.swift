/// How a block is packed in one width: from which reference, in how many bits.
struct BlockPlan {
  /// What distances are measured from.
  let reference: Int64
  /// Bits of a distance, 0 to 64.
  let width: Int
  /// How many distances do not fit.
  let exceptions: Int
  /// Bits that the block takes, about.
  let cost: Int

  /// The distance of a number; `nil` when it is an exception.
  func distance(of value: Int64) -> UInt64? {
    let distance = UInt64(bitPattern: value &- reference)
    return 64 - distance.leadingZeroBitCount <= width ? distance : nil
  }

  /// Compares the plans that start at the smallest number, and at the smallest that is near the others.
  ///
  /// The very smallest may be an exception itself: the short frame that follows a hitch.
  ///
  /// - Parameters:
  ///   - values: the block, of which there has to be a number.
  ///   - spread: of the same block.
  /// - Returns: the cheaper plan.
  static func best(for values: UnsafeBufferPointer<Int64>, spread: BlockSpread) -> BlockPlan {
    var (smallest, near) = (Int64.max, Int64.max)
    for value in values {
      smallest = min(smallest, value)
      if value < near, spread.isNear(value) { near = value }
    }
    let plan = BlockPlan(for: values, from: smallest)
    guard near > smallest else { return plan }
    let other = BlockPlan(for: values, from: near)
    return other.cost < plan.cost ? other : plan
  }

  private init(for values: UnsafeBufferPointer<Int64>, from reference: Int64) {
    self.reference = reference
    (width, exceptions, cost) = withUnsafeTemporaryAllocation(of: Int32.self, capacity: 65) {
      histogram in
      histogram.initialize(repeating: 0)
      for value in values {
        let distance = UInt64(bitPattern: value &- reference)
        histogram[64 - distance.leadingZeroBitCount] += 1
      }
      return Self.cheapest(UnsafeBufferPointer(histogram), count: values.count)
    }
  }

  /// Tries every width from the widest down, turning numbers into exceptions on the way.
  private static func cheapest(
    _ histogram: UnsafeBufferPointer<Int32>, count: Int
  ) -> (width: Int, exceptions: Int, cost: Int) {
    var best = (width: 64, exceptions: 0, cost: 64 * count)
    var exceptions = 0
    var exceptionCost = 0
    for width in stride(from: 64, through: 0, by: -1) {
      let cost = width * count + exceptionCost
      if cost < best.cost { best = (width, exceptions, cost) }
      let here = Int(histogram[width])
      exceptions += here
      exceptionCost += here * (16 + 8 * (min(width, 40) / 7))
    }
    return best
  }
}
