extension TwoSampleComparison {
  /// The two samples of a comparison, on their scale.
  struct Sides {
    let candidate: Sample
    let reference: Sample
    let scale: Scale

    init(_ candidate: [Double], _ reference: [Double], _ scale: Scale) throws(SampleError) {
      self.candidate = try scale.sample(candidate)
      self.reference = try scale.sample(reference)
      self.scale = scale
    }

    /// The medians of sessions, computed from the runs of each session on the scale.
    init(
      sessions candidate: [Sample], _ reference: [Sample], _ scale: Scale
    ) throws(SampleError) {
      self.candidate = try Sample(candidate.map(\.median))
      self.reference = try Sample(reference.map(\.median))
      self.scale = scale
    }

    var warnings: [ComparisonWarning] {
      warnings(about: reference, .reference) + warnings(about: candidate, .candidate)
    }

    private func warnings(
      about sample: Sample, _ side: ComparisonWarning.Side
    ) -> [ComparisonWarning] {
      if let clusters = Bimodality(of: sample) { return [.bimodal(side, clusters)] }
      // With too few values to test, there is no warning.
      guard let farthest = try? Grubbs(sample),
        farthest.pValue <= StatisticalConstants.outlyingLevel
      else { return [] }
      return [.outlying(side, index: farthest.index)]
    }
  }

  /// Compares reference and candidate by their differences within each measurement session, if every session measured
  /// both.
  ///
  /// Both have one value per session, in the same order, at least two.
  ///
  /// - Throws: why the samples cannot be compared.
  public static func paired(
    _ candidate: [Double], against reference: [Double], scale: Scale
  ) throws(SampleError) -> TwoSampleComparison {
    let sides = try Sides(candidate, reference, scale)
    let estimate = try TEstimate.paired(of: sides.candidate, against: sides.reference)
    let differences = try TEstimate.differences(from: sides.reference, to: sides.candidate)
    return try TwoSampleComparison(
      .paired, sides, estimate, typicalChange: HodgesLehmann.typical(of: differences),
      design: .pairs)
  }

  /// Compares two samples of one measurement session by a t test whose noise combines their own with that of earlier
  /// sessions.
  ///
  /// - Parameter history: the repetitions of earlier sessions, one group each.
  /// - Throws: why the samples cannot be compared.
  public static func moderated(
    _ candidate: [Double], against reference: [Double], history: [[Double]], scale: Scale
  ) throws(SampleError) -> TwoSampleComparison {
    let sides = try Sides(candidate, reference, scale)
    let noise = try PooledVariance(of: scale.samples(history))
      .capped(at: StatisticalConstants.mostBorrowedDegreesOfFreedom)
    let estimate = try TEstimate.moderated(
      of: sides.candidate, against: sides.reference, history: noise)
    let borrowed = noise.degreesOfFreedom
    return try TwoSampleComparison(
      .moderated(borrowed: borrowed), sides, estimate, design: .twoSamples(borrowed: borrowed))
  }

  /// Compares a new point of a series with the prediction interval from the points before it.
  ///
  /// - Parameter history: the points before in their order, at least 8. The last 30 count.
  /// - Throws: why the point cannot be compared.
  public static func prediction(
    _ point: Double, after history: [Double], scale: Scale
  ) throws(SampleError) -> TwoSampleComparison {
    let window = Array(history.suffix(StatisticalConstants.mostHistory))
    let sides = try Sides([point], window, scale)
    let estimate = try TEstimate.prediction(of: sides.candidate.mean, after: sides.reference)
    return try TwoSampleComparison(
      .prediction(points: window.count), sides, estimate, design: .prediction(points: window.count))
  }

  /// Compares two stages (versions of the program) of a suite by a t test whose noise is estimated from all stages
  /// together.
  ///
  /// The result has a warning if stages differ in noise.
  ///
  /// - Parameter suite: the values of every stage, including the two.
  /// - Throws: why the samples cannot be compared.
  public static func pooled(
    _ candidate: [Double], against reference: [Double], suite: [[Double]], scale: Scale
  ) throws(SampleError) -> TwoSampleComparison {
    let sides = try Sides(candidate, reference, scale)
    let groups = try scale.samples(suite)
    let noise = try PooledVariance(of: groups)
    let estimate = try TEstimate.pooled(
      of: sides.candidate, against: sides.reference, noise: noise)
    return try TwoSampleComparison(
      .pooled, sides, estimate, design: .pooled(freedom: noise.degreesOfFreedom),
      warnings: spreadWarnings(groups))
  }

