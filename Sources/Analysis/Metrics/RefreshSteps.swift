/// The rule that a quantile of frame times changes in steps of whole display refreshes if frames wait for the display.
///
/// At 60 Hz, the 99th percentile changes from 16.7 to 33.3 ms if one more frame is late and the share of late frames
/// rises above 1%. So a step of one refresh means little by itself; the share of late frames must change too.
public struct RefreshSteps: Sendable, Hashable {
  /// The unit of a quantile of frame times: a time or a frame rate.
  public enum Form: Sendable {
    /// The quantile is a frame time in milliseconds.
    case frameTime
    /// The quantile is a frame rate: 1 divided by a frame time.
    case frameRate
  }

  /// The unit of the quantile of frame times that changes in steps of whole display refreshes: a time or a frame rate.
  public let form: Form

  /// The id of the metric that confirms a change of the quantile by one refresh: the change counts only if this metric
  /// improves or regresses, too.
  public let share: Metric.ID

  /// Creates the rule that a quantile of frame times changes in steps of whole display refreshes.
  ///
  /// `share` is the metric that must confirm a step of one refresh.
  public init(_ form: Form, borneOutBy share: Metric.ID) {
    self.form = form
    self.share = share
  }

  /// The number of refreshes of the display that a frame with this value lasts; a whole number if frames wait for the
  /// display.
  func refreshes(of value: Double, at hertz: Double) -> Double {
    switch form {
    case .frameTime: value * hertz / 1000
    case .frameRate: hertz / value
    }
  }
}
