internal import Decoding
internal import Recordings
internal import Units

/// The frames and figures of one Android window, or of a process as a whole.
struct GfxInfoWindow {
  /// The name of the window in the dump; empty for the process as a whole.
  let name: String
  /// The dialect of the window's dump: the version of its frame table, or a dump without such a table.
  var dialect = GfxInfoDialect.summary
  /// The counts and percentiles of the window in the last dump.
  var summary = GfxInfoSummary()
  /// The frames in the `framestats` tables of all dumps.
  var frames = FrameStatsFrames()
  /// The durations of the window's last frames, from the last dump that contains them.
  var durations = OptionalColumn()
  /// The problems found in the window's rows.
  var issues = IssueLog()

  init(name: String) { self.name = name }

  /// Whether the window has neither a frame table nor durations of frames.
  var isWithoutFrames: Bool { frames.isEmpty && durations.isEmpty }

  /// Whether the counts of the process can be those of this window, given that the process has no other window.
  ///
  /// Since Android 12, the dump has counts of each window. These counts differ from those of the process if other
  /// windows were closed.
  func canHaveCounts(of process: GfxInfoSummary) -> Bool {
    summary.frameCount == nil || summary.frameCount == process.frameCount
  }

  /// The name of the window for users, without the address of the view, which changes with each launch.
  var title: String {
    harmless(name.split(separator: "/android.view.ViewRootImpl@").first.map(String.init) ?? name)
  }

  /// The run of the window or process; `nil` if there is neither a frame nor a figure.
  ///
  /// - Parameters:
  ///   - origin: the origin with the name of the stream.
  ///   - whole: the counts of the process, for a window without counts.
  ///   - isAmongWindows: whether the windows of the process become runs next to this run.
  func run(
    _ origin: Recording.Origin, whole: GfxInfoSummary, isAmongWindows: Bool
  ) -> TraceRun? {
    let summary = summary.isEmpty ? whole : summary
    let timeline = frames.timeline
    guard timeline != nil || !durations.isEmpty || !summary.isEmpty else { return nil }
    var origin = origin
    origin.dialect = dialect
    var recording = Recording(
      origin: origin, timeline: timeline.map { .known($0) } ?? noFrames(isAmongWindows))
    if timeline == nil, !durations.isEmpty {
      recording.unplacedSignals[.cpuBusy] = durations
    }
    recording.description.device.refreshRate = frames.refreshRate
    recording.description.scalars = summary.scalars
    // The figures next to a frame table describe other frames than the table: all frames since the counts were reset.
    if timeline == nil {
      recording.description.reported = summary.reported
    } else {
      recording.description.scalars += summary.totals
    }
    recording.issues = allIssues(of: summary)
    return TraceRun(recording, clockOrigin: frames.clockOrigin)
  }

  private func noFrames(_ isAmongWindows: Bool) -> Known<FrameTimeline> {
    switch dialect {
    case GfxInfoDialect.summary where isAmongWindows:
      .withheld(
        because:
          "the frame counts belong to the whole process; each window of the process that has frames is a separate run"
      )
    case GfxInfoDialect.summary:
      .withheld(
        because:
          "the dump contains only frame counts and percentiles; use “dumpsys gfxinfo PACKAGE framestats”"
      )
    case GfxInfoDialect.durations:
      .withheld(
        because:
          "the dump has the durations of frames, but not their times; use “dumpsys gfxinfo PACKAGE framestats”"
      )
    default: .withheld(because: "no frame in the table of this window is usable")
    }
  }

  private func allIssues(of summary: GfxInfoSummary) -> [ImportIssue] {
    var issues = issues
    for contradiction in summary.contradictions {
      issues.note(.contradiction, line: nil, found: contradiction)
    }
    if frames.changesRefreshRate { issues.note(.refreshRateChanges, line: nil) }
    return issues.inOrder
  }
}

/// The dialects of `dumpsys gfxinfo`: which tables a dump contains, and which Android version wrote it.
enum GfxInfoDialect {
  static let summary = "summary"
  static let durations = "durations"
  static let to11 = "framestats up to Android 11"
  static let since12 = "framestats since Android 12"
  static let workloadTarget = "framestats with WorkloadTarget"
}
