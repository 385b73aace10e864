internal import Recordings

/// The smallest changes for the worse that a check would have detected in a series at the checked commit.
public struct VisibleSteps: Sendable, Equatable {
  /// The smallest change for the worse that one session would have made suspect: a fraction of the predicted value, or
  /// in the metric's unit.
  ///
  /// The check would have failed after a second session.
  public let suspect: Double
  /// The smallest change for the worse with which a single session would have failed the check; `nil` if a single
  /// session never proves a regression.
  public let failing: Double?
  /// Whether the smallest detectable changes are fractions of the predicted value; otherwise they are in the metric's
  /// unit.
  public let isRelative: Bool

  /// `nil` if the newest point of a series is not judged, or if neither direction is better.
  init?(of series: TrendSeries) {
    guard let tip = series.tip.value, series.metric.polarity != .neither else { return nil }
    isRelative = tip.isRelative
    let scale = tip.isRelative ? tip.expected.magnitude : 1
    let end =
      series.metric.polarity == .lowerIsBetter ? tip.bounds.upperBound : tip.bounds.lowerBound
    let floor: Double =
      switch series.metric.noiseFloor {
      case .relative(let share): share * tip.expected.magnitude
      case .absolute(let size): size
      }
    suspect = max((end - tip.expected).magnitude, floor) / scale
    failing = StepProofSearch(in: series, series.tripWire)?
      .smallestVisible(at: series.points.count - 1).map { $0 / scale }
  }
}
