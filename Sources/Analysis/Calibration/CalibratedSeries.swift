/// The calibration of the change-point detector on the noise of one series.
public struct CalibratedSeries: Sendable {
  /// A permanent name of the calibrated series.
  public let key: String
  /// The stage of the calibrated series, as suite and id.
  public let title: String
  /// The metric of the calibrated series.
  public let metric: Metric
  /// The part of the series' environment that differs between the stage's environments; empty if there is only one.
  public let environmentTitle: String
  /// The number of points of the series that the calibration judged.
  public let count: Int
  /// The median number of runs per session in the calibrated series.
  public let runs: Int
  /// The standard deviation of the noise of the series' points: in logarithms if `isRelative`, otherwise in the
  /// metric's unit.
  public let noise: Double
  /// The lag-1 autocorrelation that the change-point detector assumes for the series.
  public let autocorrelation: Double
  /// Whether the series' values are compared by ratio, so that changes are fractions of its level.
  public let isRelative: Bool
  /// The share of shuffles of the series in which the detector confirmed a change that does not exist.
  public let falseAlarms: FalseAlarmRate
  /// The number of shuffles of the series in which the detector found a confirmed or suspect change.
  public let suspects: Int
  /// The smallest change for the worse in the middle of the series that is confirmed in 80% of the
  /// shuffles; `nil` if there is none.
  ///
  /// A fraction of the level if `isRelative`, otherwise in the metric's unit; signed.
  public let middle: Double?
  /// The smallest change for the worse, six commits before the newest one, that is confirmed in 80% of the shuffles of
  /// the series; `nil` if there is none or if there are too few points.
  public let recent: Double?
  /// The advice on reducing the noise of the calibrated series.
  public let advice: CalibrationAdvice
}

/// The share of simulated series without a change in which the detector found one.
public struct FalseAlarmRate: Sendable, Equatable {
  /// The number of simulated series in which the detector found a false change.
  public let alarms: Int
  /// The number of all simulated series without a change.
  public let shuffles: Int
  /// The 95% interval of the false-alarm rate, by Clopper and Pearson.
  public let interval: ClosedRange<Double>

  /// The false-alarm rate: series with a false change divided by all simulated series, 0 to 1.
  public var share: Double { Double(alarms) / Double(shuffles) }
}

/// Advice on how to measure so that a check detects smaller changes.
public enum CalibrationAdvice: Sendable, Equatable {
  /// No advice: the noise hides nothing that is worth reporting.
  case nothing
  /// This number of runs per commit, instead of `now`, would show changes of the noise floor.
  case moreRuns(Int, now: Int)
  /// More runs are not enough: even without their noise, changes smaller than `visible` stay
  /// hidden.
  case steadier(visible: Double, runs: Int)
  /// Each commit was measured once, so the benefit of more runs is unknown.
  case repeatSome
  /// The series is too short or too noisy for any step to be found.
  case moreCommits
}
