/// Two clusters of values with nothing between, such as runs of two kinds of machine.
///
/// Of all gaps between neighbours that leave at least three values and a fifth of all on either side,
/// the widest is taken. The values count as bimodal when it is wider than 36 ÷ n deviations within the
/// two clusters, which 1% of normal samples of 8 to 50 values reach.
public struct Bimodality: Sendable, Equatable {
  /// The highest value of the lower cluster.
  public let below: Double

  /// The lowest value of the upper cluster.
  public let above: Double

  /// How many values the lower cluster has.
  public let belowCount: Int

  /// How many values the upper cluster has.
  public let aboveCount: Int

  /// Looks for two clusters; O(n).
  ///
  /// `nil` when there are none, or fewer than 8 values to tell.
  ///
  /// - Parameter sample: on the scale on which its noise is even.
  public init?(of sample: Sample) {
    let values = sample.sorted
    guard values.count >= StatisticalConstants.leastBimodalCount,
      let split = Self.widestGap(in: values),
      let lower = try? Sample(Array(values[..<split])),
      let upper = try? Sample(Array(values[split...]))
    else { return nil }
    let within = (lower.sumOfSquares + upper.sumOfSquares) / Double(values.count - 2)
    let gap = values[split] - values[split - 1]
    let least = StatisticalConstants.clusterGap / Double(values.count) * within.squareRoot()
    guard gap > 0, gap > least else { return nil }
    below = values[split - 1]
    above = values[split]
    belowCount = split
    aboveCount = values.count - split
  }

  /// The index after the widest gap that leaves a cluster on either side.
  private static func widestGap(in values: [Double]) -> Int? {
    let share = (StatisticalConstants.leastClusterShare * Double(values.count)).rounded(.up)
    let least = max(StatisticalConstants.leastClusterCount, Int(share))
    guard values.count >= 2 * least else { return nil }
    return (least...values.count - least).max {
      values[$0] - values[$0 - 1] < values[$1] - values[$1 - 1]
    }
  }
}
