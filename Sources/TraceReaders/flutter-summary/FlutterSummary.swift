internal import Decoding
internal import Recordings
internal import Units

extension TraceFormat {
  /// `<name>.timeline_summary.json` files of Flutter's driver and of `integration_test`.
  static let flutterSummary = TraceFormat(
    id: "flutter-summary",
    title: "Flutter timeline summary",
    summary: """
      the build and raster times of each frame, and the figures that Flutter computed from these times
      """,
    dialects: ["summary", "reports"],
    supports: """
      the metrics frame.ui and frame.render; each figure that Flutter computed becomes one value per run
      """,
    checkedAgainst: """
      one summary of Flutter's driver, whose averages, percentiles and longest times Hitchmark reproduces from its \
      frames
      """,
    recognize: { head in
      guard let outline = head.outline else { return .no() }
      let marks = ["average_frame_build_time_millis", "frame_build_times"]
      if marks.contains(where: outline.has) { return .yes(dialect: "summary") }
      let isBelow = outline.paths.contains { path in
        marks.contains { path.hasSuffix(".\($0)") } && path.count { $0 == "." } == 1
      }
      return isBelow ? .yes(dialect: "reports") : .no()
    },
    read: { (source, _, dialect) throws(TraceError) in
      try FlutterFrameSummary.runs(in: &source, dialect: dialect)
    })
}

/// Reads a `timeline_summary.json`: build and raster times per frame, and the figures that Flutter's driver computed
/// from them.
struct FlutterFrameSummary: ~Copyable {
  private var json = JSONReader()
  private var runs: [TraceRun] = []
  /// The remaining capacity for durations of all summaries, as a number of durations.
  private var capacity = FrameWork.most
  private static let mostRuns = 1 << 12
  private let source: String
  private let dialect: String

  /// Reads one Flutter summary, or several by report name; O(bytes).
  ///
  /// - Returns: one run per summary.
  /// - Throws: if the text is not JSON, no summary has a figure, or the file cannot be read.
  static func runs(
    in source: inout TraceSource, dialect: String
  ) throws(TraceError) -> [TraceRun] {
    var reader = FlutterFrameSummary(source: source.name, dialect: dialect)
    guard try reader.json.enterObject(in: &source) else { return [] }
    try reader.readMembers(named: nil, &source)
    // Throws if anything follows the value.
    _ = try reader.json.next(in: &source)
    guard !reader.runs.isEmpty else {
      throw .noData(
        path: source.name, format: TraceFormat.flutterSummary.id, line: nil, firstIssue: nil)
    }
    return reader.runs
  }

  private init(source: String, dialect: String) {
    self.source = source
    self.dialect = dialect
  }

  /// Reads the members of the current object, which is a summary or contains summaries.
  private mutating func readMembers(
    named name: String?, _ source: inout TraceSource
  ) throws(TraceError) {
    var work = FrameWork(capacity: capacity)
    var description = RunDescription()
    var issues = IssueLog()
    while let key = try json.nextKey(in: &source) {
      let token = try json.next(in: &source)
      switch token {
      case .beginArray where Self.lists[key] != nil:
        if let signal = Self.lists[key] { try readList(of: signal, &work, &issues, &source) }
      case .beginObject where name == nil: try readMembers(named: harmless(key), &source)
      case .number:
        if let scalar = Self.scalar(key, json.field), description.scalars.count < 200 {
          description.scalars.append(scalar)
        }
      default: try json.skipRest(of: token, in: &source)
      }
    }
    guard !work.isEmpty || !description.scalars.isEmpty else { return }
    guard runs.count < Self.mostRuns else {
      throw .tooMany("reports", limit: Self.mostRuns, path: source.name, line: json.line)
    }
    capacity = work.capacity
    runs.append(run(named: name, work, description, issues))
  }

  /// The lists of durations in a summary that are read, and the signals that they contain.
  ///
  /// Lists of start times are not read, because each list is relative to its own first element.
  private static let lists: [String: FrameSignal] = [
    "frame_build_times": .ui, "frame_rasterizer_times": .render,
  ]

  private mutating func readList(
    of signal: FrameSignal, _ work: inout FrameWork, _ issues: inout IssueLog,
    _ source: inout TraceSource
  ) throws(TraceError) {
    while let token = try json.nextElement(in: &source) {
      let duration = token == .number ? json.field.nanoseconds(in: .microseconds).value : nil
      if duration ?? -1 < 0 {
        issues.note(
          .notANumber, line: json.line,
          found: token == .string || token == .number ? shortened(json.text) : nil)
      }
      if let issue = work.append(duration.flatMap { $0 < 0 ? nil : $0 }, to: signal) {
        issues.note(issue, line: json.line, found: "frames")
      }
      try json.skipRest(of: token, in: &source)
    }
  }

  /// The scalar of a figure whose name ends in its unit; `nil` for other figures.
  ///
  /// Figures that are numbers of frames are skipped, because Hitchmark counts the frames itself.
  private static func scalar(_ key: String, _ field: Field) -> Scalar? {
    guard let value = field.double.value, key.utf8.count < 100,
      key != "frame_count", key != "frame_rasterizer_count"
    else { return nil }
    for (ending, unit, divisor) in Self.units where key.hasSuffix(ending) {
      return Scalar(name: harmless(key), value: value / divisor, unit: unit, lowerIsBetter: true)
    }
    return nil
  }

  private static let units: [(ending: String, unit: Unit, divisor: Double)] = [
    ("_millis", .milliseconds, 1), ("_count", .count, 1), ("_transitions_missed", .count, 1),
    ("_memory_mb", .megabytes, 1),
  ]

  private func run(
    named name: String?, _ work: FrameWork, _ description: RunDescription, _ issues: IssueLog
  ) -> TraceRun {
    TraceRun(
      Recording(
        origin: .init(
          source: source, format: TraceFormat.flutterSummary.id, dialect: dialect, stream: name),
        timeline: .withheld(
          because: work.isEmpty
            ? "the Flutter summary contains averages and percentiles, and no list of frames"
            : FrameWork.reasonForNoTimeline),
        description: description, issues: issues.inOrder, unplacedSignals: work.signals))
  }
}
