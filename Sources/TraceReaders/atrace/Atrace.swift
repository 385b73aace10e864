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

/// One event as the kernel's tracer prints it: `name-12 (7) [000].... 1.000002: tracing_mark_write: B|7|draw`.
struct AtraceLine {
  /// The kinds of kernel events that are read: a trace mark, a context switch, or the wake-up of a thread.
  enum Event {
    case mark, switched, woken
  }

  /// The kind of the kernel event in the line.
  let event: Event
  /// The time of the kernel event on the trace's clock.
  let time: Nanoseconds
  /// The processor on which the event happened; `nil` if the line does not contain it.
  let processor: Int?
  /// The id of the thread that ran when the event happened.
  let thread: Int64
  /// The process id of the thread that ran; `nil` if the line does not contain it.
  let process: Int64?
  /// The name of the thread that ran, which the kernel truncates to 15 bytes.
  let name: Field
  /// The text of the line after the name of the event.
  let contents: Field

  /// Parses a line; `nil` if the line contains no trace mark, context switch or wake-up.
  init?(_ line: Field) {
    guard let (event, end, contentsStart) = Self.event(in: line) else { return nil }
    let beginning = Field(start: line.start, count: end)
    guard let (task, time) = Self.split(beginning),
      let time = time.nanoseconds(in: .seconds).value, let task = Task(task)
    else { return nil }
    self.event = event
    self.time = time
    processor = task.processor
    thread = task.thread
    process = task.process
    name = task.name
    contents = Field(start: line.start + contentsStart, count: line.count - contentsStart)
  }

  /// Finds the name of the event in a line; `nil` if the line has no event that is read.
  ///
  /// - Returns: the event, the end of the text before the event's name, and the start of the text after the name.
  private static func event(in line: Field) -> (Event, end: Int, contents: Int)? {
    let mark: StaticString = ": tracing_mark_write: "
    if let end = line.offset(of: mark) { return (.mark, end, end + mark.utf8CodeUnitCount) }
    let scheduler: StaticString = ": sched_"
    guard let end = line.offset(of: scheduler) else { return nil }
    let start = end + scheduler.utf8CodeUnitCount
    let rest = Field(start: line.start + start, count: line.count - start)
    for (name, event) in [
      ("switch: ", .switched), ("waking: ", .woken), ("wakeup: ", .woken),
    ] as [(StaticString, Event)] where rest.starts(with: name) {
      return (event, end, start + name.utf8CodeUnitCount)
    }
    return nil
  }

  /// The process id in a trace mark that begins a slice, which is the process of the thread; `nil` for other events.
  var markedProcess: Int64? {
    guard event == .mark, contents.starts(with: "B|") else { return nil }
    let rest = Field(start: contents.start + 2, count: contents.count - 2)
    let bar = Memory.firstIndex(of: UInt8(ascii: "|"), rest.start, count: rest.count)
    return Field(start: rest.start, count: bar ?? rest.count).scaledInteger(digits: 0).value
  }

  /// The thread that runs after a context switch; `nil` if the event is not a switch.
  var nextThread: Int64? { event == .switched ? thread(after: "next_pid=") : nil }

  /// The thread that stops running at a context switch; `nil` if the event is not a switch.
  var previousThread: Int64? { event == .switched ? thread(after: "prev_pid=") : nil }

  /// The state of the thread that stops running at a context switch; `unknown` if the line does not contain it.
  var previousState: ThreadSlices.ThreadState {
    word(after: "prev_state=").map { .init(letters: $0) } ?? .unknown
  }

  /// The thread that is woken up, so that it can run; `nil` if the event wakes no thread.
  var wokenThread: Int64? { event == .woken ? thread(after: " pid=") : nil }

  private func thread(after key: StaticString) -> Int64? {
    word(after: key)?.scaledInteger(digits: 0).value
  }

  /// The text between a key, such as `next_pid=`, and the next space; `nil` if the line lacks the key.
  private func word(after key: StaticString) -> Field? {
    guard let offset = contents.offset(of: key) else { return nil }
    let start = offset + key.utf8CodeUnitCount
    let rest = Field(start: contents.start + start, count: contents.count - start)
    let end = Memory.firstIndex(of: 0x20, rest.start, count: rest.count) ?? rest.count
    return Field(start: rest.start, count: end)
  }

