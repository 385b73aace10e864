internal import Recordings
internal import Units

/// The input of the checks of data quality.
struct QualityEvidence: Sendable {
  /// The run.
  let recording: Recording
  /// The parameters of its metrics.
  let parameters: Parameters
  /// The frames that count; `nil` if there are none.
  let frames: SelectedFrames?
  /// Their frame times in ascending order; `nil` if there are none.
  let sorted: SortedFrameTimes?
  /// The intervals in which frames count; `nil` without a timeline.
  let activities: Activities?
  /// The frame times over the run's time; `nil` for short runs and runs with pauses, and if it is not needed.
  let course: RunCourse?

  /// Collects the input.
  init(
    recording: Recording, parameters: Parameters, frames: SelectedFrames?,
    sorted: SortedFrameTimes?, activities: Activities?, course: RunCourse?
  ) {
    self.recording = recording
    self.parameters = parameters
    self.frames = frames
    self.sorted = sorted
    self.activities = activities
    self.course = course
  }

  /// The number of rows between frames that were lost or left out, without duplicates.
  ///
  /// A frame next to such a row lasts for two, and it is unknown which frames do.
  var damagedRows: Int {
    count(of: Self.damaging) + (timesContradict ? 0 : count(of: [.lostFrames]))
  }

  /// Whether the time column and the frame times disagree so often that they measure different
  /// things, instead of missing frames.
  var timesContradict: Bool {
    count(of: [.lostFrames]) * 2 > recording.timeline.value?.frameCount ?? 0
  }

  /// The number of issues of some kinds.
  func count(of kinds: Set<ImportIssue.Kind>) -> Int {
    recording.issues.filter { kinds.contains($0.kind) }.reduce(0) { $0 + $1.count }
  }

  private static let damaging: Set<ImportIssue.Kind> = [
    .timeWentBack, .shortRow, .notANumber, .decimalComma, .notFinite, .outOfRange, .notPositive,
    .longLine, .unusableRow, .lostBetweenDumps,
  ]
}
