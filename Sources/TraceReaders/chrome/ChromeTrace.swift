internal import Decoding
internal import Recordings
internal import Units

/// Reads a Chrome trace event by event, and collects the frames of each page.
struct ChromeTrace: ~Copyable {
  private var events = TraceEventReader(arguments: Argument.paths, profiles: true)
  private var streams = ChromeStreams()
  private var reports: [ReportKey: Report] = [:]
  private var facts = ChromeFacts()
  private var timings = UserTimings()
  private var slices = ChromeSlices()
  private var profiles = ChromeProfiles()
  private var stages = ChromeStages()
  private var issues = IssueLog()
  private var end = Nanoseconds.min
  /// The time of the first event, from which DevTools counts.
  private var start = Nanoseconds.max
  /// The remaining number of activities that runs of the trace may have.
  private var activityCapacity = ChromeFrames.mostActivities

  /// The maximum number of `PipelineReporter` events that have begun and not ended.
  private static let limit = 1 << 12

  /// The arguments of Chrome's events that are read; the raw value is the slot of the argument.
  private enum Argument: EventArguments.Slot, CaseIterable {
    case layerTree, name, labels, wantsFrames, interval, function, address, type
    case state, sequence, source, reportTree, smoothness
    case oldState, oldSequence, oldSource, oldReportTree, oldSmoothness

    static var paths: [String] { allCases.map(\.path) }

    private var path: String {
      switch self {
      case .layerTree: "layerTreeId"
      case .name: "name"
      case .labels: "labels"
      case .wantsFrames: "data.needsBeginFrame"
      case .interval: "args.interval_us"
      case .function: "data.functionName"
      case .address: "data.url"
      case .type: "data.type"
      case .state: "frame_reporter.state"
      case .sequence: "frame_reporter.frame_sequence"
      case .source: "frame_reporter.frame_source"
      case .reportTree: "frame_reporter.layer_tree_host_id"
      case .smoothness: "frame_reporter.affects_smoothness"
      case .oldState: "chrome_frame_reporter.state"
      case .oldSequence: "chrome_frame_reporter.frame_sequence"
      case .oldSource: "chrome_frame_reporter.frame_source"
      case .oldReportTree: "chrome_frame_reporter.layer_tree_host_id"
      case .oldSmoothness: "chrome_frame_reporter.affects_smoothness"
      }
    }
  }

  private struct ReportKey: Hashable {
    let process: Int64
    let id: UInt64
  }

  /// The beginning of a `PipelineReporter` event, whose end is not known yet.
  private struct Report {
    let begin: Nanoseconds
    let outcome: ChromeStream.Outcome
    let layerTree: Int64?
    let frame: (source: Int64, sequence: Int64)?
    var stages: ChromeStages.OpenFrame
  }

  /// Reads a Chrome trace; O(bytes) in time, O(frames) in memory.
  ///
  /// - Returns: one run per layer tree that was drawn.
  /// - Throws: if the text is not JSON, nothing was drawn, or the file cannot be read.
  static func runs(
    in source: inout TraceSource, dialect: String
  ) throws(TraceError) -> [TraceRun] {
    var trace = ChromeTrace()
    while try trace.events.next(in: &source) { trace.takeEvent() }
    return try trace.finish(source: source.name, dialect: dialect)
  }

  // MARK: - Events

  /// Reads an event that does not come from JSON.
  mutating func take(_ event: ProgramEvent) {
    events.take(event)
    takeEvent()
  }

  private mutating func takeEvent() {
    let event = events.event
    if let time = event.time {
      end = max(end, time)
      if time > 0, event.phase != .metadata { start = min(start, time) }
    }
    switch events.name.count {
    case 16 where events.name.isExactly("PipelineReporter"): return takeReport(event)
    case 9 where events.name.isExactly("DrawFrame"):
      if event.phase == .instant { takeFrame(event) { $0.addDraw(at: $1, to: $2) } }
    case 12 where events.name.isExactly("DroppedFrame"):
      takeFrame(event) { streams, _, stream in streams.addDroppedFrame(to: stream) }
    case 7 where events.name.isExactly("Profile"):
      return profiles.begin(event, events.arguments.profile)
    case 12 where events.name.isExactly("ProfileChunk"):
      return profiles.take(event, events.arguments.profile, into: &slices)
    case 22 where events.name.isExactly("NeedsBeginFrameChanged"):
      guard let wantsFrames = events.arguments.flag(Argument.wantsFrames.rawValue) else { break }
      takeFrame(event) { $0.addWish(wantsFrames, at: $1, to: $2) }
    case 21 where events.name.isExactly("Scheduler::BeginFrame"):
      facts.noteInterval(events.arguments.number(Argument.interval.rawValue))
    default:
      switch event.phase {
      case .metadata: takeMetadata(of: event)
      case .asyncBegin, .asyncEnd: if !takeStage(event) { takeTiming(event) }
      default: takeTiming(event)
      }
    }
    slices.take(event, name: events.name.field, detail: Self.scriptDetail(of: events))
  }

