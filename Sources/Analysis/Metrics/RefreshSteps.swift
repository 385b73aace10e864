/// How a quantile of frame times moves where frames wait for the display: in whole refreshes.
///
/// A 99th percentile flips between 16.7 and 33.3 ms when the share of late frames passes 1% by a
/// single frame, so that a step of one refresh says next to nothing. The share of late frames says it.
public struct RefreshSteps: Sendable, Hashable {
  /// What a value is.
  public enum Form: Sendable {
    /// A frame time in milliseconds.
    case frameTime
    /// The frame rate of a frame time.
    case frameRate
  }

  /// What a value is.
  public let form: Form

  /// The metric that has to bear out a step of one refresh.
  public let share: Metric.ID

  /// Creates a rule.
  ///
  /// - Parameters:
  ///   - form: what a value is.
  ///   - share: the metric that has to bear out a step of one refresh.
  public init(_ form: Form, borneOutBy share: Metric.ID) {
    self.form = form
    self.share = share
  }

  /// How many refreshes a value lasts; a whole number where frames wait for the display.
  func refreshes(of value: Double, at hertz: Double) -> Double {
    switch form {
    case .frameTime: value * hertz / 1000
    case .frameRate: hertz / value
    }
  }
}
