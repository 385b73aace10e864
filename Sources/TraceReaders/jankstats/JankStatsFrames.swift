internal import Decoding
internal import Recordings
internal import Units

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
