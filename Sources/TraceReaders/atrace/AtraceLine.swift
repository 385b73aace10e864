internal import Decoding
internal import Recordings
internal import Units

/// One event as the kernel's tracer prints it: `name-12 (7) [000] .... 1.000002: tracing_mark_write: B|7|draw`.
struct AtraceLine {
  /// The events that the reader uses.
  enum Event {
    case mark, switched, woken
  }

  /// The kind of event.
  let event: Event
  /// The time of the event.
  let time: Nanoseconds
  /// The processor; `nil` if the line does not contain it.
  let processor: Int?
  /// The thread that was running.
  let thread: Int64
  /// The process of the thread; `nil` if the line does not contain it.
  let process: Int64?
  /// The name of the thread, which the kernel truncates to 15 bytes.
  let name: Field
  /// The text after the name of the event.
  let contents: Field

  /// Parses a line; `nil` for other events and other texts.
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

  /// Finds the name of the event; `nil` for other events.
  ///
  /// - Returns: the event, the end of the text before its name, and the start of the text after it.
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

  /// The process id in the beginning of a slice, which is that of the thread; `nil` for other events.
  var markedProcess: Int64? {
    guard event == .mark, contents.starts(with: "B|") else { return nil }
    let rest = Field(start: contents.start + 2, count: contents.count - 2)
    let bar = Memory.firstIndex(of: UInt8(ascii: "|"), rest.start, count: rest.count)
    return Field(start: rest.start, count: bar ?? rest.count).scaledInteger(digits: 0).value
  }

  /// The thread that runs from now on; `nil` if the event is not a switch.
  var nextThread: Int64? { event == .switched ? thread(after: "next_pid=") : nil }

  /// The thread that stops to run; `nil` if the event is not a switch.
  var previousThread: Int64? { event == .switched ? thread(after: "prev_pid=") : nil }

  /// The state of the thread that stops to run.
  var previousState: ThreadSlices.ThreadState {
    word(after: "prev_state=").map { .init(letters: $0) } ?? .unknown
  }

  /// The thread that can run from now on; `nil` if the event wakes no thread.
  var wokenThread: Int64? { event == .woken ? thread(after: " pid=") : nil }

  private func thread(after key: StaticString) -> Int64? {
    word(after: key)?.scaledInteger(digits: 0).value
  }

  /// The text between a key and the next space.
  private func word(after key: StaticString) -> Field? {
    guard let offset = contents.offset(of: key) else { return nil }
    let start = offset + key.utf8CodeUnitCount
    let rest = Field(start: contents.start + start, count: contents.count - start)
    let end = Memory.firstIndex(of: 0x20, rest.start, count: rest.count) ?? rest.count
    return Field(start: rest.start, count: end)
  }

  /// The texts before and after the last space.
  private static func split(_ field: Field) -> (Field, Field)? {
    guard let blank = field.lastIndex(of: 0x20) else { return nil }
    return (
      Field(start: field.start, count: blank),
      Field(start: field.start + blank + 1, count: field.count - blank - 1)
    )
  }

  /// Parses `name-12 (7) [000] ....`.
  ///
  /// The part in round brackets and the last part may be missing.
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
  /// The position of the last occurrence of a byte; `nil` if it does not occur.
  fileprivate func lastIndex(of byte: UInt8) -> Int? {
    UnsafeBufferPointer(start: start, count: count).lastIndex(of: byte)
  }
}
