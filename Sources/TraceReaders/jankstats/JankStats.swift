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
