import Recordings
import Units

@testable import TraceReaders

/// Generates events as Chrome writes them.
struct MadeChromeTrace {
  private var events: [String] = []

  static let vsync: Nanoseconds = 10_000

  mutating func add(
    _ name: String, _ phase: String, at time: Nanoseconds, id: Int = 0, process: Int = 1,
    category: String = "cc", _ arguments: String = "{}"
  ) {
    events.append(
      """
      {"args":\(arguments),"cat":"\(category)","name":"\(name)","ph":"\(phase)","pid":\(process),"tid":1,\
      "ts":\(time),"id2":{"local":"\(id)"}}
      """)
  }

  /// A slice of a thread.
  mutating func addSlice(
    _ name: String, thread: Int = 1, from time: Nanoseconds, lasting duration: Nanoseconds,
    _ arguments: String = "{}"
  ) {
    events.append(
      """
      {"args":\(arguments),"cat":"devtools.timeline","name":"\(name)","ph":"X","pid":1,\
      "tid":\(thread),"ts":\(time),"dur":\(duration)}
      """)
  }

  mutating func addThread(_ name: String, _ thread: Int) {
    events.append(
      #"{"args":{"name":"\#(name)"},"name":"thread_name","ph":"M","pid":1,"tid":\#(thread)}"#)
  }

  /// The beginning or the end of a stage of a frame, in microseconds.
  typealias Stage = (name: String, phase: String, time: Nanoseconds)

  mutating func addReport(
    _ sequence: Int, from begin: Nanoseconds, to end: Nanoseconds, _ state: String, id: Int = 0,
    key: String = "frame_reporter", stages: [Stage] = []
  ) {
    add(
      "PipelineReporter", "b", at: begin, id: id,
      #"{"\#(key)":{"frame_sequence":\#(sequence),"frame_source":1,"state":"STATE_\#(state)"}}"#)
    for (name, phase, time) in stages { add(name, phase, at: time, id: id) }
    add("PipelineReporter", "e", at: end, id: id)
  }

  mutating func addWish(_ isWished: Bool, at time: Nanoseconds) {
    add(
      "NeedsBeginFrameChanged", "I", at: time,
      #"{"data":{"needsBeginFrame":\#(isWished ? 1 : 0)}}"#)
  }

  mutating func reverse() { events.reverse() }

  func runs() throws -> [Recording] {
    let text = #"{"traceEvents":[\#(events.joined(separator: ",\n"))]}"#
    return try TraceReader.read(bytes: Array(text.utf8), name: "a.json").recordings
  }
}
