internal import Decoding
internal import Recordings
internal import Units

/// One event as the kernel's tracer prints it: `name-12 (7) [000] .... 1.000002: tracing_mark_write: B|7|draw`.
struct AtraceLine {
  /// The events that the reader uses.
  enum Event {
    case mark, switched
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

  private static let events: [(StaticString, Event)] = [
    (": tracing_mark_write: ", .mark), (": sched_switch: ", .switched),
  ]

  /// Parses a line; `nil` for other events and other texts.
  init?(_ line: Field) {
    for (separator, event) in Self.events {
      guard let end = line.offset(of: separator) else { continue }
      let contentsStart = end + separator.utf8CodeUnitCount
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
      return
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
  var nextThread: Int64? {
    let key: StaticString = "next_pid="
    guard event == .switched, let offset = contents.offset(of: key) else { return nil }
    let start = contents.start + offset + key.utf8CodeUnitCount
    let rest = Field(start: start, count: contents.start + contents.count - start)
    return rest.words.first?.scaledInteger(digits: 0).value
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
