internal import Statistics

/// What the runs of two sides say of a change in one metric, and how that was found.
public struct ComparisonEvidence: Sendable {
  /// Where the noise was taken from.
  public let mode: ComparisonMode

  /// Whether effects are fractions of the reference; else they are in the metric's unit.
  public let isRelative: Bool

  /// The typical change, by ranks.
  public let effect: Double

  /// The interval of the effect, of confidence 0.95.
  public let interval: ClosedRange<Double>

  /// The interval of confidence 0.9: the change is proved to be smaller than what holds it.
  public let equivalenceInterval: ClosedRange<Double>

  /// The two-sided p-value, not adjusted.
  public let pValue: Double

  /// The smallest increase that would have been seen with a probability of 0.8; `nil` when unknown.
  public let smallestDetectableEffect: Double?

  /// Degrees of freedom of the noise.
  public let degreesOfFreedom: Double

  /// What to know before relying on it, in clauses.
  public let warnings: [String]

  init(_ comparison: TwoSampleComparison, _ mode: ComparisonMode) {
    self.mode = mode
    isRelative = comparison.scale == .logarithmic
    effect = comparison.effect
    interval = comparison.interval().range
    equivalenceInterval = comparison.interval(confidence: 0.9).range
    pValue = comparison.pValue
    smallestDetectableEffect = comparison.smallestDetectableEffect
    degreesOfFreedom = comparison.estimate.degreesOfFreedom
    warnings = comparison.warnings.map(\.words)
  }
}

extension ConfidenceInterval {
  fileprivate var range: ClosedRange<Double> { lower...upper }
}
