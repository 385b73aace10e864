public import Recordings

/// One way in which the data of a run may be bad: what it is looked for by, and what it spoils.
///
/// A check is one element of `QualityCheck.all`, and nothing else has to know of it.
public struct QualityCheck: Sendable, Identifiable {
  /// The name in machine-readable output, such as `sparse-samples`.
  public let id: String
  /// How bad it is.
  public let severity: ImportIssue.Severity
  /// When the check strikes, with its thresholds, in a sentence.
  public let condition: String
  /// What is withheld where it strikes, in a clause; `nil` where it only warns.
  public let withholds: String?
  /// Looks for it.
  let examine: @Sendable (QualityEvidence) -> [Strike]

  /// What a check found, and what must not be computed from it.
  struct Strike: Sendable {
    /// The finding, and what became of the data: a clause in lower case without a period.
    let message: String
    /// Why a number that rests on spoiled data is missing.
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

  /// Every check, in the order of outputs.
  public static let all: [QualityCheck] = [
    noFrames, leftOutFrames, untimedFrames, damagedFrames, damagedLongFrames,
    mergedFrames,
    contradictingTimes, steppedClock, polledLog,
    fewFrames, lonelyPercentile, manyDuplicates, longPauses, coarseClock, constantFrameTimes,
    copiedSignal, constantSignal,
    changingRefreshRate, cappedFrameRate, emptyActivity,
    sparseSamples, samplesElsewhere, repeatedSamples,
  ]
}

/// A part of a run that no figure should rest on.
enum SpoiledData: Sendable, Hashable {
  /// When frames were presented.
  case frames
  /// Which frames were long.
  case longFrames
  /// At which rate the display refreshed.
  case refreshRate
  /// A measurement of each frame.
  case signal(FrameSignal)
  /// Samples beside the frames.
  case samples(Counter.Role)
}
