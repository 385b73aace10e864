public import Recordings
internal import Units

/// A check of the quality of a run's data: the condition for a problem, and the metrics that the problem makes
/// unreliable.
///
/// Each quality check is one element of `QualityCheck.all`; no other code refers to a single check.
public struct QualityCheck: Sendable, Identifiable {
  /// The name of the quality check in machine-readable output, such as `sparse-samples`.
  public let id: String
  public let severity: ImportIssue.Severity
  /// The condition under which the quality check reports a problem, as a sentence with the thresholds.
  public let condition: String
  /// The metrics that get no value because of the problem, as text; `nil` if it only warns.
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
  case refreshRate
  /// A signal: a measurement with one value per frame, such as CPU time.
  case signal(FrameSignal)
  case samples(Counter.Role)
}

/// The input of the data-quality checks: one run, and what the checks compute from its frames.
struct QualityEvidence: Sendable {
  let recording: Recording
  /// The parameters of the run's metrics, such as the refresh rate.
  let parameters: Parameters
  /// The frames of the run that metrics count; `nil` if no frame counts.
  let frames: SelectedFrames?
  /// The frame times of the counted frames in ascending order; `nil` if no frame counts.
  let sorted: SortedFrameTimes?
  /// The activities of the run: the intervals in which frames count; `nil` if the run has no timeline of frames.
  let activities: Activities?
  /// The medians of the frame times in short windows of the run; `nil` for short runs, for runs with pauses, and if no
  /// check needs it.
  let course: RunCourse?
  /// The frames by the times at which they reached the screen; `nil` if these times are unknown.
  let screen: SelectedFrames?
  /// The frame times on the screen in ascending order; `nil` if they are unknown.
  let sortedOnScreen: SortedFrameTimes?
  /// The refresh rates that fit parts of the frames on the screen, or of the counted frames if their times on the screen
  /// are unknown; empty if the refresh rate is declared.
  let partRates: [Double]

  /// Collects the input of the data-quality checks.
  init(
    recording: Recording, parameters: Parameters, frames: SelectedFrames?,
    sorted: SortedFrameTimes?, activities: Activities?, course: RunCourse?,
    screen: SelectedFrames?, sortedOnScreen: SortedFrameTimes?, partRates: [Double]
  ) {
    self.recording = recording
    self.parameters = parameters
    self.frames = frames
    self.sorted = sorted
    self.activities = activities
    self.course = course
    self.screen = screen
    self.sortedOnScreen = sortedOnScreen
    self.partRates = partRates
  }

  /// The number of rows between frames that the recording tool lost or the reader left out, without duplicates.
  ///
  /// A frame next to such a row has the duration of two frames, and it is unknown which frames these are.
  var damagedRows: Int {
    count(of: Self.damaging) + (timesContradict ? 0 : contradictingRows)
  }

  /// The number of rows on which the time column and the frame times disagree.
  var contradictingRows: Int { count(of: [.lostFrames, .shorterSteps]) }

  /// Whether the time column and the frame times measure different things, so that no frames are missing.
  ///
  /// Missing rows make steps longer than frame times, never shorter.
  var timesContradict: Bool {
    let shorter = count(of: [.shorterSteps])
    return shorter >= 10 && shorter * 3 >= count(of: [.lostFrames])
  }

  func count(of kinds: Set<ImportIssue.Kind>) -> Int {
    recording.issues.filter { kinds.contains($0.kind) }.reduce(0) { $0 + $1.count }
  }

  private static let damaging: Set<ImportIssue.Kind> = [
    .timeWentBack, .shortRow, .notANumber, .decimalComma, .notFinite, .outOfRange, .notPositive,
    .longLine, .unusableRow, .lostBetweenDumps,
  ]
}

// How checks of data quality print their findings.

extension Withheld {
  static func tooFewFrames(_ frames: Int, for probability: Double, least: Int) -> Withheld {
    Withheld(
      """
      \(frames) frame\(frames == 1 ? " is" : "s are") too few for the \(probability.ordinal); at least \
      \(least) needed
      """)
  }
}

extension Nanoseconds {
  var words: String {
    self >= .perSecond ? seconds.shortText + " s" : milliseconds.shortText + " ms"
  }
}

extension Double {
  /// The percentile of a probability in words: 0.999 gives `99.9th percentile`.
  var ordinal: String { "\((self * 100).shortText)th percentile" }

