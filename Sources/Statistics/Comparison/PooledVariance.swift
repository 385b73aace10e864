/// The variance of repeated measurements, estimated from several groups (such as versions of the program) that are
/// assumed to have the same variance.
///
/// Ten stages with two runs each give 10 degrees of freedom, where one stage gives 1.
public struct PooledVariance: Sendable, Equatable {
  /// The variance of repeated measurements within the groups, 0 or above.
  public let variance: Double

  /// Values minus groups, changed by `capped(at:)` and `joined(with:)`.
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
  /// O(n) for n values.
  ///
  /// - Parameter level: how often a group may be reported by chance.
  public static func noisierGroups(
    _ groups: [Sample], level: Double = StatisticalConstants.unequalSpreadLevel
  ) -> [Int] {
    let judged = groups.count { $0.count > 1 }
    let freedoms = groups.map(\.degreesOfFreedom)
    let allFreedom = freedoms.reduce(0, +)
    let squares = groups.map(\.sumOfSquares).sumsOfOthers
    return groups.indices.filter { index in
      let freedom = Double(allFreedom - freedoms[index])
      guard freedom > 0, let variance = groups[index].variance, variance > 0 else { return false }
      let distribution = FisherF(numerator: Double(freedoms[index]), denominator: freedom)
      let ratio = variance / (squares[index] / freedom)
      return distribution.probability(above: ratio) * Double(judged) <= level
    }
  }
}

extension [Double] {
  /// For each element, the sum of the others; a difference from the sum of all would lose digits.
  fileprivate var sumsOfOthers: [Double] {
    var sums = self
    var (before, after) = (0.0, 0.0)
    for index in indices.reversed() {
      sums[index] = after
      after += self[index]
    }
    for index in indices {
      sums[index] += before
      before += self[index]
    }
    return sums
  }
}

/// How much the measurement sessions of one stage differ by chance, estimated from earlier sessions.
///
/// Runs of one session share an effect that repeating does not average out. Two sides of fewer than three sessions each
/// cannot show how large it is, so the estimate comes from sessions that were measured before.
///
///     let noise = try SessionNoise(of: [stage.map { try Sample($0) }])  // the runs of each session of one stage
///     noise.sessions  // how many of them count
public struct SessionNoise: Sendable, Equatable {
  /// The number of earlier measurement sessions from which the noise between sessions was estimated.
  public let sessions: Int

  /// The variance of session medians around the mean of their group.
  let between: PooledVariance

  /// The variance of runs within a session; `nil` if no session has two runs.
  let within: PooledVariance?

  /// The part of the variance within sessions that their medians still contain, on average.
  let medianShare: Double

  /// Estimates the noise between measurement sessions from earlier sessions; O(n log n) for n runs.
  ///
  /// - Parameter groups: sessions that measured the same level, such as those of one stage and
  ///   commit, each with the values of its runs. A group with one session is ignored.
  /// - Throws: `.tooFew` if fewer than 8 sessions count.
  public init(of groups: [[Sample]]) throws(SampleError) {
    let counted = groups.filter { $0.count > 1 }
    let all = counted.flatMap(\.self)
    let needed = StatisticalConstants.leastHistory
    guard all.count >= needed else { throw .tooFew(count: all.count, needed: needed) }
    sessions = all.count
    var (squares, freedom) = (0.0, 0)
    for group in counted {
      let medians = try Sample(group.map(\.median))
      squares += try medians.sumOfSquaresWithoutSpikes
      freedom += medians.degreesOfFreedom
    }
    between = PooledVariance(
      variance: squares / Double(freedom), degreesOfFreedom: Double(freedom))
    within = try? PooledVariance(of: all)
    medianShare =
      all.map { Moments.medianVariance(count: $0.count) }.reduce(0, +) / Double(all.count)
  }

  /// The variance of the difference between two sides, each the mean of its sessions' medians.
  ///
  /// The sessions of the sides may have more or fewer runs than those before: the variance of their medians is
  /// corrected for it. The degrees of freedom are Satterthwaite's.
  ///
  /// - Parameter sides: for each side, how many runs each of its sessions has.
  /// - Returns: the variance with its degrees of freedom.
  func error(of sides: [[Int]]) -> PooledVariance {
    var (ofSessions, ofRuns) = (0.0, 0.0)
    for counts in sides {
      let count = Double(counts.count)
      ofSessions += 1 / count
      ofRuns += counts.map(Moments.medianVariance).reduce(0, +) / (count * count)
    }
    let borrowed = between.variance * ofSessions
    guard let within else {
      return PooledVariance(variance: borrowed, degreesOfFreedom: between.degreesOfFreedom)
    }
    let correction = within.variance * (ofRuns - medianShare * ofSessions)
    // Sessions cannot differ by less than the noise that their runs leave in the medians.
    let least = within.variance * ofRuns
    guard borrowed + correction > least else {
      return PooledVariance(variance: least, degreesOfFreedom: within.degreesOfFreedom)
    }
    let variance = borrowed + correction
    let (a, b) = (borrowed / variance, correction / variance)
    return PooledVariance(
      variance: variance,
      degreesOfFreedom: 1 / (a * a / between.degreesOfFreedom + b * b / within.degreesOfFreedom))
  }
}

extension Sample {
  /// The squared distances from the mean.
  ///
  /// If there are enough values, outliers are clipped as for a prediction.
  fileprivate var sumOfSquaresWithoutSpikes: Double {
    get throws(SampleError) {
      guard count >= StatisticalConstants.leastHistory else { return sumOfSquares }
      let factor = StatisticalConstants.winsorisingFactor
      return try winsorised().sumOfSquares * factor * factor
    }
  }
}