  /// What an event of a script runs: a function and its script, a script, or the type of an input event.
  private static func scriptDetail(of events: borrowing TraceEventReader) -> [UInt8]? {
    let arguments = events.arguments
    let address = arguments.bytes(Argument.address.rawValue) ?? []
    if let function = arguments.bytes(Argument.function.rawValue) {
      return ScriptName.bytes(function: function, address: address)
    }
    if events.name.isExactly("EvaluateScript") || events.name.isExactly("v8.evaluateModule") {
      return Array(ScriptName.file(of: address))
    }
    return events.name.isExactly("EventDispatch") ? arguments.bytes(Argument.type.rawValue) : nil
  }

  private mutating func takeFrame(
    _ event: TraceEvent, _ take: (inout ChromeStreams, Nanoseconds, Int) -> Void
  ) {
    guard let time = event.time else { return issues.note(.notANumber, line: nil) }
    let layerTree = events.arguments.integer(Argument.layerTree.rawValue)
    change(.init(process: event.process, layerTree: layerTree)) { take(&$0, time, $1) }
  }

  private mutating func change(
    _ key: ChromeStream.Key, _ change: (inout ChromeStreams, Int) -> Void
  ) {
    guard let stream = streams.position(of: key) else {
      return issues.note(.tooMany, line: nil, found: "layer trees")
    }
    change(&streams, stream)
  }

  private mutating func takeMetadata(of event: TraceEvent) {
    let arguments = events.arguments
    if events.name.isExactly("process_name"), let name = arguments.text(Argument.name.rawValue) {
      facts.noteProcess(event.process, name: name)
    } else if events.name.isExactly("thread_name"),
      let name = arguments.text(Argument.name.rawValue)
    {
      facts.noteThread(of: event.process, name: name)
      slices.noteThread(event.thread, of: event.process, name: name)
    } else if events.name.isExactly("process_labels"),
      let label = arguments.text(Argument.labels.rawValue)
    {
      facts.notePage(of: event.process, title: label)
    }
  }

  private mutating func takeTiming(_ event: TraceEvent) {
    guard events.category.contains("blink.user_timing") else { return }
    if !timings.take(event, name: events.name.field) {
      issues.note(.tooMany, line: nil, found: "user timings")
    }
  }

  // MARK: - Reports

  private mutating func takeReport(_ event: TraceEvent) {
    guard let time = event.time else { return issues.note(.notANumber, line: nil) }
    let key = ReportKey(process: event.process, id: event.id)
    switch event.phase {
    case .asyncBegin:
      guard reports.count < Self.limit || reports[key] != nil else {
        return issues.note(.tooMany, line: nil, found: "open frames")
      }
      if let lost = reports.updateValue(report(from: time), forKey: key) {
        stages.remove(lost.stages)
      }
    case .asyncEnd:
      guard let report = reports.removeValue(forKey: key) else {
        return issues.note(.unmatchedEnd, line: nil, found: "PipelineReporter")
      }
      finish(report, at: time, process: event.process)
    case .complete:
      let (end, overflow) = time.addingReportingOverflow(event.duration ?? 0)
      guard !overflow else { return issues.note(.outOfRange, line: nil) }
      finish(report(from: time), at: end, process: event.process)
    default: break
    }
  }

  /// Reads an event that begins or ends a stage of a frame; `false` if the event is something else.
  private mutating func takeStage(_ event: TraceEvent) -> Bool {
    let key = ReportKey(process: event.process, id: event.id)
    guard let index = reports.index(forKey: key),
      reports.values[index].stages.category == events.category.field.fingerprint
    else { return false }
    stages.take(event, name: events.name.field, in: &reports.values[index].stages)
    return true
  }

