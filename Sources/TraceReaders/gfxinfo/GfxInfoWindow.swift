internal import Decoding
internal import Recordings
internal import Units

/// What a dump says of one window, or of a process as a whole.
struct GfxInfoWindow {
  /// Its name as the dump has it; empty for the process as a whole.
  let name: String
  /// The edition of its table of frames.
  var dialect = GfxInfoDialect.summary
  /// Its counts and percentiles, of the last dump.
  var summary = GfxInfoSummary()
  /// Its table of frames, of all dumps.
  var frames = FrameStatsFrames()
  /// How long the work on each of the last frames took, of the last dump that says so.
  var durations = OptionalColumn()
  /// What was wrong in its rows.
  var issues = IssueLog()

  init(name: String) { self.name = name }

  /// Whether it has no frames, and nothing on how long they took.
  var isWithoutFrames: Bool { frames.isEmpty && durations.isEmpty }

  /// The name for people: without the view's address, which changes from launch to launch.
  var title: String {
    harmless(name.split(separator: "/android.view.ViewRootImpl@").first.map(String.init) ?? name)
  }

  /// The run that it left behind.
  ///
  /// - Parameters:
  ///   - origin: of the file, with the stream's name.
  ///   - whole: the process's own counts, for a window that has none.
  /// - Returns: `nil` when there is no frame and no figure.
  func run(_ origin: Recording.Origin, whole: GfxInfoSummary) -> TraceRun? {
    let summary = summary.isEmpty ? whole : summary
    let timeline = frames.timeline
    guard timeline != nil || !durations.isEmpty || !summary.isEmpty else { return nil }
    var origin = origin
    origin.dialect = dialect
    var recording = Recording(origin: origin, timeline: timeline.map { .known($0) } ?? noFrames)
    if timeline == nil, !durations.isEmpty {
      recording.unplacedSignals[.cpuBusy] = durations
    }
    recording.description.device.refreshRate = frames.refreshRate
    recording.description.scalars = summary.scalars
    // With a table of frames the figures are of other frames: of all since the counts were reset.
    if timeline == nil {
      recording.description.reported = summary.reported
    } else {
      recording.description.scalars += summary.totals
    }
    recording.issues = allIssues(of: summary)
    return TraceRun(recording, clockOrigin: frames.clockOrigin)
  }

  private var noFrames: Known<FrameTimeline> {
    switch dialect {
    case GfxInfoDialect.summary:
      .withheld(because: "counts and percentiles, and no frames; dump with “framestats”")
    case GfxInfoDialect.durations:
      .withheld(because: "how long frames took, and not when they were; dump with “framestats”")
    default: .withheld(because: "no frame of this window counts")
    }
  }

  private func allIssues(of summary: GfxInfoSummary) -> [ImportIssue] {
    var issues = issues
    for contradiction in summary.contradictions {
      issues.note(.contradiction, line: nil, found: shortened(contradiction))
    }
    if frames.changesRefreshRate { issues.note(.refreshRateChanges, line: nil) }
    return issues.inOrder
  }
}

/// The editions of the dump.
enum GfxInfoDialect {
  static let summary = "summary"
  static let durations = "durations"
  static let to11 = "framestats to Android 11"
  static let since12 = "framestats since Android 12"
  static let workloadTarget = "framestats with WorkloadTarget"
}
