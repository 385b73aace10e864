import Recordings
import Testing
import Units

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

@Suite("JankStats")
struct JankStatsTests {
  private static func read(_ lines: [String]) throws -> Recording {
    let text = lines.joined(separator: "\n") + "\n"
    return try #require(
      try TraceReader.read(bytes: Array(text.utf8), name: "a.jsonl").recordings.first)
  }

  private static func line(
    _ start: Int64, ui: Int64, cpu: Int64? = nil, total: Int64? = nil, overrun: Int64? = nil,
    jank: Bool = false, states: String = "[]"
  ) -> String {
    let more = [("Cpu", cpu), ("Total", total)].compactMap { name, value in
      value.map { "\"frameDuration\(name)Nanos\":\($0)," }
    }
    let late = overrun.map { "\"frameOverrunNanos\":\($0)," } ?? ""
    return "{\"frameStartNanos\":\(start),\"frameDurationUiNanos\":\(ui),"
      + more.joined() + late + "\"isJank\":\(jank),\"states\":\(states)}"
  }

  @Test(
    "a frame ends when all known work on it has ended",
    arguments: [
      (nil, nil, 1011), (20, nil, 1020), (20, 30, 1030), (0, 0, 1011), (nil, 30, 1030),
    ] as [(Int64?, Int64?, Int64)])
  func ends(cpu: Int64?, total: Int64?, end: Int64) throws {
    // The scanners may read a few bytes past the end of a field.
    let text = Array(Self.line(1000, ui: 11, cpu: cpu, total: total).utf8)
    let bytes = text + Array(repeating: 0, count: 64)
    try bytes.withUnsafeBufferPointer { buffer in
      let start = try #require(buffer.baseAddress)
      var reader = JankStatsText()
      let frame = reader.frame(json: Field(start: start, count: text.count))
      #expect(frame?.end == end)
    }
  }

  @Test("a frame that the library calls janky is late for an unknown reason")
  func verdicts() throws {
    let run = try Self.read([
      Self.line(0, ui: 1, cpu: 2, total: 3, overrun: -5),
      Self.line(100, ui: 1, cpu: 40, total: 50, overrun: 33, jank: true),
      Self.line(200, ui: 1, cpu: 2, total: 3, overrun: -5),
    ])
    let timeline = try #require(run.timeline.value)
    #expect(timeline.blames == [.unknown, []])
    #expect(timeline.signals[.overrun] == OptionalColumn([33, -5]))
    #expect(timeline.signals[.work] == OptionalColumn([50, 3]))
    #expect(run.description.scalars.map(\.value) == [3, 1])
  }

  @Test("a state is a segment from the frame before its first frame to its last frame")
  func states() throws {
    let scrolling = "[{\"key\":\"List\",\"value\":\"Dragging\"}]"
    let run = try Self.read([
      Self.line(0, ui: 5, cpu: 6), Self.line(100, ui: 5, cpu: 6, states: scrolling),
      Self.line(200, ui: 5, cpu: 6, states: scrolling), Self.line(300, ui: 5, cpu: 6),
    ])
    #expect(run.markers == [Marker(start: 0, end: 200, name: "List: Dragging")])
  }

  @Test("janky frames alone do not make a timeline")
  func janksAlone() throws {
    let run = try Self.read([
      Self.line(0, ui: 50, cpu: 60, jank: true), Self.line(900, ui: 50, cpu: 70, jank: true),
    ])
    #expect(run.timeline.reason?.hasPrefix("the log contains only janky frames") == true)
    #expect(run.unplacedSignals == [.cpuBusy: OptionalColumn([60, 70])])
  }

  @Test("a JSON object in a logged line is read, with any text before it")
  func logged() throws {
    let start = "I/Frames ( 47): FrameData(frameStartNanos="
    let run = try Self.read([
      "\(start)1000, frameDurationUiNanos=5, frameDurationCpuNanos=9, isJank=false, states=[A: b, C: d])",
      "I/Frames ( 47): something else",
      "\(start)2000, frameDurationUiNanos=5, frameDurationCpuNanos=9, isJank=true, states=[A: b])",
      "\(start)3000, frameDurationUiNanos=x, frameDurationCpuNanos=9, isJank=true, states=[])",
      "\(start)4000, frameDurationUiNanos=5",
    ])
    #expect(run.timeline.value?.presents == [0, 1000, 2996])
    #expect(run.markers.map(\.name) == ["A: b", "C: d"])
    #expect(run.origin.dialect == "logged FrameData")
  }

  @Test("an implausible number of states is refused")
  func tooManyStates() {
    let lines = (0..<1010).map { frame in
      let states = (0..<100).map { "\"\(frame)-\($0)\"" }.joined(separator: ",")
      return Self.line(Int64(frame) * 100, ui: 5, states: "[\(states)]")
    }
    #expect(
      throws: TraceError.tooMany("states", limit: 100_000, path: "a.jsonl", line: 1001)
    ) { try Self.read(lines) }
  }
}
