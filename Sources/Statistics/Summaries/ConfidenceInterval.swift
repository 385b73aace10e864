/// The values that measurements do not rule out.
public struct ConfidenceInterval: Sendable, Equatable {
  /// The lower end.
  public let lower: Double

  /// The upper end, not below the lower.
  public let upper: Double

  /// How often such intervals hold the true value at least, such as 0.95.
  public let confidence: Double

  /// Creates an interval.
  ///
  /// - Parameters:
  ///   - lower: its lower end.
  ///   - upper: its upper end.
  ///   - confidence: above 0 and below 1.
  public init(lower: Double, upper: Double, confidence: Double) {
    self.lower = lower
    self.upper = upper
    self.confidence = confidence
  }

  /// Whether a value is not ruled out.
  ///
  /// - Parameter value: any.
  /// - Returns: true on the ends too.
  public func contains(_ value: Double) -> Bool {
    lower <= value && value <= upper
  }

  /// Whether all of the interval lies inside a range, off its ends.
  ///
  /// - Parameter range: such as the changes too small to matter.
  /// - Returns: true when nothing outside the range is left possible.
  public func isInside(_ range: ClosedRange<Double>) -> Bool {
    range.lowerBound < lower && upper < range.upperBound
  }

  /// The interval after a change of scale.
  ///
  /// - Parameter change: never falling.
  /// - Returns: the interval between the changed ends.
  public func map(_ change: (Double) -> Double) -> ConfidenceInterval {
    ConfidenceInterval(lower: change(lower), upper: change(upper), confidence: confidence)
  }
}
