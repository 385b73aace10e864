internal import Decoding
internal import Recordings
internal import Units

extension TraceFormat {
  /// Frames logged by a listener of AndroidX JankStats, one per line.
  static let jankStats = TraceFormat(
    id: "jankstats",
    title: "AndroidX JankStats",
    summary: """
      the frames that JankStats passes to its listener, one JSON object or logged FrameData per line. JankStats does \
      not record presents, so the end of the work on a frame counts as the frame's present. The states that the \
      application reports to JankStats become markers
      """,
    dialects: [JankStatsDialect.lines, JankStatsDialect.log],
    supports: """
      all metrics of frames except latency; the metrics frame.cpu, frame.work and frame.overrun
      """,
    checkedAgainst:
      "example files that this project wrote; no file that JankStats wrote was available",
    recognize: { head in
      if head.outline?.has("frameStartNanos") == true {
        return .yes(dialect: JankStatsDialect.lines)
      }
      return head.contains("FrameData(frameStartNanos=")
        ? .yes(dialect: JankStatsDialect.log) : .no()
    },
    read: { (source, head, dialect) throws(TraceError) in
      var reader = JankStatsReader()
      return [try reader.run(in: &source, dialect: dialect)]
    })
}

/// The dialects of JankStats recordings: the syntax of their lines.
enum JankStatsDialect {
  static let lines = "JSON lines"
  static let log = "logged FrameData"
}

/// Reads the lines of a JankStats recording.
private struct JankStatsReader: ~Copyable {
  private var lines = TextLines()
  private var text = JankStatsText()
  private var frames = JankStatsFrames()

  mutating func run(
    in source: inout TraceSource, dialect: String
  ) throws(TraceError) -> TraceRun {
    let isLog = dialect == JankStatsDialect.log
    while let line = try lines.next(in: &source) {
      guard line.trimmed.count > 0 else { continue }
      guard let frame = isLog ? text.frame(logged: line) : text.frame(json: line) else {
        // A log also contains lines that other code of the application wrote.
        if !isLog { lines.note(.unusableRow, line) }
        continue
      }
      if let issue = frames.take(frame) { lines.note(issue, line) }
      guard frames.stretchCount <= JankStatsFrames.mostStretches else {
        throw .tooMany(
          "states", limit: JankStatsFrames.mostStretches, path: source.name, line: lines.number)
      }
    }
    let origin = Recording.Origin(
      source: source.name, format: TraceFormat.jankStats.id, dialect: dialect)
    guard var run = frames.run(origin) else {
      throw .noData(
        path: source.name, format: origin.format, line: nil,
        firstIssue: lines.issues.inOrder.first)
    }
    run.recording.issues += lines.issues.inOrder
    return run
  }
}

/// Builds a timeline from the frames of a JankStats listener.
struct JankStatsFrames {
  /// The maximum number of intervals in which the application is in a state.
  static let mostStretches = 100_000

  private static let signals: [FrameSignal] = [.cpuBusy, .work, .overrun]

  private var frames = FrameCollector(signals: signals)
  /// The CPU time of each frame, stored only while all frames are janky, because such a run has no timeline.
  private var durations = OptionalColumn()
  private var blames: NumberColumn<FrameBlame> = []
  private var count = 0
  private var jankCount = 0
  private var verdictCount = 0
  private var isMainThreadOnly = true
  private var lastStart = Nanoseconds.min
  private var lastEnd: Nanoseconds?
  private var openStretches: [String: Nanoseconds] = [:]
  private var lastStates: [String] = []
  private var stretches: [(name: String, start: Nanoseconds, end: Nanoseconds)] = []

  /// The number of intervals so far in which the application is in a state.
  var stretchCount: Int { stretches.count + openStretches.count }

  /// Adds a frame of the JankStats listener.
  ///
  /// - Returns: the issue to record; `nil` if the frame has no problem.
  mutating func take(_ frame: JankStatsFrame) -> ImportIssue.Kind? {
    // JankStats reports a frame twice if several of its sources observe the frame.
    guard frame.start != lastStart else { return .duplicateTime }
    let verdict = frames.add(time: frame.end, frameTime: nil)
    guard verdict.isFrame || frames.frameCount == 0 && lastEnd == nil else { return verdict.issue }
    lastStart = frame.start
    note(frame)
    if verdict.isFrame {
      blames.append(frame.isJank == true ? .unknown : [])
      frames.set(0, frame.cpu ?? frame.ui)
      frames.set(1, frame.total)
      frames.set(2, frame.overrun)
    }
    follow(frame.states, from: lastEnd ?? frame.end)
    lastEnd = frame.end
    return verdict.issue
  }

  private mutating func note(_ frame: JankStatsFrame) {
    count += 1
    jankCount += frame.isJank == true ? 1 : 0
    verdictCount += frame.isJank == nil ? 0 : 1
    isMainThreadOnly = isMainThreadOnly && frame.cpu == nil && frame.total == nil
    if jankCount == count {
      durations.append(frame.cpu ?? frame.ui)
    } else if durations.count > 0 {
      durations = OptionalColumn()
    }
  }

  // MARK: - States

  /// Ends the intervals of states that the application has left, and begins those of new states.
  private mutating func follow(_ states: [String], from start: Nanoseconds) {
    guard states != lastStates else { return }
    lastStates = states
    let current = Set(states)
    for (name, begin) in openStretches.sorted(by: { $0.key < $1.key })
    where !current.contains(name) {
      openStretches[name] = nil
      stretches.append((name, begin, start))
    }
    for name in states where openStretches[name] == nil { openStretches[name] = start }
  }

