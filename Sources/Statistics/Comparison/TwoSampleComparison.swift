/// The result of comparing two samples, reference and candidate: the estimated change, with its p-value and interval.
///
///     let comparison = try TwoSampleComparison.separate(
///       [16.1, 16.3, 16.2], against: [15.1, 15.0, 15.2], scale: .logarithmic)
///     comparison.effect  // about 0.073: the candidate is 7.3% higher
///     comparison.pValue
///     comparison.interval()
///
/// It gives evidence without a verdict: whether a change matters depends on the metric, which this
/// module does not know. `docs/statistics.md` explains which method to use.
public struct TwoSampleComparison: Sendable, Equatable {
  /// The sources from which a comparison of two samples estimates the noise, such as pairs or earlier measurement
  /// sessions.
  public enum Method: Sendable, Equatable {
    /// The differences within each of several sessions.
    case paired
    /// The two samples and earlier sessions; the samples are of one session.
    case moderated(borrowed: Double)
    /// The points before a new point.
    case prediction(points: Int)
    /// All stages of a suite, or only the two samples if they are of one session (Student's t).
    case pooled
    /// The medians of sessions, at least two per side: Student's t, or Welch's for unequal numbers.
    case sessions
    /// The medians of few sessions, with the noise between earlier sessions.
    case earlierSessions(count: Int)
    /// The two samples only: Mann and Whitney's test, or Welch's for few runs.
    case separate
  }

  /// The source from which the comparison estimates the noise, such as earlier measurement sessions; this source
  /// decides the statistical test.
  public let method: Method
  /// The scale on which the two samples are compared: logarithms, or the values themselves.
  public let scale: Scale
  /// The number of values in the reference: runs, medians of sessions, or earlier points.
  public let referenceCount: Int
  /// The number of values in the candidate, one of the two compared samples: runs, medians of sessions, or one point.
  public let candidateCount: Int
  /// The change between the means of the two samples, in logarithms or in the unit of the values, with its standard
  /// error.
  public let estimate: TEstimate
  /// The shift between the two samples, in logarithms or in the unit of the values, estimated by ranks so that outliers
  /// hardly count.
  public let shift: HodgesLehmann
  /// The typical change between the samples, estimated by ranks: their shift or, for pairs, the typical difference.
  public let typicalChange: Double
  /// The rank test (Mann and Whitney's) of the two samples; `nil` if the method of comparison does not use a rank test.
  public let rankTest: MannWhitney?
  /// The design of the comparison: how its error decreases with further repetitions, such as runs.
  public let design: ExperimentDesign
  /// The largest difference between two measurement sessions that may be chance; `nil` unless only the runs of two
  /// different sessions show the noise.
  public let reachOfSessions: Double?
  /// The limitations of the comparison, which a report should state next to its result.
  public let warnings: [ComparisonWarning]

  init(
    _ method: Method, _ sides: Sides, _ estimate: TEstimate, typicalChange: Double? = nil,
    design: ExperimentDesign, rankTest: MannWhitney? = nil, reachOfSessions: Double? = nil,
    warnings: [ComparisonWarning] = []
  ) throws(SampleError) {
    self.method = method
    scale = sides.scale
    referenceCount = sides.reference.count
    candidateCount = sides.candidate.count
    self.estimate = estimate
    shift = try HodgesLehmann(of: sides.candidate, against: sides.reference)
    self.rankTest = rankTest
    self.design = design
    self.reachOfSessions = reachOfSessions
    self.typicalChange = typicalChange ?? shift.shift
    let outside = !estimate.interval().contains(self.typicalChange)
    self.warnings = warnings + sides.warnings + (outside ? [.estimatesDisagree] : [])
  }

  /// The typical change between the two samples, by Hodges and Lehmann's estimator: a fraction of the reference on the
  /// logarithmic scale, a difference on the linear scale.
  public var effect: Double { scale.effect(of: typicalChange) }

  /// Two-sided, of the rank test if the samples are large enough to reach 0.01, otherwise of the t test.
  public var pValue: Double { decidingRankTest?.pValue ?? estimate.pValue }

  /// The confidence interval of the change, as fractions of the reference or as differences on the
  /// linear scale.
  public func interval(confidence: Double = 0.95) -> ConfidenceInterval {
    intervalOnScale(confidence: confidence).map(scale.effect)
  }

