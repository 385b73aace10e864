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

  /// The degrees of freedom of the denominator in Brown and Forsythe's test: the number of values minus the number of
  /// groups.
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
