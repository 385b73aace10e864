internal import Decoding
internal import Recordings
internal import Units

extension TraceFormat {
  /// Exports of the performance page in Flutter's DevTools.
  static let flutterDevTools = TraceFormat(
    id: "flutter-devtools",
    title: "Flutter DevTools snapshot",
    summary:
      "the build, raster and total times of each frame, the refresh rate, and the version of Flutter",
    dialects: ["2.x"],
    supports: "the metrics frame.ui, frame.render and frame.work",
    checkedAgainst: """
      one DevTools snapshot that contains three frames, and a made one with the layout of DevTools 2.20, which also has \
      the engine's trace
      """,
    recognize: { head in
      head.outline?.has("devToolsSnapshot") == true ? .yes(dialect: "2.x") : .no()
    },
    read: { (source, _, dialect) throws(TraceError) in
      [try FlutterSnapshot.run(in: &source, dialect: dialect)]
    })
}

/// Reads a snapshot of the performance page in Flutter's DevTools.
struct FlutterSnapshot: ~Copyable {
  private var json = JSONReader()
  private var description = RunDescription()
  private var work = FrameWork()
  private var overhead = SampleCollector()
  private var lastStart = Nanoseconds.min
  private var issues = IssueLog()

  /// The times of a frame in a DevTools snapshot, converted from microseconds.
  private struct Frame {
    var start: Parsed<Nanoseconds> = .missing
    var elapsed: Parsed<Nanoseconds> = .missing
    var build: Parsed<Nanoseconds> = .missing
    var raster: Parsed<Nanoseconds> = .missing
    var vsyncOverhead: Parsed<Nanoseconds> = .missing
  }

  /// Reads a DevTools snapshot; O(bytes) in time, O(frames) in memory.
  ///
  /// - Throws: if the text is not JSON, it has no frames, or the file cannot be read.
  static func run(in source: inout TraceSource, dialect: String) throws(TraceError) -> TraceRun {
    var snapshot = FlutterSnapshot()
    try snapshot.read(&source)
    return try snapshot.finish(source: source.name, dialect: dialect)
  }

  // MARK: - Text

  private mutating func read(_ source: inout TraceSource) throws(TraceError) {
    guard try json.enterObject(in: &source) else { return }
    while let key = try json.nextKey(in: &source) {
      switch key {
      case "connectedApp": try readFacts(&source)
      case "devToolsVersion", "devtoolsVersion": try readLabel("devtools", &source)
      case "flutterVersion": try readLabel("flutter", &source)
      case "performance": try readPerformance(&source)
      default: try json.skipValue(in: &source)
      }
    }
    // Throws if anything follows the snapshot.
    _ = try json.next(in: &source)
  }

  private mutating func readFacts(_ source: inout TraceSource) throws(TraceError) {
    guard try json.enterObject(in: &source) else { return }
    while let key = try json.nextKey(in: &source) {
      switch key {
      case "operatingSystem":
        description.device.os = try json.scalar(in: &source).map { harmless($0) }
      case "flutterVersion": try readLabel("flutter", &source)
      case "isProfileBuild": try readLabel("profile_build", &source)
      default: try json.skipValue(in: &source)
      }
    }
  }

  private mutating func readLabel(
    _ name: String, _ source: inout TraceSource
  ) throws(TraceError) {
    description.labels[name] = try json.scalar(in: &source).map { harmless($0, limit: 100) }
  }

  private mutating func readPerformance(_ source: inout TraceSource) throws(TraceError) {
    guard try json.enterObject(in: &source) else { return }
    while let key = try json.nextKey(in: &source) {
      switch key {
      case "displayRefreshRate":
        let hertz = try json.scalar(in: &source).flatMap { Double($0) }
        description.device.refreshRate = hertz.flatMap { Device.isRefreshRate($0) ? $0 : nil }
      case "flutterFrames": try readFrames(&source)
      default: try json.skipValue(in: &source)
      }
    }
  }

  private mutating func readFrames(_ source: inout TraceSource) throws(TraceError) {
    guard try json.enterArray(in: &source) else { return }
    while let token = try json.nextElement(in: &source) {
      guard token == .beginObject else {
        issues.note(.unusableRow, line: json.line)
        try json.skipRest(of: token, in: &source)
        continue
      }
      take(try readFrame(&source))
    }
  }

  private mutating func readFrame(_ source: inout TraceSource) throws(TraceError) -> Frame {
    var frame = Frame()
    while let key = try json.nextKey(in: &source) {
      switch key {
      case "startTime": frame.start = try duration(&source)
      case "elapsed": frame.elapsed = try duration(&source)
      case "build": frame.build = try duration(&source)
      case "raster": frame.raster = try duration(&source)
      case "vsyncOverhead": frame.vsyncOverhead = try duration(&source)
      default: try json.skipValue(in: &source)
      }
    }
    return frame
  }

  private mutating func duration(
    _ source: inout TraceSource
  ) throws(TraceError) -> Parsed<Nanoseconds> {
    let token = try json.next(in: &source)
    switch token {
    case .number:
      let time = json.field.nanoseconds(in: .microseconds)
      guard let value = time.value, value < 0 else { return time }
      return .problem(.outOfRange)
    case .null: return .missing
    default:
      try json.skipRest(of: token, in: &source)
      return .problem(.notANumber)
    }
  }

  // MARK: - Frames

  private mutating func take(_ frame: Frame) {
    for entry in [frame.start, frame.elapsed, frame.build, frame.raster, frame.vsyncOverhead] {
      if case .problem(let kind) = entry { issues.note(kind, line: json.line) }
    }
    let parts = [
      (FrameSignal.work, frame.elapsed), (.ui, frame.build), (.render, frame.raster),
    ]
    let says = parts.contains { if case .missing = $0.1 { false } else { true } }
    guard says else {
      return issues.note(.unusableRow, line: json.line)
    }
    for (signal, duration) in parts {
      if let issue = work.append(duration.value, to: signal) {
        return issues.note(issue, line: json.line, found: "frames")
      }
    }
    guard let start = frame.start.value, start >= lastStart else { return }
    lastStart = start
    overhead.append(value: frame.vsyncOverhead.value.map(\.milliseconds), at: start)
  }

  private consuming func finish(source: String, dialect: String) throws(TraceError) -> TraceRun {
    guard !work.isEmpty else {
      throw .refused(
        path: source,
        .noFrames(
          format: TraceFormat.flutterDevTools.id, wanted: ["flutterFrames"], categories: []))
    }
    let counters =
      overhead.hasNoValue
      ? []
      : [
        Counter(
          role: .other, name: "vsyncOverhead", unit: .milliseconds,
          samples: overhead.withTimes(movedBy: 0))
      ]
    return TraceRun(
      Recording(
        origin: .init(source: source, format: TraceFormat.flutterDevTools.id, dialect: dialect),
        timeline: .withheld(because: FrameWork.reasonForNoTimeline), counters: counters,
        description: description, issues: issues.inOrder, unplacedSignals: work.signals))
  }
}
