internal import Decoding
internal import Recordings
internal import Units

extension TraceFormat {
  /// `<name>.timeline.json` files of Flutter's driver: traces of the engine.
  static let flutterTimeline = TraceFormat(
    id: "flutter-timeline",
    title: "Flutter timeline",
    summary: """
      the build, raster and total times of each frame; Flutter's engine does not record presents, so no frame rate can \
      be computed
      """,
    dialects: ["object", "array"],
    supports: "the metrics frame.ui, frame.render and frame.work",
    checkedAgainst: """
      one trace of Flutter's driver, whose averages, percentiles and longest times equal those in its summary
      """,
    recognize: { head in
      guard let outline = head.outline, case .flutter? = TraceEventShape(outline) else {
        return .no()
      }
      return .yes(dialect: TraceEventShape.container(in: outline))
    },
    read: { (source, _, dialect) throws(TraceError) in
      [try FlutterEngineTrace.run(in: &source, dialect: dialect)]
    })
}

/// Reads traces of Flutter's engine: the build, raster and total times of frames.
struct FlutterEngineTrace: ~Copyable {
  private var events = TraceEventReader(arguments: ["StartTime", "TargetTime"])
  private var work = FrameWork()
  /// The build times of frames by the engine's own callback, for traces without the events of the framework.
  private var callbacks = FrameWork()
  private var open: [Part: Nanoseconds] = [:]
  private var refreshIntervals: [Nanoseconds: Int] = [:]
  private var issues = IssueLog()
  private(set) var hasEvents = false

  private static let (startTime, targetTime) = (0, 1)

  /// The maximum number of open parts of frames, and of distinct vsync intervals, in memory.
  private static let limit = 1 << 12

  /// Identifies a part of the work on a frame that has begun, so that its end can be found.
  private struct Part: Hashable {
    let signal: FrameSignal
    let isCallback: Bool
    let process: Int64
    let thread: Int64
    let id: UInt64
  }

  /// Reads a trace of Flutter's engine; O(bytes) in time, O(frames) in memory.
  ///
  /// - Throws: if the text is not JSON, no frame was drawn, or the file cannot be read.
  static func run(in source: inout TraceSource, dialect: String) throws(TraceError) -> TraceRun {
    var timeline = FlutterEngineTrace()
    while try timeline.events.next(in: &source) { timeline.takeEvent() }
    return try timeline.finish(source: source.name, dialect: dialect)
  }

  /// Reads an event that does not come from JSON.
  mutating func take(_ event: ProgramEvent) {
    events.take(event)
    takeEvent()
  }

  private mutating func takeEvent() {
    hasEvents = true
    let event = events.event
    switch events.name.count {
    case 5 where events.name.isExactly("Frame"): take(event, as: .ui)
    case 19 where events.name.isExactly("GPURasterizer::Draw"): take(event, as: .render)
    case 20 where events.name.isExactly("Animator::BeginFrame"):
      take(event, as: .ui, isCallback: true)
    case 12 where events.name.isExactly("PipelineItem"): take(event, as: .work)
    case 20 where events.name.isExactly("VsyncProcessCallback"): takeInterval()
    default: break
    }
  }

  /// Reads an event that begins or ends a part of the work on a frame.
  ///
  /// Pipeline items pass from thread to thread and have an id; all other parts of the work stay in one thread.
  private mutating func take(
    _ event: TraceEvent, as signal: FrameSignal, isCallback: Bool = false
  ) {
    guard let time = event.time else { return issues.note(.notANumber, line: nil) }
    let part = Part(
      signal: signal, isCallback: isCallback, process: event.process,
      thread: signal == .work ? 0 : event.thread,
      id: signal == .work ? event.id : 0)
    switch event.phase {
    case .begin, .asyncBegin:
      guard open.count < Self.limit else {
        return issues.note(.tooMany, line: nil, found: "open frames")
      }
      open[part] = time
    case .end, .asyncEnd:
      guard let start = open.removeValue(forKey: part) else {
        return issues.note(.unmatchedEnd, line: nil, found: events.name.field.shown)
      }
      append(time &- start, to: signal, isCallback)
    case .complete: if let duration = event.duration { append(duration, to: signal, isCallback) }
    case .instant, .metadata, .other: break
    }
  }

  private mutating func append(
    _ duration: Nanoseconds, to signal: FrameSignal, _ isCallback: Bool
  ) {
    guard duration >= 0 else { return issues.note(.timeWentBack, line: nil) }
    let issue =
      isCallback
      ? callbacks.append(duration, to: signal) : work.append(duration, to: signal)
    if let issue {
      issues.note(issue, line: nil, found: "frames")
    }
  }

  /// Counts the vsync interval of an event, which contains the last vsync and the next one.
  private mutating func takeInterval() {
    guard let start = events.arguments.integer(Self.startTime),
      let target = events.arguments.integer(Self.targetTime)
    else { return }
    let (interval, overflow) = target.subtractingReportingOverflow(start)
    guard !overflow, interval > 0, refreshIntervals.count < Self.limit else { return }
    refreshIntervals[interval, default: 0] += 1
  }

  // MARK: - The run

  private mutating func finish(source: String, dialect: String) throws(TraceError) -> TraceRun {
    let origin = Recording.Origin(
      source: source, format: TraceFormat.flutterTimeline.id, dialect: dialect)
    guard let run = run(origin) else { throw .refused(path: source, Self.noFrames(origin.format)) }
    return run
  }

  static func noFrames(_ format: String) -> TraceRefusal {
    .noFrames(format: format, wanted: ["Frame", "GPURasterizer::Draw"], categories: [])
  }

  /// The run of all frames; `nil` if no frame was drawn.
  mutating func run(_ origin: Recording.Origin) -> TraceRun? {
    work.fill(from: callbacks)
    guard !work.isEmpty else { return nil }
    issues.add(events.issues)
    var description = RunDescription()
    let usual = refreshIntervals.max { ($0.value, $1.key) < ($1.value, $0.key) }
    description.device.refreshRate = usual.flatMap {
      NominalRefreshRate.hertz(every: $0.key)
    }
    return TraceRun(
      Recording(
        origin: origin, timeline: .withheld(because: FrameWork.reasonForNoTimeline),
        description: description, issues: issues.inOrder, unplacedSignals: work.signals))
  }
}
