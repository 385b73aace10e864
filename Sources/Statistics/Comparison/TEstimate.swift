/// An estimated change between two samples, whose error follows Student's t distribution.
///
/// Its static methods estimate the same change, of the candidate from the reference. They differ in
/// the source of the noise. So this one type computes p-values, intervals and power.
public struct TEstimate: Sendable, Equatable {
  /// The estimated change: the candidate's mean or value minus that of the reference.
  public let change: Double

  /// The standard error of the estimated change, above 0.
  public let standardError: Double

  /// The degrees of freedom of the standard error of the change, above 0; not necessarily whole.
  public let degreesOfFreedom: Double

  /// Creates an estimate of a change from its size, standard error and degrees of freedom.
  ///
  /// - Throws: `.noSpread` if the standard error is 0; `.tooLarge` if a number is not finite.
  public init(
    change: Double, standardError: Double, degreesOfFreedom: Double
  ) throws(SampleError) {
    guard standardError != 0 else { throw .noSpread }
    guard change.isFinite, standardError.isFinite, (change / standardError).isFinite else {
      throw .tooLarge
    }
    self.change = change
    self.standardError = standardError
    self.degreesOfFreedom = degreesOfFreedom
  }

  /// The t statistic: the estimated change divided by its standard error.
  public var t: Double { change / standardError }

  /// The two-sided p-value of the estimated change, under the assumption that nothing changed.
  public var pValue: Double { min(1, 2 * distribution.probability(upTo: -abs(t))) }

  /// The one-sided p-value of the estimated change, under the assumption that the true change is 0 or a decrease.
  public var pValueUpwards: Double { distribution.probability(upTo: -t) }

  /// The one-sided p-value of the estimated change, under the assumption that the true change is 0 or an increase.
  public var pValueDownwards: Double { distribution.probability(upTo: t) }

  /// The confidence interval of the change, symmetric around the estimated change.
  public func interval(confidence: Double = 0.95) -> ConfidenceInterval {
    let reach = distribution.quantile((1 + confidence) / 2) * standardError
    return ConfidenceInterval(
      lower: change - reach, upper: change + reach, confidence: confidence)
  }

  private var distribution: StudentT { StudentT(degreesOfFreedom: degreesOfFreedom) }
}

// Methods that use the noise of the two samples only.
extension TEstimate {
  /// Compares two samples by Welch's t test, in which each sample has its own noise.
  ///
  /// Each side has at least two values.
  ///
  /// Source: Welch, "The generalization of 'Student's' problem when several different population
  /// variances are involved", Biometrika 34 (1947).
  ///
  /// - Throws: `.tooFew`; `.noSpread` if neither side varies.
  public static func welch(
    of candidate: Sample, against reference: Sample
  ) throws(SampleError) -> TEstimate {
    let m = try candidate.squaredError
    let n = try reference.squaredError
    guard m + n > 0 else { throw .noSpread }
    // As shares, so that no square of a tiny number is rounded to 0.
    let share = m / (m + n)
    let freedom =
      1
      / (share * share / Double(candidate.degreesOfFreedom)
        + (1 - share) * (1 - share) / Double(reference.degreesOfFreedom))
    return try TEstimate(
      change: candidate.mean - reference.mean, standardError: (m + n).squareRoot(),
      degreesOfFreedom: freedom)
  }

  /// Compares two samples by Student's t test, which assumes the same noise in both samples.
  ///
  /// Each side has at least one value, and one side at least two.
  ///
  /// Source: Student, "The probable error of a mean", Biometrika 6 (1908).
  ///
  /// - Throws: `.tooFew`; `.noSpread` if neither side varies.
  public static func student(
    of candidate: Sample, against reference: Sample
  ) throws(SampleError) -> TEstimate {
    try pooled(
      of: candidate, against: reference, noise: PooledVariance(of: [candidate, reference]))
  }

  /// Compares pairs of values by Student's t test, such as the medians of reference and candidate in each measurement
  /// session.
  ///
  /// Effects that a pair shares cancel.
  ///
  /// - Parameters:
  ///   - candidate: at least two values.
  ///   - reference: the values that they are paired with, in the same order.
  /// - Throws: `.unpaired`; `.tooFew`; `.noSpread` if all differences are equal.
  public static func paired(
    of candidate: Sample, against reference: Sample
  ) throws(SampleError) -> TEstimate {
    guard candidate.count == reference.count else {
      throw .unpaired(reference: reference.count, candidate: candidate.count)
    }
    let differences = try differences(from: reference, to: candidate)
    return try TEstimate(
      change: differences.mean, standardError: differences.squaredError.squareRoot(),
      degreesOfFreedom: Double(differences.degreesOfFreedom))
  }

