import Recordings
import TestSupport
import Testing
import Units

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

@Suite("atrace")
struct AtraceTests {
  private static func read(_ lines: String) throws -> [Recording] {
    try TraceReader.read(bytes: Array(lines.utf8), name: "a.txt").recordings
  }

  /// A line of a thread of process 7, at a time in milliseconds.
  private static func line(_ thread: Int, _ milliseconds: Int, _ mark: String) -> String {
    let fraction = String(1_000_000 + milliseconds * 1000).dropFirst()
    return " app-\(thread)  (    7) [003] .... 12.\(fraction): tracing_mark_write: \(mark)\n"
  }

  @Test(
    "a line is parsed, whichever fields are missing",
    arguments: [
      (" com.example-123456  (-----) [000] .... 1031124.476312: tracing_mark_write: E|2507", nil),
      ("com.example-123456 [000] 1031124.476312: tracing_mark_write: E|2507", nil),
      ("a-b [c]-123456 (  77) [000] d..2 1031124.476312: tracing_mark_write: E|2507", 77),
    ] as [(String, Int64?)])
  func lines(text: String, process: Int64?) throws {
    // The scanners may read a few bytes past the end of a field.
    var bytes = Array(text.utf8)
    let count = bytes.count
    bytes += Array(repeating: 0, count: 64)
    try bytes.withUnsafeBufferPointer { buffer in
      let start = try #require(buffer.baseAddress)
      let line = try #require(AtraceLine(Field(start: start, count: count)))
      #expect(line.thread == 123_456)
      #expect(line.process == process)
      #expect(line.processor == 0)
      #expect(line.time == 1_031_124_476_312_000)
      #expect(line.contents.text == "E|2507")
    }
  }

  @Test("drawing by the render thread belongs to the current frame of the main thread")
  func drawing() throws {
    let text = [
      Self.line(7, 0, "B|7|Choreographer#doFrame"), Self.line(8, 3, "B|7|DrawFrame"),
      Self.line(7, 4, "E|7"), Self.line(8, 6, "E|7"),
      // With two windows, the later end counts.
      Self.line(7, 16, "B|7|Choreographer#doFrame"), Self.line(8, 18, "B|7|DrawFrame"),
      Self.line(8, 20, "E|7"), Self.line(8, 21, "B|7|DrawFrame"), Self.line(7, 22, "E|7"),
      Self.line(8, 25, "E|7"),
      // The main thread draws nothing.
      Self.line(7, 32, "B|7|Choreographer#doFrame"), Self.line(7, 33, "E|7"),
      // The render thread animates by itself.
      Self.line(8, 40, "B|7|DrawFrame"), Self.line(8, 44, "E|7"),
    ].joined()
    let run = try #require(try Self.read(text).first)
    let timeline = try #require(run.timeline.value)
    #expect(timeline.presents == [0, 19_000_000, 38_000_000])
    #expect(timeline.signals[.cpuBusy] == OptionalColumn([9_000_000, 4_000_000]))
    #expect(run.issues == [])
  }

  @Test("the events of one processor may come before earlier events of another")
  func processors() throws {
    let text = [
      Self.line(7, 0, "B|7|Choreographer#doFrame 1"), Self.line(8, 3, "B|7|DrawFrame 1"),
      Self.line(7, 20, "E|7"), Self.line(8, 22, "E|7"),
      Self.line(7, 32, "B|7|Choreographer#doFrame 3"), Self.line(8, 34, "B|7|DrawFrame 3"),
      // The threads moved to another processor, and back.
      Self.line(7, 4, "E|7"), Self.line(8, 6, "E|7"),
      Self.line(7, 16, "B|7|Choreographer#doFrame 2"), Self.line(8, 19, "B|7|DrawFrame 2"),
      Self.line(7, 36, "E|7"), Self.line(8, 40, "E|7"),
    ].joined()
    let timeline = try #require(try Self.read(text).first?.timeline.value)
    #expect(timeline.presents == [0, 16_000_000, 34_000_000])
    #expect(timeline.signals[.cpuBusy] == OptionalColumn([6_000_000, 8_000_000]))
  }

  @Test("frames of the render thread count from the time from which all its events are known")
  func lateThread() throws {
    let text = [
      // The events of the first processor: the thread is known from 34 ms on.
      Self.line(7, 0, "B|7|Choreographer#doFrame 1"), Self.line(8, 6, "E|7"),
      Self.line(7, 33, "E|7"), Self.line(8, 34, "B|7|DrawFrame 3"),
      // The events of the second processor; DrawFrame 2 ended at an unknown time.
      Self.line(8, 3, "B|7|DrawFrame 1"), Self.line(8, 19, "B|7|DrawFrame 2"),
      Self.line(8, 36, "E|7"), Self.line(8, 50, "B|7|DrawFrame 4"), Self.line(8, 53, "E|7"),
    ].joined()
    let timeline = try #require(try Self.read(text).first?.timeline.value)
    #expect(timeline.presents == [0, 17_000_000])
    #expect(timeline.signals[.cpuBusy] == OptionalColumn([3_000_000]))
  }

