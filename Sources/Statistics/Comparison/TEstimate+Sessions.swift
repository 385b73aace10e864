// Methods that compare sessions instead of runs.
extension TEstimate {
  /// Compares the medians of measurement sessions by a t test, if no session measured both reference and candidate.
  ///
  /// Equally many sessions are compared by Student's t. Welch's degrees of freedom would cost a fifth of the power with
  /// three sessions per side, and the standard error is the same. Otherwise each side has its own noise (Welch).
  ///
  /// - Parameters:
  ///   - candidate: the median of each session, at least two.
  ///   - reference: likewise.
  /// - Throws: `.tooFew`; `.noSpread` if neither side varies.
  public static func sessions(
    of candidate: Sample, against reference: Sample
  ) throws(SampleError) -> TEstimate {
    candidate.count == reference.count
      ? try student(of: candidate, against: reference)
      : try welch(of: candidate, against: reference)
  }

  /// Compares reference and candidate with few measurement sessions each, with noise that is estimated from earlier
  /// sessions.
  ///
  /// The squared change divided by its variance follows an F distribution with 1 degree of freedom and those of the
  /// earlier sessions.
  ///
  /// - Parameters:
  ///   - candidate: the runs of each session, at least one.
  ///   - reference: likewise.
  /// - Throws: `.noSpread` if there is no noise at all.
  public static func sessions(
    of candidate: [Sample], against reference: [Sample], noise: SessionNoise
  ) throws(SampleError) -> TEstimate {
    let medians = [try Sample(candidate.map(\.median)), try Sample(reference.map(\.median))]
    let error = noise.error(of: [candidate.map(\.count), reference.map(\.count)])
    return try TEstimate(
      change: medians[0].mean - medians[1].mean, standardError: error.variance.squareRoot(),
      degreesOfFreedom: error.degreesOfFreedom)
  }

  /// The largest difference between two measurement sessions that may be chance, estimated from the runs of these two
  /// sessions only.
  ///
  /// It assumes that sessions vary by up to twice as much as the runs of a session, and takes the interval of
  /// confidence 0.99 for that. The runs alone cannot show whether the assumption holds.
  ///
  /// - Parameters:
  ///   - candidate: the runs of one session.
  ///   - reference: the runs of another session; three of both sides together.
  /// - Returns: the largest change that may be a difference between sessions; 0 if no run differs.
  /// - Throws: `.tooFew` if each side has one run.
  public static func reachOfSessions(
    _ candidate: Sample, against reference: Sample
  ) throws(SampleError) -> Double {
    let noise = try PooledVariance(of: [candidate, reference])
    let ratio = StatisticalConstants.assumedSessionNoise
    let shares = 2 * ratio * ratio + 1 / Double(candidate.count) + 1 / Double(reference.count)
    let level = StatisticalConstants.separateLevel
    return StudentT(degreesOfFreedom: noise.degreesOfFreedom).quantile(1 - level / 2)
      * (noise.variance * shares).squareRoot()
  }
}