  /// The differences between values at the same position of two samples of equal size.
  static func differences(
    from reference: Sample, to candidate: Sample
  ) throws(SampleError) -> Sample {
    try Sample(zip(candidate.values, reference.values).map { $0 - $1 })
  }
}

extension Sample {
  var squaredError: Double {
    get throws(SampleError) {
      guard let variance else { throw .tooFew(count: count, needed: 2) }
      return variance / Double(count)
    }
  }
}

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

// Methods that use noise from other measurements than the two samples.
extension TEstimate {
  /// Compares two samples by a t test with noise that was estimated from many groups, such as all versions of the
  /// program in a suite.
  ///
  /// The estimate has the degrees of freedom of that noise.
  ///
  /// - Throws: `.noSpread` if the noise is 0.
  public static func pooled(
    of candidate: Sample, against reference: Sample, noise: PooledVariance
  ) throws(SampleError) -> TEstimate {
    let shares = 1 / Double(candidate.count) + 1 / Double(reference.count)
    return try TEstimate(
      change: candidate.mean - reference.mean,
      standardError: (noise.variance * shares).squareRoot(),
      degreesOfFreedom: noise.degreesOfFreedom)
  }

  /// Compares two samples by a t test whose noise combines their own with that of earlier measurement sessions
  /// (moderated t).
  ///
  /// s² = (d₀·s₀² + d·s²) ÷ (d₀ + d), with d₀ the degrees of freedom of the history, at most 20.
  /// The estimate has d + d₀ degrees of freedom. Both samples are of one session.
  ///
  /// Source: Smyth, "Linear models and empirical Bayes methods for assessing differential
  /// expression in microarray experiments", Statistical Applications in Genetics and Molecular
  /// Biology 3 (2004). Here d₀ is given and not estimated.
  ///
  /// - Throws: `.noSpread` if there is no noise at all.
  public static func moderated(
    of candidate: Sample, against reference: Sample, history: PooledVariance
  ) throws(SampleError) -> TEstimate {
    var noise = history.capped(at: StatisticalConstants.mostBorrowedDegreesOfFreedom)
    // With one value per side, only the history shows noise.
    if let own = try? PooledVariance(of: [candidate, reference]) {
      noise = noise.joined(with: own)
    }
    return try pooled(of: candidate, against: reference, noise: noise)
  }

  /// Compares a new point of a series with a prediction interval from the points before it.
  ///
  /// The last 30 points count. Points farther from their median than 3 robust deviations are
  /// clipped, so that a spike neither shifts nor widens the interval. A factor of 1.03 compensates
  /// for the effect of clipping on normal noise.
  ///
  /// - Parameter history: the points before in their order, at least 8, all of one regime.
  /// - Throws: `.tooFew`; `.tooLarge`; `.noSpread` if all points are equal.
  public static func prediction(
    of point: Double, after history: Sample
  ) throws(SampleError) -> TEstimate {
    let needed = StatisticalConstants.leastHistory
    guard history.count >= needed else { throw .tooFew(count: history.count, needed: needed) }
    let window = try Sample(Array(history.values.suffix(StatisticalConstants.mostHistory)))
    let points = try window.winsorised()
    guard let variance = points.variance else { throw .tooFew(count: 1, needed: needed) }
    let width = (variance * (1 + 1 / Double(points.count))).squareRoot()
    return try TEstimate(
      change: point - points.mean, standardError: width * StatisticalConstants.winsorisingFactor,
      degreesOfFreedom: Double(points.degreesOfFreedom))
  }
}

extension TEstimate {
  /// Compares a new point of a series with a few points before it, too few to show their noise.
  ///
  /// Their variance is combined with an assumed one, as in a moderated t test.
  ///
  /// - Parameter assumed: the variance of a point.
  /// - Throws: `.noSpread` if there is no noise at all.
  public static func youngPrediction(
    of point: Double, after history: Sample, assuming assumed: Double
  ) throws(SampleError) -> TEstimate {
    let prior = StatisticalConstants.assumedDegreesOfFreedom
    let own = Double(history.degreesOfFreedom)
    let degrees = prior + own
    let variance = (prior * assumed + own * (history.variance ?? 0)) / degrees
    return try TEstimate(
      change: point - history.mean,
      standardError: (variance * (1 + 1 / Double(history.count))).squareRoot(),
      degreesOfFreedom: degrees)
  }
}

extension Sample {
  /// The sample with outliers clipped.
  ///
  /// If more than half of the values are equal, the sample is unchanged: its robust deviation is 0,
  /// so every other value would be an outlier.
  func winsorised() throws(SampleError) -> Sample {
    let reach =
      StatisticalConstants.outlierReach * StatisticalConstants.deviationPerMedianDeviation
      * medianDeviation
    guard reach > 0 else { return self }
    let center = median
    return try Sample(values.map { min(max($0, center - reach), center + reach) })
  }
}
