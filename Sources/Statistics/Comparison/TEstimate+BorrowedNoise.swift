// Noise from measurements besides the two samples.
extension TEstimate {
  /// Student's t with a noise that was measured over many groups, the two samples maybe among them.
  ///
  /// - Parameters:
  ///   - candidate: at least one value.
  ///   - reference: at least one value.
  ///   - noise: between repetitions, such as of all stages of a suite.
  /// - Returns: the estimate, with the noise's degrees of freedom.
  /// - Throws: `.noSpread` when the noise is 0.
  public static func pooled(
    of candidate: Sample, against reference: Sample, noise: PooledVariance
  ) throws(SampleError) -> TEstimate {
    let shares = 1 / Double(candidate.count) + 1 / Double(reference.count)
    return try TEstimate(
      change: candidate.mean - reference.mean,
      standardError: (noise.variance * shares).squareRoot(),
      degreesOfFreedom: noise.degreesOfFreedom)
  }

  /// The moderated t: the noise of the two samples, drawn towards that of history.
  ///
  /// s² = (d₀·s₀² + d·s²) ÷ (d₀ + d), with d₀ the degrees of freedom of history, at most 20, and d + d₀
  /// those of the estimate.
  ///
  /// Source: Smyth, "Linear models and empirical Bayes methods for assessing differential expression
  /// in microarray experiments", Statistical Applications in Genetics and Molecular Biology 3 (2004);
  /// d₀ is set here and not estimated.
  ///
  /// - Parameters:
  ///   - candidate: at least one value, of the same session as the reference.
  ///   - reference: at least one value.
  ///   - history: the noise within earlier sessions.
  /// - Returns: the estimate.
  /// - Throws: `.noSpread` when there is no noise at all.
  public static func moderated(
    of candidate: Sample, against reference: Sample, history: PooledVariance
  ) throws(SampleError) -> TEstimate {
    var noise = history.capped(at: StatisticalConstants.mostBorrowedDegreesOfFreedom)
    // One value each says nothing of noise, so that history's is all there is.
    if let own = try? PooledVariance(of: [candidate, reference]) {
      noise = noise.joined(with: own)
    }
    return try pooled(of: candidate, against: reference, noise: noise)
  }

  /// Where a new point of a series lies, against a prediction interval of the points before it.
  ///
  /// The last 30 points count. Those farther from their median than 3 robust deviations are drawn in
  /// to there, so that a spike neither shifts nor widens the interval; what this takes off the
  /// deviation of normal noise is given back by a factor of 1.03.
  ///
  /// - Parameters:
  ///   - point: the new one, finite.
  ///   - history: the points before it in their order, at least 8, all of one regime.
  /// - Returns: the estimate of the step, with one degree of freedom fewer than points that count.
  /// - Throws: `.tooFew`, `.tooLarge`, and `.noSpread` when no point differs.
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

extension Sample {
  /// The sample with outlying values drawn in; unchanged when more than half of it is equal, as its
  /// robust deviation is then 0 and anything else would be an outlier.
  func winsorised() throws(SampleError) -> Sample {
    let reach =
      StatisticalConstants.outlierReach * StatisticalConstants.deviationPerMedianDeviation
      * medianDeviation
    guard reach > 0 else { return self }
    let centre = median
    return try Sample(values.map { min(max($0, centre - reach), centre + reach) })
  }
}