  /// Splits a text at its last space; `nil` if the text has no space.
  private static func split(_ field: Field) -> (Field, Field)? {
    guard let blank = field.lastIndex(of: 0x20) else { return nil }
    return (
      Field(start: field.start, count: blank),
      Field(start: field.start + blank + 1, count: field.count - blank - 1)
    )
  }

  /// The beginning of a line, `name-12 (7) [000]....`: thread name, thread id, process id and processor.
  ///
  /// The process id in round brackets and the flags at the end may be missing.
  private struct Task {
    let name: Field
    let thread: Int64
    var process: Int64?
    let processor: Int?

    init?(_ field: Field) {
      guard let open = field.lastIndex(of: UInt8(ascii: "[")) else { return nil }
      let behind = Field(start: field.start + open + 1, count: field.count - open - 1)
      let digits = behind.lastIndex(of: UInt8(ascii: "]")) ?? 0
      processor = Field(start: behind.start, count: digits).scaledInteger(digits: 0).value
        .flatMap { Int(exactly: $0) }
      var task = Field(start: field.start, count: open).trimmed
      if task.count > 0, task.start[task.count - 1] == UInt8(ascii: ")"),
        let bracket = task.lastIndex(of: UInt8(ascii: "("))
      {
        let inner = Field(start: task.start + bracket + 1, count: task.count - bracket - 2)
        process = inner.trimmed.scaledInteger(digits: 0).value
        task = Field(start: task.start, count: bracket).trimmed
      }
      guard let dash = task.lastIndex(of: Byte.minus) else { return nil }
      let number = Field(start: task.start + dash + 1, count: task.count - dash - 1)
      guard let thread = number.scaledInteger(digits: 0).value else { return nil }
      self.thread = thread
      name = Field(start: task.start, count: dash).trimmed
    }
  }
}

extension Field {
  /// The position of the last occurrence of a byte; `nil` if the byte does not occur.
  fileprivate func lastIndex(of byte: UInt8) -> Int? {
    UnsafeBufferPointer(start: start, count: count).lastIndex(of: byte)
  }
}

/// Reads the tables of `ps` in a page of systrace, which name the processes and threads of the trace.
///
///     USER    PID  PPID     VSZ    RSS WCHAN PC S NAME
///     u0_a1  4321   800 2732200 871084     0  0 S com.example.notes
///
/// Old devices write a state without a heading, so the columns after the ids are counted from the end of the line.
struct ProcessListing {
  /// A table: its columns from the start, and the one of the name from the end of the line.
  private struct Columns {
    let process: Int
    let thread: Int?
    let nameFromEnd: Int
    let count: Int
  }

  private var columns: Columns?

  /// Reads a line that is no event of the trace.
  mutating func take(_ line: Field, into names: inout ProcessNames) {
    if line.starts(with: "USER ") {
      columns = Self.columns(of: line.words)
    } else if line.starts(with: "#") || line.trimmed.starts(with: "<") {
      columns = nil
    } else if let columns {
      note(line.words, columns, in: &names)
    }
  }

  private static func columns(of words: [Field]) -> Columns? {
    guard let process = words.firstIndex(where: { $0.isExactly("PID") }),
      let name = words.lastIndex(where: { $0.isExactly("NAME") || $0.isExactly("CMD") })
    else { return nil }
    return Columns(
      process: process, thread: words.firstIndex { $0.isExactly("TID") },
      nameFromEnd: words.count - name, count: words.count)
  }

  private func note(_ words: [Field], _ columns: Columns, in names: inout ProcessNames) {
    guard words.count >= columns.count,
      let process = words[columns.process].scaledInteger(digits: 0).value
    else { return }
    let name = words[words.count - columns.nameFromEnd]
    guard let thread = columns.thread else { return names.note(process: process, name: name) }
    if let thread = words[thread].scaledInteger(digits: 0).value {
      names.note(thread: thread, process: process, name: name)
    }
  }
}
