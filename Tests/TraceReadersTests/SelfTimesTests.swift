import Recordings
import Testing
import Units

@testable import Decoding
@testable import TraceReaders

private let ms: Nanoseconds = 1_000_000

/// Slices of one thread of process 1, and frames that are presented every 10 ms.
private struct MadeSlices {
  var log = SliceLog()
  let thread: Int

  init() throws {
    let number = log.addThread(of: 1)
    thread = try #require(number)
  }

  mutating func begin(_ name: String, _ time: Nanoseconds) {
    withField(name) { log.begin($0, on: thread, at: time) }
  }

  mutating func end(_ time: Nanoseconds) { log.end(on: thread, at: time) }

  mutating func add(_ name: String, _ start: Nanoseconds, _ duration: Nanoseconds) {
    withField(name) { log.add($0, on: thread, at: start, lasting: duration) }
  }

  mutating func change(_ state: ThreadSlices.ThreadState, _ time: Nanoseconds) {
    log.change(thread, to: state, at: time)
  }

  /// The parts of each frame in milliseconds, and the kinds of issues.
  mutating func finish(
    frames: Int = 1, begins: [Nanoseconds?] = []
  ) -> (frames: [[String: Double]], issues: [ImportIssue]) {
    var times = log.finish()
    let presents = NumberColumn((0...frames).map { Nanoseconds($0) * 10 * ms })
    let windows = FrameWindows(
      FrameTimeline(presents: presents), origin: 0, begins: OptionalColumn(begins))
    let parts = times.parts(ofProcess: 1, in: windows)
    return ((0..<frames).map { Self.times(of: $0, parts) }, times.issues.inOrder)
  }

  private static func times(of frame: Int, _ parts: FrameParts?) -> [String: Double] {
    guard let parts else { return [:] }
    let times = parts.entries(ofFrame: frame).map {
      (parts.parts[Int($0.part)].name, Double($0.duration) / Double(ms))
    }
    return Dictionary(uniqueKeysWithValues: times)
  }
}

/// Calls a function with a text as field, followed by the padding bytes that scanners may read.
private func withField<Result>(_ text: String, _ body: (Field) throws -> Result) rethrows -> Result
{
  let bytes = Array(text.utf8) + Array(repeating: 0, count: 64)
  return try bytes.withUnsafeBufferPointer { buffer in
    guard let start = buffer.baseAddress else { preconditionFailure("the array is not empty") }
    return try body(Field(start: start, count: bytes.count - 64))
  }
}

@Suite("Self times of slices")
struct SelfTimesTests {
  @Test("the self time of a slice is its time minus the slices within it")
  func nested() throws {
    var slices = try MadeSlices()
    slices.begin("doFrame 17", 1 * ms)
    slices.begin("layout", 2 * ms)
    slices.begin("onBind", 3 * ms)
    slices.end(6 * ms)
    slices.end(7 * ms)
    slices.begin("onBind", 7 * ms)
    slices.end(8 * ms)
    slices.end(9 * ms)
    let (frames, issues) = slices.finish()
    #expect(frames == [["doFrame": 2, "layout": 2, "onBind": 4]])
    #expect(issues == [])
  }

  @Test("slices with durations may come in any order, mixed with begin and end events")
  func complete() throws {
    var slices = try MadeSlices()
    slices.add("inner", 2 * ms, 1 * ms)
    slices.begin("pair", 4 * ms)
    slices.end(6 * ms)
    slices.add("innermost", 5 * ms, ms / 2)
    slices.add("outer", 1 * ms, 8 * ms)
    let (frames, issues) = slices.finish()
    #expect(frames == [["outer": 5, "inner": 1, "pair": 1.5, "innermost": 0.5]])
    #expect(issues == [])
  }

  @Test("of slices with equal times, the one that begins first in the trace is the outer one")
  func equalTimes() throws {
    var slices = try MadeSlices()
    slices.begin("outer", 1 * ms)
    slices.add("middle", 1 * ms, 2 * ms)
    slices.begin("inner", 1 * ms)
    slices.end(3 * ms)
    slices.end(3 * ms)
    #expect(slices.finish().frames == [["inner": 2]])
  }

  @Test("slices are cut at presents, and times below 0.1 ms are left out")
  func windows() throws {
    var slices = try MadeSlices()
    slices.add("long", 8 * ms, 14 * ms)
    slices.add("short", 25 * ms, 90_000)
    let frames = slices.finish(frames: 3).frames
    #expect(frames == [["long": 2], ["long": 10], ["long": 2]])
  }

