public import Recordings

/// A check of the quality of a run's data: the condition for a problem, and the metrics that it makes unreliable.
///
/// A check is one element of `QualityCheck.all`; no other code names it.
public struct QualityCheck: Sendable, Identifiable {
  /// The name of the quality check in machine-readable output, such as `sparse-samples`.
  public let id: String
  /// The severity of the problem that the quality check finds.
  public let severity: ImportIssue.Severity
  /// The condition under which the quality check reports a problem, as a sentence with the thresholds.
  public let condition: String
  /// The metrics that get no value because of the problem that the quality check finds, as text; `nil` if it only
  /// warns.
  public let withholds: String?
  /// Runs the check.
  let examine: @Sendable (QualityEvidence) -> [Strike]

  /// A finding of a check, and what must not be computed from the data.
  struct Strike: Sendable {
    /// What was found and what was done: a clause in lower case without period.
    let message: String
    /// The reason that is shown in place of numbers.
    let reason: String
    let spoiled: [SpoiledData]

    init(message: String, reason: String? = nil, spoiled: [SpoiledData] = []) {
      self.message = message
      self.reason = reason ?? message
      self.spoiled = spoiled
    }
  }

  init(
    id: String, severity: ImportIssue.Severity, condition: String, withholds: String? = nil,
    examine: @escaping @Sendable (QualityEvidence) -> [Strike]
  ) {
    self.id = id
    self.severity = severity
    self.condition = condition
    self.withholds = withholds
    self.examine = examine
  }

  /// All checks of the quality of a run's data, in the order of outputs.
  public static let all: [QualityCheck] = [
    noFrames, leftOutFrames, untimedFrames, damagedFrames, damagedLongFrames,
    mergedFrames,
    contradictingTimes, steppedClock, polledLog,
    fewFrames, lonelyPercentile, manyDuplicates, longPauses, coarseClock, constantFrameTimes,
    copiedSignal, constantSignal,
    changingRefreshRate, cappedFrameRate, emptyActivity,
    sparseSamples, samplesElsewhere, repeatedSamples,
    warmUpPhase, slowEnd, disturbedPart, drift,
  ]

  /// The checks that can withhold metrics: all that the values of metrics depend on.
  static let withholding = all.filter { $0.withholds != nil }
}

/// A part of a run's data that is unreliable.
enum SpoiledData: Sendable, Hashable {
  /// The times of the presents.
  case frames
  /// The durations of long frames.
  case longFrames
  /// The refresh rate of the display.
  case refreshRate
  /// A signal.
  case signal(FrameSignal)
  /// The samples of a counter.
  case samples(Counter.Role)
}
