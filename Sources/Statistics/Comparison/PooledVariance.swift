/// The variance of repeated measurements, estimated from several groups (such as versions of the program) that are
/// assumed to have the same variance.
///
/// Ten stages with two runs each give 10 degrees of freedom, where one stage gives 1.
public struct PooledVariance: Sendable, Equatable {
  /// The variance of repeated measurements within the groups, 0 or above.
  public let variance: Double

  /// The degrees of freedom of the pooled variance: the number of values minus the number of groups, changed
  /// by `capped(at:)` and `joined(with:)`.
  public let degreesOfFreedom: Double

  /// Computes one variance from the values within several groups of repeated measurements; O(n) for n values.
  ///
  /// Groups with one value are ignored.
  ///
  /// - Throws: `.tooFew` if no group has two values.
  public init(of groups: [Sample]) throws(SampleError) {
    let freedom = groups.map(\.degreesOfFreedom).reduce(0, +)
    guard freedom > 0 else { throw .tooFew(count: groups.map(\.count).max() ?? 0, needed: 2) }
    self.init(
      variance: groups.map(\.sumOfSquares).reduce(0, +) / Double(freedom),
      degreesOfFreedom: Double(freedom))
  }

  init(variance: Double, degreesOfFreedom: Double) {
    self.variance = variance
    self.degreesOfFreedom = degreesOfFreedom
  }

  /// A copy of the pooled variance with its degrees of freedom reduced to a limit, so that it has a smaller weight in a
  /// mean with another variance.
  public func capped(at limit: Double) -> PooledVariance {
    PooledVariance(variance: variance, degreesOfFreedom: min(limit, degreesOfFreedom))
  }

  /// The mean of two pooled variances, weighted by their degrees of freedom; its degrees of freedom are the sum of
  /// both.
  public func joined(with other: PooledVariance) -> PooledVariance {
    let freedom = degreesOfFreedom + other.degreesOfFreedom
    let squares = variance * degreesOfFreedom + other.variance * other.degreesOfFreedom
    return PooledVariance(variance: squares / freedom, degreesOfFreedom: freedom)
  }

  /// The indices of the groups that vary more than the other groups, so that a variance pooled over all groups
  /// understates their noise.
  ///
  /// The variance of each group divided by that of all others is compared with the F distribution,
  /// at a level divided by the number of groups (Bonferroni). For groups of equal size this is
  /// Cochran's test, made for every group. Unlike Brown and Forsythe's test, it works with two
  /// values per group.
  ///
  /// - Parameter level: how often a group may be reported by chance.
  public static func noisierGroups(
    _ groups: [Sample], level: Double = StatisticalConstants.unequalSpreadLevel
  ) -> [Int] {
    let judged = groups.count { $0.count > 1 }
    return groups.indices.filter { index in
      let rest = groups.indices.filter { $0 != index }.map { groups[$0] }
      guard let variance = groups[index].variance, variance > 0,
        let others = try? PooledVariance(of: rest)
      else { return false }
      let distribution = FisherF(
        numerator: Double(groups[index].degreesOfFreedom), denominator: others.degreesOfFreedom)
      return distribution.probability(above: variance / others.variance) * Double(judged) <= level
    }
  }
}
