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
  /// The frames by the times at which they reached the screen; `nil` if these times are unknown.
  let screen: SelectedFrames?
  /// The frame times on the screen in ascending order; `nil` if they are unknown.
  let sortedOnScreen: SortedFrameTimes?

  /// Collects the input of the data-quality checks.
  init(
    recording: Recording, parameters: Parameters, frames: SelectedFrames?,
    sorted: SortedFrameTimes?, activities: Activities?, course: RunCourse?,
    screen: SelectedFrames?, sortedOnScreen: SortedFrameTimes?
  ) {
    self.recording = recording
    self.parameters = parameters
    self.frames = frames
    self.sorted = sorted
    self.activities = activities
    self.course = course
    self.screen = screen
    self.sortedOnScreen = sortedOnScreen
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

  /// The number of issues of the given kinds in the files of the run.
  func count(of kinds: Set<ImportIssue.Kind>) -> Int {
    recording.issues.filter { kinds.contains($0.kind) }.reduce(0) { $0 + $1.count }
  }

  private static let damaging: Set<ImportIssue.Kind> = [
    .timeWentBack, .shortRow, .notANumber, .decimalComma, .notFinite, .outOfRange, .notPositive,
    .longLine, .unusableRow, .lostBetweenDumps,
  ]
}
