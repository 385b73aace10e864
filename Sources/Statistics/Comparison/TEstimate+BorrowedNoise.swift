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