  /// Compares two samples of one measurement session by Student's t test.
  ///
  /// Each has at least one value, both together at least three.
  ///
  /// - Throws: why the samples cannot be compared.
  public static func student(
    _ candidate: [Double], against reference: [Double], scale: Scale
  ) throws(SampleError) -> TwoSampleComparison {
    let sides = try Sides(candidate, reference, scale)
    let noise = try PooledVariance(of: [sides.candidate, sides.reference])
    let estimate = try TEstimate.pooled(
      of: sides.candidate, against: sides.reference, noise: noise)
    return try TwoSampleComparison(.pooled, sides, estimate, design: .twoSamples())
  }

  /// Compares the medians of measurement sessions by a t test, if no session measured both reference and candidate.
  ///
  /// - Parameters:
  ///   - candidate: the runs of each session, at least two sessions.
  ///   - reference: likewise.
  /// - Throws: `.tooFew`; `.noSpread` if all medians of each side are equal.
  public static func sessions(
    _ candidate: [[Double]], against reference: [[Double]], scale: Scale
  ) throws(SampleError) -> TwoSampleComparison {
    let sides = try Sides(
      sessions: try scale.samples(candidate), try scale.samples(reference), scale)
    let estimate = try TEstimate.sessions(of: sides.candidate, against: sides.reference)
    return try TwoSampleComparison(.sessions, sides, estimate, design: .twoSamples())
  }

  /// Compares reference and candidate with few measurement sessions each, with noise that is estimated from earlier
  /// sessions.
  ///
  /// - Parameters:
  ///   - candidate: the runs of each session, at least one session.
  ///   - reference: likewise.
  ///   - earlier: sessions in groups that measured one level each, with the runs of each session.
  /// - Throws: `.tooFew` if fewer than 8 earlier sessions count; `.noSpread`.
  public static func sessions(
    _ candidate: [[Double]], against reference: [[Double]], earlier: [[[Double]]], scale: Scale
  ) throws(SampleError) -> TwoSampleComparison {
    let (after, before) = (try scale.samples(candidate), try scale.samples(reference))
    var groups: [[Sample]] = []
    for group in earlier { groups.append(try scale.samples(group)) }
    let noise = try SessionNoise(of: groups)
    let estimate = try TEstimate.sessions(of: after, against: before, noise: noise)
    return try TwoSampleComparison(
      .earlierSessions(count: noise.sessions), Sides(sessions: after, before, scale), estimate,
      design: .pooled(freedom: estimate.degreesOfFreedom))
  }

  /// Compares two samples by their own values only, without information about measurement sessions.
  ///
  /// The result has a warning that differences between sessions may look like a change.
  ///
  /// Each side has at least two values.
  ///
  /// - Throws: why the samples cannot be compared.
  public static func separate(
    _ candidate: [Double], against reference: [Double], scale: Scale
  ) throws(SampleError) -> TwoSampleComparison {
    let sides = try Sides(candidate, reference, scale)
    let estimate = try TEstimate.welch(of: sides.candidate, against: sides.reference)
    let ranks = MannWhitney(of: sides.candidate, against: sides.reference)
    let level = StatisticalConstants.separateLevel
    let smallest = MannWhitney.smallestPossible(sides.candidate.count, sides.reference.count)
    var warnings: [ComparisonWarning] = [.sessionsNotSeparable]
    if smallest > level {
      warnings.append(.rankTestTooSmall(smallest: smallest, level: level))
    } else if ranks.hasTies, ranks.method == .normal {
      warnings.append(.ties)
    }
    return try TwoSampleComparison(
      .separate, sides, estimate, design: .twoSamples(), rankTest: ranks,
      reachOfSessions: TEstimate.reachOfSessions(sides.candidate, against: sides.reference),
      warnings: warnings)
  }

  private static func spreadWarnings(_ groups: [Sample]) -> [ComparisonWarning] {
    let noisier = PooledVariance.noisierGroups(groups)
    if !noisier.isEmpty { return [.noisierGroups(noisier)] }
    // Groups of two have no such test; that is not worth a warning.
    guard let test = try? BrownForsythe(groups),
      test.pValue <= StatisticalConstants.unequalSpreadLevel
    else { return [] }
    return [.unequalSpread(pValue: test.pValue)]
  }
}

extension Scale {
  fileprivate func samples(_ groups: [[Double]]) throws(SampleError) -> [Sample] {
    var samples: [Sample] = []
    for group in groups where !group.isEmpty { samples.append(try sample(group)) }
    return samples
  }
}