  @Test("a frame whose end is missing does not hide the later ones")
  func missingEnd() throws {
    let text = [
      Self.line(7, 0, "B|7|Choreographer#doFrame 1"), Self.line(7, 4, "E|7"),
      Self.line(7, 16, "B|7|Choreographer#doFrame 2"), Self.line(7, 17, "B|7|measure"),
      Self.line(7, 32, "B|7|Choreographer#doFrame 3"), Self.line(7, 35, "E|7"),
      Self.line(7, 48, "B|7|Choreographer#doFrame 4"), Self.line(7, 53, "E|7"),
    ].joined()
    let timeline = try #require(try Self.read(text).first?.timeline.value)
    #expect(timeline.presents == [0, 31_000_000, 49_000_000])
    #expect(timeline.signals[.cpuBusy] == OptionalColumn([3_000_000, 5_000_000]))
  }

  /// A line of the scheduler, at a time in milliseconds.
  private static func scheduler(_ milliseconds: Int, _ event: String) -> String {
    let fraction = String(1_000_000 + milliseconds * 1000).dropFirst()
    return " <idle>-0  (-----) [003] d..2 12.\(fraction): sched_\(event)\n"
  }

  @Test("slices of the main and render threads are parts of frames, and so are their waits")
  func parts() throws {
    let text = [
      Self.line(7, 0, "B|7|Choreographer#doFrame 1"), Self.line(8, 3, "B|7|DrawFrame 1"),
      Self.line(9, 3, "B|7|background"), Self.line(7, 4, "E|7"), Self.line(8, 6, "E|7"),
      Self.line(9, 30, "E|7"), Self.line(7, 16, "B|7|Choreographer#doFrame 2"),
      Self.line(7, 17, "B|7|RV onBind 12"),
      Self.scheduler(18, "switch: prev_comm=app prev_pid=7 prev_state=R+ ==> next_pid=5"),
      Self.scheduler(20, "switch: prev_comm=b prev_pid=5 prev_state=S ==> next_pid=7"),
      Self.line(7, 21, "E|7"),
      Self.scheduler(21, "switch: prev_comm=app prev_pid=7 prev_state=D ==> next_pid=0"),
      Self.scheduler(22, "waking: comm=app pid=7 prio=120 target_cpu=003"),
      Self.scheduler(23, "switch: prev_comm=i prev_pid=0 prev_state=R ==> next_pid=7"),
      Self.line(8, 23, "B|7|DrawFrame 2"), Self.line(7, 24, "E|7"), Self.line(8, 27, "E|7"),
    ].joined()
    let run = try #require(try Self.read(text).first)
    let parts = try #require(run.timeline.value?.parts)
    let times = parts.entries(ofFrame: 0).map {
      (parts.parts[Int($0.part)].name, Int($0.duration / 1_000_000))
    }
    #expect(
      Dictionary(uniqueKeysWithValues: times) == [
        "Choreographer#doFrame": 2, "RV onBind": 2, "waiting for a CPU": 3,
        "blocked in the kernel": 1, "DrawFrame": 4,
      ])
    #expect(run.issues == [])
  }

  @Test("nested slices, and ends of slices that began before the trace")
  func nesting() throws {
    let text = [
      Self.line(7, 0, "E|7"), Self.line(7, 1, "E"),
      Self.line(7, 2, "B|7|Choreographer#doFrame 901"), Self.line(7, 3, "B|7|measure"),
      Self.line(7, 4, "B|7|layout"), Self.line(7, 5, "E|7"), Self.line(7, 6, "E|7"),
      Self.line(7, 9, "E|7"), Self.line(7, 10, "B|7|Choreographer#doFrame - resynced to 902"),
      Self.line(7, 11, "E|7"), Self.line(7, 20, "B|7|Choreographer#doFrame 902"),
      Self.line(7, 24, "E"),
    ].joined()
    let run = try #require(try Self.read(text).first)
    #expect(run.timeline.value?.presents == [0, 15_000_000])
    #expect(run.timeline.value?.signals[.cpuBusy] == OptionalColumn([4_000_000]))
    #expect(run.issues.map(\.kind) == [.callbacksOnly])
  }
}

/// Tests a real trace, whose program works on 158 frames and draws elsewhere.
@Suite(.enabled(if: SharedMaterial.isThere, Comment(rawValue: SharedMaterial.absence)))
struct RealAtraceTests {
  @Test func framesOfTheMainThreadAreCounted() throws {
    let path = SharedMaterial.path("traces/atrace/flashlight_sample-atrace-output.txt")
    let runs = try TraceReader.read(path).recordings
    #expect(runs.count == 1)
    let timeline = try #require(runs.first?.timeline.value)
    #expect(timeline.frameCount == 157)
    // From the end of the first doFrame at 1031124.476783 to the end of the last at 1031127.102664.
    #expect(timeline.presents.last == 2_625_881_000)
    #expect(timeline.signals[.cpuBusy]?[0] == 408_000)
    #expect(runs.first?.issues.map(\.kind) == [.callbacksOnly])
  }
}
