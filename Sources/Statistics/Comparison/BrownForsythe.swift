/// Brown and Forsythe's test, also known as Levene's with medians: whether groups differ in spread.
///
/// Source: Brown, Forsythe, "Robust tests for the equality of variances", Journal of the American
/// Statistical Association 69 (1974).
public struct BrownForsythe: Sendable, Equatable {
  /// Variance between the groups' distances from their medians, over that within the groups.
  public let f: Double

  /// The p-value.
  public let pValue: Double

  /// Number of groups less one.
  public let numeratorDegreesOfFreedom: Int

  /// Number of values less the number of groups.
  public let denominatorDegreesOfFreedom: Int

  /// Tests groups; O(n).
  ///
  /// - Parameter groups: at least two of at least three values each. Two values are as far from their
  ///   median as each other, so that the test would take any difference for a proof.
  /// - Throws: `.tooFew` of groups or values, `.noSpread` when the distances are alike in each group.
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