  /// The confidence interval of the change, in logarithms or in the unit of the values.
  ///
  /// It is from the test that gives the p-value, if that has one.
  public func intervalOnScale(confidence: Double) -> ConfidenceInterval {
    let byRanks = decidingRankTest.flatMap { _ in shift.interval(confidence: confidence) }
    return byRanks ?? estimate.interval(confidence: confidence)
  }

  /// The smallest increase that the comparison would have proved with a probability of 0.8; `nil` with too few degrees
  /// of freedom.
  ///
  /// The increase and the noise floor are fractions of the reference, or differences. Computed for the t test.
  public func smallestDetectableEffect(
    beyond floor: Double = 0, level: Double = StatisticalConstants.powerLevel
  ) -> Double? {
    let negligible = scale.negligible(within: floor)
    return estimate.smallestDetectableChange(beyond: negligible.upperBound, level: level)
      .map(scale.effect)
  }

  /// The number of repetitions per side with which the comparison proves a given increase with a probability of 0.8;
  /// `nil` if over 10,000, or if `effect` is not above 0.
  ///
  /// A repetition is a run per sample, a measurement session or a new point.
  public func repetitionsNeeded(
    toSee effect: Double, beyond floor: Double = 0,
    level: Double = StatisticalConstants.powerLevel
  ) -> Int? {
    guard let change = scale.change(of: effect), change > 0 else { return nil }
    return design.repetitionsNeeded(
      toSee: change, beyond: scale.negligible(within: floor).upperBound, deviation: deviation,
      level: level)
  }

  /// The interval of the change on its scale, and between sessions that may vary twice as much as their runs; `nil`
  /// unless only the runs of two different sessions show the noise.
  ///
  /// - Parameter least: the smallest reach of the interval: a fraction of the reference, or a difference.
  public func intervalBetweenSessions(reachingAtLeast least: Double) -> ConfidenceInterval? {
    guard let reachOfSessions else { return nil }
    let assumed = scale.negligible(within: least)
    let reach = max(reachOfSessions, typicalChange < 0 ? -assumed.lowerBound : assumed.upperBound)
    return ConfidenceInterval(
      lower: typicalChange - reach, upper: typicalChange + reach,
      confidence: 1 - StatisticalConstants.separateLevel)
  }

  /// The noise of one repetition from which the error of the estimate is computed.
  private var deviation: Double {
    let shares =
      switch method {
      case .paired: 1 / Double(candidateCount)
      case .prediction(let points): 1 + 1 / Double(points)
      case .moderated, .pooled, .sessions, .earlierSessions, .separate:
        1 / Double(candidateCount) + 1 / Double(referenceCount)
      }
    return estimate.standardError / shares.squareRoot()
  }

  private var decidingRankTest: MannWhitney? {
    rankTest.flatMap {
      let smallest = MannWhitney.smallestPossible(candidateCount, referenceCount)
      return smallest <= StatisticalConstants.separateLevel ? $0 : nil
    }
  }
}

/// A limitation of a statistical comparison, which a report should state next to its result.
public enum ComparisonWarning: Sendable, Equatable {
  public enum Side: Sendable, Equatable {
    /// The side that is compared with.
    case reference
    case candidate
  }

  /// The sides come from different sessions, so differences between sessions may look like a
  /// change.
  case sessionsNotSeparable
  /// With this few runs the rank test cannot reach the level, so Welch's test was used.
  case rankTestTooSmall(smallest: Double, level: Double)
  /// Some values are equal, so the rank test is approximate.
  case ties
  /// The groups at these indices, not counting empty groups, are noisier than the others that they are pooled with.
  case noisierGroups([Int])
  /// The pooled groups differ in spread, by Brown and Forsythe's test.
  case unequalSpread(pValue: Double)
  case bimodal(Side, Bimodality)
  /// The value at this index of a side, a run or the median of a session, is an outlier.
  ///
  /// It was not removed.
  case outlying(Side, index: Int)
  /// The change by ranks is outside the interval by means, because a few runs are far from the
  /// rest.
  case estimatesDisagree
}

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

  /// Compares two stages of a suite by a t test whose noise is estimated from all stages together.
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
