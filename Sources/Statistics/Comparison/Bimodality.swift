/// Detects whether values form two clusters, such as the values of runs on two kinds of machine.
///
/// It takes the widest gap between neighboring values that leaves at least three values, and a
/// fifth of all, on either side. The values are bimodal if this gap is wider than 36 ÷ n deviations
/// within the clusters. About 1% of normal samples of 8 to 50 values exceed this.
public struct Bimodality: Sendable, Equatable {
  /// The highest value of the lower of two clusters, on the scale of the sample.
  public let below: Double

  /// The lowest value of the upper of two clusters, on the scale of the sample.
  public let above: Double

  /// The number of values in the lower of two clusters.
  public let belowCount: Int

  /// The number of values in the upper of two clusters.
  public let aboveCount: Int

  /// Looks for two clusters of values; `nil` if there are none, or if there are fewer than 8
  /// values.
  ///
  /// O(n).
  ///
  /// - Parameter sample: on the scale on which the noise does not depend on the value.
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

  /// The index after the widest gap that leaves a cluster on either side; `nil` if there is none.
  private static func widestGap(in values: [Double]) -> Int? {
    let share = (StatisticalConstants.leastClusterShare * Double(values.count)).rounded(.up)
    let least = max(StatisticalConstants.leastClusterCount, Int(share))
    guard values.count >= 2 * least else { return nil }
    return (least...values.count - least).max {
      values[$0] - values[$0 - 1] < values[$1] - values[$1 - 1]
    }
  }
}
