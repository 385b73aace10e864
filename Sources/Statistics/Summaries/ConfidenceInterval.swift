/// A range that contains the true value with a given confidence.
public struct ConfidenceInterval: Sendable, Equatable {
  /// The lower end.
  public let lower: Double

  /// The upper end, not below the lower.
  public let upper: Double

  /// The share of such intervals that contain the true value, at least, such as 0.95.
  public let confidence: Double

  /// Creates an interval.
  public init(lower: Double, upper: Double, confidence: Double) {
    self.lower = lower
    self.upper = upper
    self.confidence = confidence
  }

  /// Whether a value is within the interval, ends included.
  public func contains(_ value: Double) -> Bool {
    lower <= value && value <= upper
  }

  /// Whether the whole interval is within a range and does not touch its ends, such as the changes
  /// too small to matter.
  public func isInside(_ range: ClosedRange<Double>) -> Bool {
    range.lowerBound < lower && upper < range.upperBound
  }

  /// The interval after an increasing conversion of its ends.
  public func map(_ change: (Double) -> Double) -> ConfidenceInterval {
    ConfidenceInterval(lower: change(lower), upper: change(upper), confidence: confidence)
  }
}
