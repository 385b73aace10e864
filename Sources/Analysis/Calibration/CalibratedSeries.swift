/// What the detector does to the noise of one series.
public struct CalibratedSeries: Sendable {
  /// What names the series for good.
  public let key: String
  /// The stage, by suite and id.
  public let title: String
  /// The metric.
  public let metric: Metric
  /// What tells the environment from the others of the stage; empty when there is no other.
  public let environmentTitle: String
  /// How many points were judged.
  public let count: Int
  /// Runs of a session, in the middle of all sessions.
  public let runs: Int
  /// The standard deviation of a point's noise: of logarithms where `isRelative`, else in the unit.
  public let noise: Double
  /// The lag-1 autocorrelation that the detector reckons with.
  public let autocorrelation: Double
  /// Whether values are compared by ratio.
  public let isRelative: Bool
  /// Shuffles with a confirmed change.
  public let falseAlarms: FalseAlarmRate
  /// Shuffles with a change, suspects included.
  public let suspects: Int
  /// The smallest change for the worse in the middle that is confirmed in 80%; `nil` when none is.
  ///
  /// A fraction of the level where `isRelative`, else in the unit; signed.
  public let middle: Double?
  /// The same, six commits before the newest; `nil` also where points are too few.
  public let recent: Double?
  /// What to do about the noise.
  public let advice: CalibrationAdvice
}

/// How often series without a change had a false one.
public struct FalseAlarmRate: Sendable, Equatable {
  /// Series with one.
  public let alarms: Int
  /// All series.
  public let shuffles: Int
  /// The rates that this does not rule out, by Clopper and Pearson, with a confidence of 95%.
  public let interval: ClosedRange<Double>

  /// Alarms among shuffles, 0 to 1.
  public var share: Double { Double(alarms) / Double(shuffles) }
}

/// What can be done so that less is hidden by noise.
public enum CalibrationAdvice: Sendable, Equatable {
  /// Noise hides nothing that is worth reporting.
  case nothing
  /// So many runs of a commit, instead of those there are, would show changes of the noise floor.
  case moreRuns(Int, now: Int)
  /// More runs would not do: even without their noise, changes smaller than this stay hidden.
  case steadier(visible: Double, runs: Int)
  /// Every commit was measured once, so that nobody can tell what more runs would bring.
  case repeatSome
  /// The series is too short, or too noisy, for any step to be seen.
  case moreCommits
}
