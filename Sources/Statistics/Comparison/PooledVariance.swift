/// The variance between repetitions, pooled over groups that are taken to share it.
///
/// Ten stages of two runs each say more of the noise between runs together than each alone: 10 degrees
/// of freedom, where one stage has 1.
public struct PooledVariance: Sendable, Equatable {
  /// The variance, 0 or above.
  public let variance: Double

  /// Its degrees of freedom: number of values less number of groups, or fewer by `capped(at:)`.
  public let degreesOfFreedom: Double

  /// Pools groups; O(n).
  ///
  /// - Parameter groups: of which those of one value say nothing of noise.
  /// - Throws: `.tooFew` when no group has two values.
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

  /// The same variance, trusted less: as if fewer values had been seen.
  ///
  /// - Parameter limit: above 0.
  /// - Returns: the variance with at most so many degrees of freedom.
  public func capped(at limit: Double) -> PooledVariance {
    PooledVariance(variance: variance, degreesOfFreedom: min(limit, degreesOfFreedom))
  }

  /// The mean of two variances, each weighted by its degrees of freedom.
  ///
  /// - Parameter other: of other measurements.
  /// - Returns: a variance with the degrees of freedom of both.
  public func joined(with other: PooledVariance) -> PooledVariance {
    let freedom = degreesOfFreedom + other.degreesOfFreedom
    let squares = variance * degreesOfFreedom + other.variance * other.degreesOfFreedom
    return PooledVariance(variance: squares / freedom, degreesOfFreedom: freedom)
  }

  /// Which groups are noisier than the rest, so that pooling understates their noise.
  ///
  /// Each group's variance over that of all others is compared with the F distribution, at a level
  /// divided by the number of groups (Bonferroni). For groups of equal size this is Cochran's test of
  /// the largest variance, made for every group; unlike Brown and Forsythe's it can judge two values.
  ///
  /// - Parameters:
  ///   - groups: as they were pooled.
  ///   - level: how often a group is to be called noisier when none is.
  /// - Returns: their indices, in order.
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
