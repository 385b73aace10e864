/// How a block is packed in Golomb and Rice's way: from which reference, with how many bits as they are.
///
/// What scatters around a level costs fewer bits this way than in a width that has to suit the farthest.
struct RicePlan {
  /// What distances are measured from, to either side.
  let reference: Int64
  /// How many bits of a distance are not in unary, 0 to 63.
  let low: Int
  /// How many distances are too great to be in unary.
  let exceptions: Int
  /// Bits that the block takes, about.
  let cost: Int

  /// A good plan for the numbers, of which there has to be one.
  ///
  /// The reference is their mean, without those that are far away from most.
  ///
  /// - Parameters:
  ///   - values: the block.
  ///   - spread: of the same block.
  init(for values: UnsafeBufferPointer<Int64>, spread: BlockSpread) {
    let reference = Self.mean(of: values, spread: spread)
    // The best is near twice the median distance, which lies between two powers of two.
    let narrow = min(spread.bits, 62)
    let price = Self.price(of: values, from: reference, low: narrow)
    let wider = Self.price(of: values, from: reference, low: narrow + 1)
    let isWider = wider.bits < price.bits
    self.reference = reference
    low = isWider ? narrow + 1 : narrow
    (cost, exceptions) = isWider ? wider : price
  }

  /// The distance of a number, small for those near the reference on either side; `nil` when it is an exception.
  func distance(of value: Int64) -> UInt64? {
    let distance = Self.folded(value &- reference)
    return distance &>> UInt64(low) < QuotientBits.limit ? distance : nil
  }

  /// 0, -1, 1, -2, 2, … as 0, 1, 2, 3, 4, ….
  static func folded(_ number: Int64) -> UInt64 {
    UInt64(bitPattern: (number << 1) ^ (number >> 63))
  }

  /// The reverse of `folded`.
  static func unfolded(_ number: UInt64) -> Int64 {
    Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }

  private static func mean(
    of values: UnsafeBufferPointer<Int64>, spread: BlockSpread
  ) -> Int64 {
    var (sum, count) = (Int64(0), Int64(0))
    for value in values where spread.isNear(value) {
      sum &+= value &- spread.pivot
      count += 1
    }
    return count == 0 ? spread.pivot : spread.pivot &+ sum / count
  }

  private static func price(
    of values: UnsafeBufferPointer<Int64>, from reference: Int64, low: Int
  ) -> (bits: Int, exceptions: Int) {
    var unary: UInt64 = 0
    var exceptions = 0
    for value in values {
      let quotient = folded(value &- reference) &>> UInt64(low)
      if quotient < QuotientBits.limit { unary &+= quotient } else { exceptions += 1 }
    }
    let bits = Int(unary) + values.count * (low + 1) + exceptions * (8 + 8 * ((low + 12) / 7))
    return (bits, exceptions)
  }
}