  var oneDecimal: String { "\((self * 10).rounded() / 10)" }

  /// The number as text with at most three decimals, without trailing zeros.
  var shortText: String {
    let rounded = (self * 1000).rounded() / 1000
    return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int64(rounded))" : "\(rounded)"
  }
}

extension [Double] {
  var ordinals: String {
    map { ($0 * 100).shortText + "th" }.joined(separator: " and ")
      + (count == 1 ? " percentile" : " percentiles")
  }

  var hertz: String {
    map(\.shortText).joined(separator: " and ") + " Hz"
  }
}

extension [FrameKind] {
  var names: String { map(\.name).joined(separator: " or ") }
}

extension [String] {
  /// Up to four of the names in quotation marks, and the number of further names.
  var quoted: String {
    prefix(4).map { "\u{201C}\($0)\u{201D}" }.joined(separator: ", ")
      + (count > 4 ? " and \(count - 4) more" : "")
  }
}

/// The problems that quality checks found in a run's data, and the metrics that these problems make unreliable.
public struct DataQuality: Sendable {
  /// The problems in a run's data, in the order of the quality checks that found them.
  public let findings: [QualityFinding]
  public let isExamined: Bool

  private let objections: [SpoiledData: String]

  /// Runs quality checks on a run's data; O(frames).
  ///
  /// If `known` has the results of the checks that withhold metrics, these checks are not repeated.
  init(
    _ evidence: QualityEvidence, checks: [QualityCheck] = QualityCheck.all,
    knowing known: DataQuality? = nil
  ) {
    var findings: [QualityFinding] = []
    var objections = known?.objections ?? [:]
    for check in checks {
      if let known, check.withholds != nil {
        findings += known.findings.filter { $0.kind == check.id }
        continue
      }
      for strike in check.examine(evidence) {
        findings.append(
          QualityFinding(
            kind: check.id, severity: strike.severity ?? check.severity, message: strike.message))
        assert(
          strike.spoiled.isEmpty || check.withholds != nil,
          "a quality check that withholds metrics must name these metrics in withholds")
        for spoiled in strike.spoiled where objections[spoiled] == nil {
          objections[spoiled] = strike.reason
        }
      }
    }
    self.findings = findings
    isExamined = true
    self.objections = objections
  }

  /// The quality of a run's data before any check: no known problems.
  public static let unexamined = DataQuality()

  private init() {
    findings = []
    isExamined = false
    objections = [:]
  }

  /// Throws the reason if a quality check found that metrics must not use this part of the run's data.
  func allow(_ data: SpoiledData) throws(Withheld) {
    if let reason = objections[data] { throw Withheld(reason) }
  }
}

/// A problem that a quality check found in a run's data.
public struct QualityFinding: Sendable, Equatable {
  public let kind: QualityCheck.ID
  /// The severity of the problem in the run's data: note, warning or loss of data.
  public let severity: ImportIssue.Severity
  /// What the quality check found in the run, and what Hitchmark did about it: clauses without a period at the end.
  public let message: String

  /// A text for users: the problem of the run's data, followed by its severity in brackets.
  public var sentence: String { "\(message) (\(severity.rawValue))" }
}

/// The number of frames that a high percentile of frame times needs.
///
/// For type 7, the weight of the longest frame in a percentile `q` of `n` frames is 1 − (n − 1)(1 − q), if that is
/// above 0. If the weight is nine tenths or more, the percentile is almost the longest frame.
enum Tail {
  /// The percentiles of frame times that need a minimum number of frames, as fractions of 1.
  static let probabilities = [0.99, 0.999]

  /// The smallest number of frames for a percentile: 11 frames for the 99th percentile, 101 for the 99.9th.
  static func leastFrames(for probability: Double) -> Int {
    Int((0.1 / (1 - probability)).rounded()) + 1
  }

  /// The smallest number of frames of which a whole frame is beyond a percentile: 101 frames for the 99th percentile.
  static func leastFramesBeyond(_ probability: Double) -> Int {
    Int((1 / (1 - probability)).rounded()) + 1
  }

  /// Throws the reason if a run has too few frames for a percentile of frame times.
  ///
  /// Percentiles below the 99th are always allowed.
  static func allow(_ probability: Double, of count: Int) throws(Withheld) {
    guard probability >= probabilities[0] else { return }
    let least = leastFrames(for: probability)
    if count < least { throw .tooFewFrames(count, for: probability, least: least) }
  }
}