  private func report(from begin: Nanoseconds) -> Report {
    let arguments = events.arguments
    func integer(_ new: Argument, _ old: Argument) -> Int64? {
      arguments.integer(new.rawValue) ?? arguments.integer(old.rawValue)
    }
    func isState(_ start: String) -> Bool {
      arguments.begins(Argument.state.rawValue, with: start)
        || arguments.begins(Argument.oldState.rawValue, with: start)
    }
    // A frame may be dropped because nothing changed; Chrome then says that nobody could see it.
    let isVisible =
      arguments.flag(Argument.smoothness.rawValue)
      ?? arguments.flag(Argument.oldSmoothness.rawValue) ?? true
    return Report(
      begin: begin,
      outcome: isState("STATE_PRESENTED")
        ? .presented : isState("STATE_DROPPED") && isVisible ? .dropped : .other,
      layerTree: integer(.reportTree, .oldReportTree),
      frame: integer(.sequence, .oldSequence).map { (integer(.source, .oldSource) ?? 0, $0) },
      stages: .init(category: events.category.field.fingerprint))
  }

  private mutating func finish(_ report: Report, at end: Nanoseconds, process: Int64) {
    let begin = min(report.begin, end)
    let list = stages(of: report, within: begin..<end)
    change(.init(process: process, layerTree: report.layerTree)) { streams, stream in
      streams.addReport(
        from: begin, to: end, report.outcome, frame: report.frame, stages: list, to: stream)
    }
  }

  /// The number of the list of a frame's stages; `nil` if the frame has none or did not reach the screen.
  private mutating func stages(of report: Report, within range: Range<Nanoseconds>) -> UInt32? {
    guard report.outcome == .presented else {
      stages.remove(report.stages)
      return nil
    }
    return stages.finish(report.stages, within: range)
  }

  // MARK: - Runs

  private mutating func finish(
    source: String, dialect: String
  ) throws(TraceError) -> [TraceRun] {
    let origin = Recording.Origin(
      source: source, format: TraceFormat.chrome.id, dialect: dialect)
    let runs = runs(origin)
    guard !runs.isEmpty else { throw .refused(path: source, Self.noFrames(origin.format)) }
    return runs
  }

  static func noFrames(_ format: String) -> TraceRefusal {
    .noFrames(
      format: format, wanted: ["PipelineReporter", "DrawFrame"],
      categories: ["cc", "benchmark", "disabled-by-default-devtools.timeline.frame"])
  }

  /// The runs of all layer trees that were drawn; empty if nothing was.
  mutating func runs(_ origin: Recording.Origin) -> [TraceRun] {
    issues.add(events.issues)
    issues.add(stages.issues)
    let parted = streams.parted()
    streams = ChromeStreams()
    var times = slices.finish()
    let drawn = parted.streams.indices.filter { parted.streams[$0].hasPresents }
      .sorted { parted.streams[$0].key < parted.streams[$1].key }
    let treeCounts = drawn.reduce(into: [:]) {
      $0[parted.streams[$1].key.process, default: 0] += 1
    }
    var runs: [TraceRun] = []
    for stream in drawn {
      let key = parted.streams[stream].key
      var origin = origin
      origin.stream = facts.name(of: key, isAlone: treeCounts[key.process] == 1)
      let frames = ChromeFrames(parted, stream)
      if var run = run(of: frames, &times, process: key.process, origin) {
        run.role = facts.role(of: key.process)
        runs.append(run)
      }
    }
    for index in runs.indices { runs[index].recording.issues += times.issues.inOrder }
    return runs
  }

  private mutating func run(
    of frames: ChromeFrames, _ times: inout SelfTimes, process: Int64, _ origin: Recording.Origin
  ) -> TraceRun? {
    var issues = issues
    guard let timed = frames.timeline(notingIn: &issues) else { return nil }
    let clockOrigin = timed.origin
    var timeline = timed.timeline
    let windows = FrameWindows(timeline, origin: clockOrigin, begins: timed.begins)
    timeline.parts =
      times.parts(ofProcess: process, in: windows) ?? stages.parts(of: timed.stages)
    let activities = frames.activities(until: end, capacity: &activityCapacity, notingIn: &issues)
    // Some intervals in which frames were expected end before a whole frame was displayed.
    let whole = timeline.withFrames(activities.map { $0.moved(by: clockOrigin) })
    let markers = whole + timings.markers(of: process).map { $0.moved(by: clockOrigin) }
    var origin = origin
    origin.start = clockOrigin - start
    let recording = Recording(
      origin: origin, timeline: .known(timeline), markers: markers,
      description: facts.description(
        of: process, vsyncInterval: frames.vsyncInterval, metadata: events.metadata),
      issues: issues.inOrder)
    return TraceRun(recording, clockOrigin: clockOrigin)
  }
}
