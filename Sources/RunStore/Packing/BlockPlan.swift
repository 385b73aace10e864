/// How a block is packed: from which reference, in how many bits.
struct BlockPlan {
  /// What distances are measured from.
  let reference: Int64
  /// Bits of a distance, 0 to 64.
  let width: Int
  /// How many distances do not fit.
  let exceptions: Int
  /// Bits that the block takes, about.
  private let cost: Int

  /// Whether a distance is packed with the others.
  func fits(_ distance: UInt64) -> Bool {
    64 - distance.leadingZeroBitCount <= width
  }

  /// The cheapest of the plans that start at one of the smallest numbers.
  ///
  /// The very smallest may be an exception itself: the short frame that follows a hitch.
  static func best(for values: UnsafeBufferPointer<Int64>) -> BlockPlan {
    let smallest = smallest(of: values)
    var best = BlockPlan(for: values, from: smallest.0)
    for reference in [smallest.1, smallest.2] {
      // A reference that is hardly higher saves no bit.
      let gain = UInt64(bitPattern: reference &- best.reference)
      guard gain > 0, 64 - gain.leadingZeroBitCount > best.width - 4 else { continue }
      let plan = BlockPlan(for: values, from: reference)
      if plan.cost < best.cost { best = plan }
    }
    return best
  }

  /// The smallest number, and the next two, which may be equal to it.
  private static func smallest(of values: UnsafeBufferPointer<Int64>) -> (Int64, Int64, Int64) {
    var (first, second, third) = (Int64.max, Int64.max, Int64.max)
    for value in values where value < third {
      third = value
      if third < second { swap(&second, &third) }
      if second < first { swap(&first, &second) }
    }
    return (first, second, third)
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