  private func markers(movedBy origin: Nanoseconds) -> [Marker] {
    let end = lastEnd ?? 0
    let all = stretches + openStretches.map { (name: $0.key, start: $0.value, end: end) }
    return all.sorted { ($0.start, $0.name) < ($1.start, $1.name) }.map {
      Marker(start: $0.start - origin, end: $0.end - origin, name: $0.name)
    }
  }

  // MARK: - The run

  /// The run of the collected frames; `nil` without a frame.
  func run(_ origin: Recording.Origin) -> TraceRun? {
    guard count > 0, let clockOrigin = frames.clockOrigin, let timeline = frames.finish() else {
      return nil
    }
    var issues = IssueLog()
    if isMainThreadOnly { issues.note(.mainThreadOnly, line: nil) }
    var recording =
      isJankAlone
      ? Recording(
        origin: origin, timeline: .withheld(because: Self.jankAlone), issues: issues.inOrder,
        unplacedSignals: [.cpuBusy: durations])
      : Recording(
        origin: origin, timeline: .known(withVerdicts(timeline)),
        markers: markers(movedBy: clockOrigin), issues: issues.inOrder)
    recording.description.scalars = scalars
    return TraceRun(recording, clockOrigin: clockOrigin)
  }

  /// Whether all frames in the log are janky, which means that the log lacks the frames between them.
  private var isJankAlone: Bool { count > 1 && jankCount == count }

  private static let jankAlone =
    "the log contains only janky frames; let the JankStats listener write a line for every frame"

  private func withVerdicts(_ timeline: FrameTimeline) -> FrameTimeline {
    guard verdictCount > 0 else { return timeline }
    return FrameTimeline(
      presents: timeline.presents, kinds: timeline.kinds, signals: timeline.signals,
      unplaced: timeline.unplaced, blames: blames)
  }

  /// JankStats' counts of frames and of janky frames, including the first frame, which only opens the timeline.
  private var scalars: [Scalar] {
    let all = Scalar(
      name: "jankstats.frames", value: Double(count), unit: .count, lowerIsBetter: nil)
    let janky = Scalar(
      name: "jankstats.janky-frames", value: Double(jankCount), unit: .count, lowerIsBetter: true)
    return verdictCount > 0 ? [all, janky] : [all]
  }
}

/// A frame as JankStats passes it to its listener; newer Android versions provide more values.
///
/// Source: AndroidX, `androidx.metrics.performance`, `FrameData`, `FrameDataApi24` and `FrameDataApi31`.
struct JankStatsFrame {
  let start: Nanoseconds
  /// The duration of the main thread's work on the frame.
  let ui: Nanoseconds
  /// The duration of the CPU's work on the frame; `nil` before Android 7.
  let cpu: Nanoseconds?
  /// The duration of all work on the frame including the GPU; `nil` before Android 12.
  let total: Nanoseconds?
  /// The end of the work on the frame minus its deadline; `nil` before Android 12.
  let overrun: Nanoseconds?
  /// Whether JankStats classifies the frame as janky; `nil` if the classification was not logged.
  let isJank: Bool?
  /// The states that the application had set when the frame was drawn, such as `Activity: Main`.
  let states: [String]

  /// The end of the work on the frame: the end of all work if it is known, else of the CPU's work, else of the main
  /// thread's work.
  var end: Nanoseconds { start + (total ?? cpu ?? ui) }

  /// Creates a frame from the members in a line; `nil` if a required member is missing.
  init?(_ members: JankStatsMembers) {
    guard let start = members.start, let ui = members.ui, ui >= 0 else { return nil }
    self.start = start
    self.ui = ui
    cpu = members.cpu.flatMap { $0 > 0 ? $0 : nil }
    total = members.total.flatMap { $0 > 0 ? $0 : nil }
    overrun = members.overrun
    isJank = members.isJank
    states = members.states
    guard end.isPlausible else { return nil }
  }
}

/// The members of JankStats' `FrameData` that a line contains.
struct JankStatsMembers {
  fileprivate var start: Nanoseconds?
  fileprivate var ui: Nanoseconds?
  fileprivate var cpu: Nanoseconds?
  fileprivate var total: Nanoseconds?
  fileprivate var overrun: Nanoseconds?
  var isJank: Bool?
  var states: [String] = []

  /// A member of `FrameData`, by its name in JankStats.
  enum Name: CaseIterable {
    case start, ui, cpu, total, overrun, isJank, states

    private var text: StaticString {
      switch self {
      case .start: "frameStartNanos"
      case .ui: "frameDurationUiNanos"
      case .cpu: "frameDurationCpuNanos"
      case .total: "frameDurationTotalNanos"
      case .overrun: "frameOverrunNanos"
      case .isJank: "isJank"
      case .states: "states"
      }
    }

    /// Recognizes a member of `FrameData` by its name in a line; `nil` for other names.
    init?(_ name: Field) {
      guard let known = Self.allCases.first(where: { name.isExactly($0.text) }) else { return nil }
      self = known
    }
  }

  /// Stores the time of a member of `FrameData`; members that are not times are ignored.
  mutating func set(_ name: Name, to time: Nanoseconds?) {
    switch name {
    case .start: start = time
    case .ui: ui = time
    case .cpu: cpu = time
    case .total: total = time
    case .overrun: overrun = time
    case .isJank, .states: break
    }
  }
}
