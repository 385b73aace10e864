internal import Recordings
internal import Units

/// What the checks of data quality look at.
struct QualityEvidence: Sendable {
  /// The run.
  let recording: Recording
  /// What its metrics are computed with.
  let parameters: Parameters
  /// The frames that count; `nil` where there are none.
  let frames: SelectedFrames?
  /// Their frame times in ascending order; `nil` where there are none.
  let sorted: SortedFrameTimes?
  /// The stretches in which frames count; `nil` without a timeline.
  let activities: Activities?

  /// How many frames of the trace were lost or left out between others, duplicates not among them.
  ///
  /// A frame before or after such a place lasts for two, and nobody knows which ones do.
  var damagedRows: Int {
    count(of: Self.damaging) + (timesContradict ? 0 : count(of: [.lostFrames]))
  }

  /// Whether the time column and the frame times disagree so often that they tell different things,
  /// and not that frames are missing.
  var timesContradict: Bool {
    count(of: [.lostFrames]) * 2 > recording.timeline.value?.frameCount ?? 0
  }

  /// How often the issues of some kinds happened.
  func count(of kinds: Set<ImportIssue.Kind>) -> Int {
    recording.issues.filter { kinds.contains($0.kind) }.reduce(0) { $0 + $1.count }
  }

  private static let damaging: Set<ImportIssue.Kind> = [
    .timeWentBack, .shortRow, .notANumber, .decimalComma, .notFinite, .outOfRange, .notPositive,
    .longLine, .unusableRow, .lostBetweenDumps,
  ]
}
