/// The rule that a quantile of frame times changes by whole refreshes if frames wait for the display.
///
/// A 99th percentile alternates between 16.7 and 33.3 ms when one frame more or less moves the
/// share of late frames across 1%. So a step of one refresh means little by itself; the share of
/// late frames must change too.
public struct RefreshSteps: Sendable, Hashable {
  /// The unit of a quantile of frame times: a time or a frame rate.
  public enum Form: Sendable {
    /// A frame time in milliseconds.
    case frameTime
    /// The frame rate of a frame time.
    case frameRate
  }

  /// The unit of the quantile that changes by whole refreshes: a time or a frame rate.
  public let form: Form

  /// The id of a second metric, which must change in the same direction so that a step of one refresh counts as a
  /// change.
  public let share: Metric.ID

  /// Creates the rule that a quantile of frame times changes by whole refreshes of the display.
  ///
  /// `share` is the metric that must confirm a step of one refresh.
  public init(_ form: Form, borneOutBy share: Metric.ID) {
    self.form = form
    self.share = share
  }

  /// The number of refreshes that a value lasts; a whole number if frames wait for the display.
  func refreshes(of value: Double, at hertz: Double) -> Double {
    switch form {
    case .frameTime: value * hertz / 1000
    case .frameRate: hertz / value
    }
  }
}
