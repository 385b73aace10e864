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

/// Brown and Forsythe's test, also called Levene's test with medians: whether groups differ in
/// spread.
///
/// Source: Brown, Forsythe, "Robust tests for the equality of variances", Journal of the American
/// Statistical Association 69 (1974).
public struct BrownForsythe: Sendable, Equatable {
  /// The statistic F of Brown and Forsythe's test: for the distances of values from the median of their group, the
  /// variance between groups divided by that within groups.
  public let f: Double

  /// The p-value of Brown and Forsythe's test for whether some groups spread wider than others.
  public let pValue: Double

  /// The degrees of freedom of the numerator in Brown and Forsythe's test: the number of groups minus one.
  public let numeratorDegreesOfFreedom: Int

  /// The number of values minus the number of groups.
  public let denominatorDegreesOfFreedom: Int

  /// Tests whether at least two groups of at least three values differ in spread; O(n log n).
  ///
  /// With two values per group the test would find a difference everywhere, because both have the
  /// same distance from their median.
  ///
  /// - Throws: `.tooFew` groups or values; `.noSpread` if the distances within each group are
  ///   equal.
  public init(_ groups: [Sample]) throws(SampleError) {
    guard groups.count > 1 else { throw .tooFew(count: groups.count, needed: 2) }
    if let small = groups.first(where: { $0.count < 3 }) {
      throw .tooFew(count: small.count, needed: 3)
    }
    var distances: [Sample] = []
    for group in groups {
      distances.append(try Sample(group.values.map { abs($0 - group.median) }))
    }
    let all = try Sample(distances.flatMap(\.values))
    let within = distances.map(\.sumOfSquares).reduce(0, +)
    guard within > 0 else { throw .noSpread }
    let between = distances.map { group in
      Double(group.count) * (group.mean - all.mean) * (group.mean - all.mean)
    }.reduce(0, +)
    numeratorDegreesOfFreedom = groups.count - 1
    denominatorDegreesOfFreedom = all.count - groups.count
    let numerator = Double(numeratorDegreesOfFreedom)
    let denominator = Double(denominatorDegreesOfFreedom)
    f = (between / numerator) / (within / denominator)
    pValue = FisherF(numerator: numerator, denominator: denominator).probability(above: f)
  }
}

/// Grubbs' test for an outlier: whether the value farthest from the mean is too far from the
/// others.
///
/// Its statistic is the distance from the mean of the others, in their deviations, which follows
/// Student's t with n − 2 degrees of freedom. The p-value is multiplied by n (Bonferroni), and is
/// exact if it is small.
///
/// Source: Grubbs, "Sample criteria for testing outlying observations", Annals of Mathematical
/// Statistics 21 (1950).
public struct Grubbs: Sendable, Equatable {
  /// The index of the value farthest from the mean, in the order in which the caller passed the values; the first index
  /// if several values are equally far.
  public let index: Int

  /// The distance of the value farthest from the mean, in standard deviations of all values.
  public let g: Double

  /// The two-sided p-value of Grubbs' test for an outlier, at most 1.
  public let pValue: Double

  /// Tests whether the value farthest from the mean is an outlier; O(n) for n values.
  ///
  /// - Throws: `.tooFew` for fewer than three values; `.noSpread` if the other values are all
  ///   equal.
  public init(_ sample: Sample) throws(SampleError) {
    guard sample.count > 2, let variance = sample.variance else {
      throw .tooFew(count: sample.count, needed: 3)
    }
    let distances = sample.values.map { abs($0 - sample.mean) }
    guard let farthest = distances.indices.max(by: { distances[$0] < distances[$1] }) else {
      throw .empty
    }
    var others = sample.values
    others.remove(at: farthest)
    guard Set(others).count > 1 else { throw .noSpread }
    let n = Double(sample.count)
    index = farthest
    g = distances[farthest] / variance.squareRoot()
    // g is at most (n − 1) ÷ √n, reached if the others are equal; rounding must not exceed it.
    let room = max((n - 1) * (n - 1) - n * g * g, .leastNormalMagnitude)
    let t = (n * (n - 2) / room).squareRoot() * g
    let tail = StudentT(degreesOfFreedom: n - 2).probability(upTo: -t)
    pValue = min(1, 2 * n * tail)
  }
}
