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
  /// The number of values in the reference, one of the two compared samples: runs, medians of sessions, or earlier
  /// points.
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

  /// The two-sided p-value of the comparison: of the rank test if its samples are large enough to
  /// reach 0.01, otherwise of the t test.
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
