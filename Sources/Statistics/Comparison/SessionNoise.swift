/// How much the measurement sessions of one stage (version of the program) differ by chance, estimated from earlier
/// sessions.
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
