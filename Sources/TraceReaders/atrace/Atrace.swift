internal import Decoding
internal import Recordings
internal import Units

extension TraceFormat {
  /// Text traces of atrace, alone or within a page of systrace.
  static let atrace = TraceFormat(
    id: "atrace",
    title: "atrace and systrace",
    summary: """
      the work of each process on each frame, from doFrame to the end of DrawFrame, or the buffer swaps of a program \
      that draws itself, such as a game, with self times of trace sections and waits of threads. The CPU use of processes and threads comes from the events of the Linux scheduler
      """,
    dialects: [AtraceDialect.text, AtraceDialect.page],
    supports: """
      the metric frame.cpu, the CPU use of processes and threads, and all metrics of frames except latency
      """,
    checkedAgainst: "one atrace recording of an Android application",
    recognize: { head in
      if head.firstVisibleByte == UInt8(ascii: "<") {
        let marks = ["<title>Android System Trace</title>", "class=\"trace-data\""]
        let isPage = marks.contains { head.contains($0) }
        return isPage ? .yes(dialect: AtraceDialect.page) : .no()
      }
      let marks = ["# tracer: nop", ": tracing_mark_write: "]
      let isText = marks.contains { head.contains($0) }
      return isText ? .yes(dialect: AtraceDialect.text) : .no()
    },
    read: { (source, head, dialect) throws(TraceError) in
      var reader = AtraceReader()
      return try reader.runs(in: &source, dialect: dialect)
    })
}

/// The container of an atrace text: a text file, or a page of systrace.
private enum AtraceDialect {
  static let text = "text"
  static let page = "systrace page"
}

/// Reads the lines of an atrace text into runs.
private struct AtraceReader: ~Copyable {
  private var lines = TextLines()
  private var slices = FrameSlices()
  private var usage = SchedUsage()
  private var names = ProcessNames()
  private var listing = ProcessListing()

  mutating func runs(
    in source: inout TraceSource, dialect: String
  ) throws(TraceError) -> [TraceRun] {
    while let line = try lines.next(in: &source) {
      if let event = AtraceLine(line) { take(event) } else { listing.take(line, into: &names) }
    }
    let origin = Recording.Origin(
      source: source.name, format: TraceFormat.atrace.id, dialect: dialect)
    let counters = SchedCounters(usage, names: names, processorCount: 0)
    var times = slices.finish()
    let runs = SliceFrames.runs(of: slices, &times, names: names, counters: counters, origin)
    guard !runs.isEmpty else {
      throw .refused(
        path: source.name,
        .noFrames(format: origin.format, wanted: FrameSlices.names, categories: ["view", "gfx"]))
    }
    return runs.map { run in
      var run = run
      run.recording.issues += lines.issues.inOrder
      if runs.count == 1 { run.recording.origin.stream = nil }
      return run
    }
  }

  private mutating func take(_ line: AtraceLine) {
    let process = line.process ?? line.markedProcess
    names.note(thread: line.thread, process: process, name: line.name)
    switch line.event {
    case .mark: slices.take(line.contents, of: line.thread, at: line.time)
    case .switched:
      guard let processor = line.processor, let next = line.nextThread else { return }
      usage.take(processor: processor, at: line.time, next: next)
      slices.apps.change(next, to: .running, at: line.time)
      guard let previous = line.previousThread else { return }
      slices.apps.change(previous, to: line.previousState, at: line.time)
    case .woken:
      if let thread = line.wokenThread { slices.apps.change(thread, to: .woken, at: line.time) }
    }
  }
}
