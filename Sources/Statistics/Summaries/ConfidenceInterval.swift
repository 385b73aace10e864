/// A range that contains the true value with a given confidence.
public struct ConfidenceInterval: Sendable, Equatable {
  /// The lower end of the confidence interval.
  public let lower: Double

  /// The upper end of the confidence interval, not below the lower.
  public let upper: Double

  /// The confidence level, such as 0.95: of all intervals that are computed in this way, at least this share contains
  /// the true value.
  public let confidence: Double

  /// Creates a confidence interval from its two ends and its confidence.
  public init(lower: Double, upper: Double, confidence: Double) {
    self.lower = lower
    self.upper = upper
    self.confidence = confidence
  }

  /// Whether a value is within the confidence interval, ends included.
  public func contains(_ value: Double) -> Bool {
    lower <= value && value <= upper
  }

  /// Whether the whole confidence interval is inside a range, and touches neither of its ends.
  public func isInside(_ range: ClosedRange<Double>) -> Bool {
    range.lowerBound < lower && upper < range.upperBound
  }

  /// The confidence interval after an increasing function converts both ends, such as from
  /// logarithms to values.
  public func map(_ change: (Double) -> Double) -> ConfidenceInterval {
    ConfidenceInterval(lower: change(lower), upper: change(upper), confidence: confidence)
  }
}
