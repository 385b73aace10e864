/// What two samples say about a change from one to the other.
///
/// It is evidence without a verdict: whether the change matters is for those to say who know the
/// metric.
public struct TwoSampleComparison: Sendable, Equatable {
  /// Where the noise is taken from.
  public enum Method: Sendable, Equatable {
    /// The differences within each of several sessions.
    case paired
    /// The two samples and earlier sessions, for samples of one session.
    case moderated(borrowed: Double)
    /// The points before, for a new point.
    case prediction(points: Int)
    /// All groups of a suite.
    case pooled
    /// The medians of sessions, at least two per side: Student's t, or Welch's for unequal numbers.
    case sessions
    /// The medians of few sessions, with the noise between earlier sessions.
    case earlierSessions(count: Int)
    /// The two samples alone: Mann and Whitney's test, or Welch's for few runs.
    case separate
  }

  /// Where the noise is taken from.
  public let method: Method
  /// The scale of the comparison.
  public let scale: Scale
  /// Number of the reference's values.
  public let referenceCount: Int
  /// Number of the candidate's values.
  public let candidateCount: Int
  /// The change on the scale with its error.
  public let estimate: TEstimate
  /// The shift between the samples on the scale, by ranks.
  public let shift: HodgesLehmann
  /// The typical change on the scale, by ranks: the shift, or of pairs what is typical of their differences.
  public let typicalChange: Double
  /// The rank test, where the samples are compared on their own.
  public let rankTest: MannWhitney?
  /// How repeating it would shrink the error.
  public let design: ExperimentDesign
  /// How far apart on the scale two sessions may lie by chance, if the two samples are all that is known; otherwise `nil`.
  public let reachOfSessions: Double?
  /// What to know before relying on it.
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

  /// The typical change: a fraction of the reference, or a difference on the linear scale.
  public var effect: Double { scale.effect(of: typicalChange) }

  /// The two-sided p-value: of the rank test if its samples are large enough to reach 0.01, else of t.
  public var pValue: Double { decidingRankTest?.pValue ?? estimate.pValue }

  /// The interval of the effect, by the same method as the p-value where it has one.
  ///
  /// - Parameter confidence: above 0 and below 1.
  /// - Returns: fractions of the reference, or differences on the linear scale.
  public func interval(confidence: Double = 0.95) -> ConfidenceInterval {
    let byRanks = decidingRankTest.flatMap { _ in shift.interval(confidence: confidence) }
    return (byRanks ?? estimate.interval(confidence: confidence)).map(scale.effect)
  }

  /// Whether the interval of confidence 0.9 lies inside ± a margin: two one-sided tests at 0.05.
  ///
  /// - Parameter margin: a fraction of the reference, below 1, or a difference; above 0.
  /// - Returns: whether the change is proved to be smaller.
  public func isEquivalent(within margin: Double) -> Bool {
    interval(confidence: 0.9).isInside(-margin...margin)
  }

  /// The smallest increase that would have been seen with a probability of 0.8 at a level of 0.05; of
  /// the t test, which the rank test comes close to.
  public var smallestDetectableEffect: Double? {
    smallestDetectableEffect(level: StatisticalConstants.powerLevel)
  }

  /// The smallest increase that would have been seen with a probability of 0.8.
  ///
  /// - Parameter level: of the t test, above 0 and below 1.
  /// - Returns: a fraction of the reference, or a difference; `nil` with too few degrees of freedom.
  public func smallestDetectableEffect(level: Double) -> Double? {
    estimate.smallestDetectableChange(level: level).map(scale.effect)
  }

  /// How many runs a side, sessions or new points would see an increase with a probability of 0.8.
  ///
  /// - Parameter effect: a fraction of the reference, or a difference; above 0.
  /// - Returns: at least 1, or `nil` when 10,000 are not enough.
  public func repetitionsNeeded(toSee effect: Double) -> Int? {
    guard let change = scale.change(of: effect), change > 0 else { return nil }
    return design.repetitionsNeeded(toSee: change, deviation: deviation)
  }

  /// The noise of one repetition that the estimate's error comes of.
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