  @Test("a window begins with the work on its frame, at most four presents before its end")
  func earlyWork() throws {
    var slices = try MadeSlices()
    slices.add("work", 6 * ms, 2 * ms)
    slices.add("work", 36 * ms, 1 * ms)
    let begins: [Nanoseconds?] = [nil, 7 * ms, 25 * ms, 7 * ms, 0, 55 * ms]
    let frames = slices.finish(frames: 6, begins: begins).frames
    #expect(frames == [["work": 2], ["work": 1], [:], ["work": 2], ["work": 1], [:]])
  }

  @Test("a slice without an end is left out, and an end without a beginning is ignored")
  func unpaired() throws {
    var slices = try MadeSlices()
    slices.end(1 * ms)
    slices.begin("outer", 1 * ms)
    slices.begin("draw", 2 * ms)
    slices.end(4 * ms)
    let (frames, issues) = slices.finish()
    #expect(frames == [["draw": 2]])
    #expect(issues == [])
  }

  @Test(
    "many slices without an end are an issue, because the few of an ordinary recording's end are not"
  )
  func endless() throws {
    for count in [32, 33, 500] as [Nanoseconds] {
      var slices = try MadeSlices()
      slices.begin("draw", 1 * ms)
      slices.end(3 * ms)
      for index in 0..<count { slices.begin("endless", 3 * ms + index) }
      let (frames, issues) = slices.finish()
      #expect(frames == [["draw": 2]])
      #expect(issues.map(\.kind) == (count > 32 ? [.outOfRange] : []))
      #expect(
        issues.first.map { $0.count == count && $0.found == "a trace slice without an end" } ?? true
      )
    }
  }

  @Test("a slice that overlaps another without nesting is cut at the end of the other")
  func overlap() throws {
    var slices = try MadeSlices()
    slices.add("a", 1 * ms, 4 * ms)
    slices.add("b", 3 * ms, 5 * ms)
    let (frames, issues) = slices.finish()
    #expect(frames == [["a": 2, "b": 2]])
    #expect(issues.map(\.kind) == [.outOfRange])
  }

  @Test("a slice that ends before it begins is left out")
  func negative() throws {
    var slices = try MadeSlices()
    slices.add("a", 4 * ms, -2 * ms)
    slices.add("b", 4 * ms, .max)
    slices.add("c", 5 * ms, 2 * ms)
    let (frames, issues) = slices.finish()
    #expect(frames == [["c": 2]])
    #expect(issues.map(\.kind) == [.outOfRange] && issues.first?.count == 2)
  }

  @Test("events slightly out of order are sorted, and much too late ones are left out")
  func order() throws {
    var slices = try MadeSlices()
    slices.end(3 * ms)
    slices.begin("a", 1 * ms)
    for index in 0..<20_000 as Range<Nanoseconds> {
      slices.begin("filler", 5 * ms + index)
      slices.end(5 * ms + index)
    }
    slices.begin("late", 4 * ms)
    let (frames, issues) = slices.finish()
    #expect(frames == [["a": 2]])
    #expect(issues.map(\.kind) == [.timeWentBack])
  }

  @Test("slices that are nested too deeply count as part of the slice around them")
  func depth() throws {
    for isPaired in [true, false] {
      var slices = try MadeSlices()
      let count = 100_000 as Nanoseconds
      for index in 0..<count {
        let name = index < 511 ? "outer" : "innermost"
        if isPaired {
          slices.begin(name, index)
        } else {
          slices.add(name, index, 9 * ms - 2 * index)
        }
      }
      if isPaired { for index in 0..<count { slices.end(9 * ms - count + index) } }
      let (frames, issues) = slices.finish()
      #expect(try #require(frames[0]["innermost"]) > 8.7)
      #expect(issues.map(\.kind) == [.tooMany] && issues.first?.count == 1)
    }
  }

  @Test("names beyond the limit share one part")
  func names() throws {
    var slices = try MadeSlices()
    for index in 0..<100_000 {
      let letters = String(index, radix: 26).map { $0.isNumber ? "k\($0)" : "\($0)" }.joined()
      slices.add("slice \(letters)", Nanoseconds(index) * 20_000, 15_000)
    }
    let (frames, issues) = slices.finish(frames: 2)
    #expect(frames.allSatisfy { $0.isEmpty })
    #expect(issues.map(\.kind) == [.tooMany])
    #expect(issues.first?.found == "distinct names of trace slices")
  }

  @Test("slices beyond the limit are left out")
  func slices() throws {
    var slices = try MadeSlices()
    withField("a") { name in
      for index in 0..<1_100_000 as Range<Nanoseconds> {
        slices.log.add(name, on: slices.thread, at: index * 20_000, lasting: 20_000)
      }
    }
    let (frames, issues) = slices.finish(frames: 2100)
    #expect(frames[0] == ["a": 10])
    #expect(frames[2099] == [:])
    #expect(issues == [ImportIssue(.tooMany, found: "slices")])
  }

  @Test("threads beyond the limit have no slices, and indices of removed threads are reused")
  func threads() {
    var log = SliceLog()
    for _ in 0..<SliceLimits.mostThreads { #expect(log.addThread(of: 1) != nil) }
    #expect(log.addThread(of: 1) == nil)
    #expect(log.addThread(of: 1) == nil)
    log.removeThread(7)
    #expect(log.addThread(of: 2) == 7)
    #expect(
      log.finish().issues.inOrder == [
        ImportIssue(.tooMany, found: "threads that have trace slices")
      ])
  }

  @Test("waits for a processor and in the kernel are parts, and not self time of slices")
  func waits() throws {
    var slices = try MadeSlices()
    slices.change(.asleep, 0)
    slices.change(.woken, 1 * ms)
    slices.change(.running, 2 * ms)
    slices.begin("draw", 2 * ms)
    slices.change(.woken, 2 * ms + ms / 2)
    slices.change(.ready, 3 * ms)
    slices.change(.woken, 3 * ms + 1)
    slices.change(.running, 5 * ms)
    slices.change(.blocked, 6 * ms)
    slices.change(.woken, 7 * ms)
    slices.change(.running, 7 * ms + ms / 2)
    slices.end(9 * ms)
    slices.change(.asleep, 9 * ms)
    let frames = slices.finish().frames
    #expect(frames == [["waiting for a CPU": 3.5, "blocked in the kernel": 1, "draw": 3.5]])
  }

  @Test("lost events end open slices and reset the state of threads")
  func losses() throws {
    var slices = try MadeSlices()
    slices.begin("lost", 1 * ms)
    slices.change(.ready, 2 * ms)
    slices.log.lose()
    slices.change(.running, 4 * ms)
    slices.begin("kept", 5 * ms)
    slices.end(6 * ms)
    slices.end(7 * ms)
    #expect(slices.finish().frames == [["kept": 1]])
  }

  @Test("the number of steps through slices is limited, however many runs have long frames")
  func steps() throws {
    var slices = try MadeSlices()
    for index in 0..<500 as Range<Nanoseconds> { slices.add("a", index * 20_000, 20_000) }
    var times = slices.log.finish()
    times.steps = 2000
    let timeline = FrameTimeline(presents: [0, 10 * ms])
    let windows = FrameWindows(timeline, origin: 0, begins: OptionalColumn())
    let parts = (0..<8).map { _ in times.parts(ofProcess: 1, in: windows) }
    #expect(parts.map { $0 == nil } == [false, false, false, false, true, true, true, true])
    let issue = ImportIssue(.tooMany, found: "trace slices that overlap with frames", count: 4)
    #expect(times.issues.inOrder == [issue])
  }

  @Test(
    "numbers, ids and addresses are removed from names",
    arguments: [
      ("Choreographer#doFrame 1234", "Choreographer#doFrame"), ("frame 0x7f12", "frame"),
      ("DrawFrames 123 (layer 5)", "DrawFrames (layer)"), ("a[12].b", "a[].b"),
      ("draw 16.6ms", "draw"), ("V8.Execute", "V8.Execute"), ("GLES2Decoder", "GLES2Decoder"),
      ("id 550e8400-e29b-41d4-a716-446655440000", "id"), ("task_17", "task"),
      ("item1024", "item"), ("base64", "base64"), ("x=5, y=-6", "x, y"),
      ("CompositorTileWorker1/562", "CompositorTileWorker1"), ("12", "unnamed"), ("", "unnamed"),
      ("a\u{1B}b\n", "a\u{FFFD}b"), ("größe 7", "größe"), ("RV onBind", "RV onBind"),
    ])
  func normalized(name: String, expected: String) {
    var plain = PlainName()
    withField(name) { plain.append(UnsafeBufferPointer(start: $0.start, count: $0.count)) }
    #expect(plain.text == expected)
  }

  @Test("long names are cut between characters")
  func longNames() {
    var plain = PlainName()
    let name = String(repeating: "é", count: 60)
    withField("x" + name) { plain.append(UnsafeBufferPointer(start: $0.start, count: $0.count)) }
    #expect(plain.text == "x" + String(repeating: "é", count: 39))
  }
}
