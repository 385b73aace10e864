internal import Recordings
internal import Units

/// The input of the data-quality checks: one run, and what the checks compute from its frames.
struct QualityEvidence: Sendable {
  /// The recording of the run whose data is checked.
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

  /// Collects the input of the data-quality checks.
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

  /// The number of rows between frames that the recording tool lost or the reader left out, without duplicates.
  ///
  /// A frame next to such a row has the duration of two frames, and it is unknown which frames these are.
  var damagedRows: Int {
    count(of: Self.damaging) + (timesContradict ? 0 : count(of: [.lostFrames]))
  }

  /// Whether the time column and the frame times disagree so often that no frames are missing, and the columns measure
  /// different things instead.
  var timesContradict: Bool {
    count(of: [.lostFrames]) * 2 > recording.timeline.value?.frameCount ?? 0
  }

  /// The number of issues of the given kinds in the files of the run.
  func count(of kinds: Set<ImportIssue.Kind>) -> Int {
    recording.issues.filter { kinds.contains($0.kind) }.reduce(0) { $0 + $1.count }
  }

  private static let damaging: Set<ImportIssue.Kind> = [
    .timeWentBack, .shortRow, .notANumber, .decimalComma, .notFinite, .outOfRange, .notPositive,
    .longLine, .unusableRow, .lostBetweenDumps,
  ]
}
