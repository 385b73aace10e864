internal import Decoding
internal import Recordings
internal import Units

/// One event of the kernel's tracer, as it prints it:
/// `name-12 (7) [000] .... 1.000002: tracing_mark_write: B|7|draw`.
struct AtraceLine {
  /// An event that matters here.
  enum Event {
    case mark, switched
  }

  /// Which event it is.
  let event: Event
  /// When it happened.
  let time: Nanoseconds
  /// On which processor; `nil` when the line does not say.
  let processor: Int?
  /// The thread that was running.
  let thread: Int64
  /// Its process; `nil` when the line does not say.
  let process: Int64?
  /// The thread's name, which the kernel cuts off at 15 bytes.
  let name: Field
  /// What belongs to the event.
  let contents: Field

  private static let events: [(StaticString, Event)] = [
    (": tracing_mark_write: ", .mark), (": sched_switch: ", .switched),
  ]

  /// Reads a line; `nil` for one of another event, and for anything else.
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

  /// The process that a beginning of a slice names, which is the thread's own; `nil` for all else.
  var markedProcess: Int64? {
    guard event == .mark, contents.starts(with: "B|") else { return nil }
    let rest = Field(start: contents.start + 2, count: contents.count - 2)
    let bar = Memory.firstIndex(of: UInt8(ascii: "|"), rest.start, count: rest.count)
    return Field(start: rest.start, count: bar ?? rest.count).scaledInteger(digits: 0).value
  }

  /// The thread that runs from now on; `nil` when this is no switch.
  var nextThread: Int64? {
    let key: StaticString = "next_pid="
    guard event == .switched, let offset = contents.offset(of: key) else { return nil }
    let start = contents.start + offset + key.utf8CodeUnitCount
    let rest = Field(start: start, count: contents.start + contents.count - start)
    return rest.words.first?.scaledInteger(digits: 0).value
  }

  /// What stands before the last blank, and behind it.
  private static func split(_ field: Field) -> (Field, Field)? {
    guard let blank = field.lastIndex(of: 0x20) else { return nil }
    return (
      Field(start: field.start, count: blank),
      Field(start: field.start + blank + 1, count: field.count - blank - 1)
    )
  }

  /// `name-12 (7) [000] ....`, of which the part in round brackets and the last may be missing.
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
  /// Where a byte stands last, from 0; `nil` when it does not.
  fileprivate func lastIndex(of byte: UInt8) -> Int? {
    UnsafeBufferPointer(start: start, count: count).lastIndex(of: byte)
  }
}
