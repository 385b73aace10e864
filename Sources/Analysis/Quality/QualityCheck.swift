public import Recordings

/// A check of the quality of a run's data: the condition for a problem, and the metrics that the problem makes
/// unreliable.
///
/// Each quality check is one element of `QualityCheck.all`; no other code refers to a single check.
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
  /// Checks the data of a run, and returns one finding per problem.
  let examine: @Sendable (QualityEvidence) -> [Strike]

  /// A problem that a quality check found in a run, and the parts of the run's data that metrics must not use.
  struct Strike: Sendable {
    /// What the check found and what Hitchmark did about it: a clause in lower case without a period.
    let message: String
    /// The reason that tables show in place of a withheld metric.
    let reason: String
    let spoiled: [SpoiledData]
    /// The severity of this problem; `nil` for that of the check.
    let severity: ImportIssue.Severity?

    init(
      message: String, reason: String? = nil, spoiled: [SpoiledData] = [],
      severity: ImportIssue.Severity? = nil
    ) {
      self.message = message
      self.severity = severity
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

  /// All checks of the quality of a run's data, in the order in which outputs list them.
  public static let all: [QualityCheck] = [
    noFrames, leftOutFrames, untimedFrames, damagedFrames, damagedLongFrames,
    mergedFrames,
    contradictingTimes, steppedClock, polledLog,
    fewFrames, lonelyPercentile, manyDuplicates, longPauses, coarseClock, constantFrameTimes,
    copiedSignal, constantSignal,
    screenDiffers, pairedPresents, changingPresentation,
    changingRefreshRate, cappedFrameRate, emptyActivity,
    sparseSamples, samplesElsewhere, repeatedSamples,
    warmUpPhase, slowEnd, disturbedPart, drift,
  ]

  /// The quality checks that can withhold metrics; the values of metrics depend on no other checks.
  static let withholding = all.filter { $0.withholds != nil }
}

/// A kind of data of a run that a quality check can find unreliable.
enum SpoiledData: Sendable, Hashable {
  /// The times at which frames were presented, and therefore all frame times.
  case frames
  /// The frame times of long frames only; the other frame times are reliable.
  case longFrames
  /// The refresh rate of the display.
  case refreshRate
  /// A signal: a measurement with one value per frame, such as CPU time.
  case signal(FrameSignal)
  /// The samples of the counters with one role, such as CPU load.
  case samples(Counter.Role)
}
