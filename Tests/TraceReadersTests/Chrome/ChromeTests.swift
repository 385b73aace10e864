import Recordings
import TestSupport
import Testing
import Units

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

@Suite("Chrome traces")
struct ChromeTests {
  @Test("an interval in which frames were expected but none was completed is not an activity")
  func emptyStretches() throws {
    var trace = MadeChromeTrace()
    for start in [0, 100_000, 200_000] as [Nanoseconds] {
      trace.addWish(true, at: start)
      for frame in 0..<(start == 100_000 ? 1 : 5) as Range<Nanoseconds> {
        let begin = start + frame * MadeChromeTrace.vsync
        trace.addReport(
          Int(begin / MadeChromeTrace.vsync) + 1, from: begin, to: begin + 8_000, "PRESENTED_ALL")
      }
      trace.addWish(false, at: start + 50_000)
    }
    let run = try #require(try trace.runs().first)
    #expect(run.markers.filter(\.isActivity).map(\.start) == [-8_000_000, 192_000_000])
  }

  @Test("slices of the main and compositor threads are parts of frames", arguments: [true, false])
  func parts(areNamedFirst: Bool) throws {
    var trace = MadeChromeTrace()
    func addThreads() {
      trace.addThread("CrRendererMain", 1)
      trace.addThread("Compositor", 2)
      trace.addThread("CompositorTileWorker1", 3)
    }
    if areNamedFirst { addThreads() }
    trace.addReport(1, from: 0, to: 21_000, "PRESENTED_ALL")
    trace.addReport(2, from: 19_000, to: 41_000, "PRESENTED_ALL")
    trace.addSlice("Commit", thread: 2, from: 20_000, lasting: 4_000)
    trace.addSlice("Raster", thread: 3, from: 20_000, lasting: 9_000)
    trace.addSlice("Unknown", thread: 4, from: 20_000, lasting: 9_000)
    trace.addSlice("RunTask", from: 25_000, lasting: 10_000)
    trace.addSlice(
      "FunctionCall", from: 26_000, lasting: 5_000, #"{"data":{"functionName":"onScroll"}}"#)
    trace.addSlice("MinorGC", from: 27_000, lasting: 1_000)
    trace.addSlice("RunTask", from: 45_000, lasting: 10_000)
    if !areNamedFirst { addThreads() }
    let run = try #require(try trace.runs().first)
    let parts = try #require(run.timeline.value?.parts)
    let times = parts.entries.map { (parts.parts[Int($0.part)].name, $0.duration / 1_000_000) }
    #expect(
      Dictionary(uniqueKeysWithValues: times)
        == ["Commit": 4, "RunTask": 5, "FunctionCall onScroll": 4, "MinorGC": 1])
    #expect(run.issues == [])
  }

  @Test(
    "a thread that gets the name of one that draws no page, and a trace without such threads, explain nothing",
    arguments: [["CrRendererMain", "ThreadPoolForegroundWorker"], []])
  func renamed(names: [String]) throws {
    var trace = MadeChromeTrace()
    trace.addReport(1, from: 0, to: 21_000, "PRESENTED_ALL")
    trace.addReport(2, from: 19_000, to: 41_000, "PRESENTED_ALL")
    trace.addSlice("RunTask", from: 25_000, lasting: 5_000)
    for name in names { trace.addThread(name, 1) }
    trace.addSlice("RunTask", from: 31_000, lasting: 5_000)
    let run = try #require(try trace.runs().first)
    #expect(run.timeline.value?.frameCount == 1 && run.timeline.value?.parts == nil)
  }

  @Test func framesAreShownWhenTheyReachTheScreen() throws {
    var trace = MadeChromeTrace()
    trace.addReport(1, from: 0, to: 21_000, "PRESENTED_ALL")
    trace.add("DrawFrame", "I", at: 5_000)
    trace.addReport(2, from: 10_000, to: 31_000, "PRESENTED_ALL")
    let run = try #require(try trace.runs().first)
    #expect(run.timeline.value?.presents == [0, 10_000_000])
    #expect(run.timeline.value?.signals[.latency]?.known == [21_000_000])
    #expect(run.origin.stream == "pid 1")
  }

  @Test func whatIsShownAtOnceIsOneFrameWithTheLatencyOfItsOldestPart() throws {
    var trace = MadeChromeTrace()
    trace.addReport(1, from: 0, to: 15_000, "PRESENTED_ALL", id: 1)
    trace.addReport(3, from: 20_000, to: 35_000, "PRESENTED_PARTIAL", id: 2)
    trace.addReport(2, from: 10_000, to: 35_000, "PRESENTED_ALL", id: 3)
    let timeline = try #require(try trace.runs().first?.timeline.value)
    #expect(timeline.presents == [0, 20_000_000])
    #expect(timeline.signals[.latency]?.known == [25_000_000])
  }

  @Test func aFrameIsDroppedWhenNoPartOfItIsShown() throws {
    var trace = MadeChromeTrace()
    trace.addReport(1, from: 0, to: 15_000, "PRESENTED_ALL", id: 1)
    trace.addReport(2, from: 10_000, to: 25_000, "DROPPED", id: 2)
    trace.addReport(2, from: 10_000, to: 35_000, "PRESENTED_ALL", id: 3)
    trace.addReport(3, from: 20_000, to: 35_000, "DROPPED", id: 2)
    trace.addReport(3, from: 20_000, to: 35_000, "DROPPED", id: 3)
    trace.addReport(4, from: 30_000, to: 45_000, "NO_UPDATE_DESIRED", id: 2)
    let timeline = try #require(try trace.runs().first?.timeline.value)
    // The dropped frame has the time at which it would have been shown.
    #expect(timeline.presents == [0, 20_000_000, 30_000_000])
    #expect(timeline.kinds == [.displayed, .dropped])
    #expect(timeline.unplaced == [:])
  }

  @Test func theNameOfTheReportInOlderVersionsIsKnown() throws {
    var trace = MadeChromeTrace()
    for frame in 0..<3 {
      let begin = Nanoseconds(frame) * MadeChromeTrace.vsync
      trace.addReport(
        frame, from: begin, to: begin + 12_000, "PRESENTED_ALL", key: "chrome_frame_reporter")
    }
    #expect(try trace.runs().first?.timeline.value?.frameCount == 2)
  }

  @Test func drawnFramesStandInForShownOnesInAnyOrder() throws {
    var trace = MadeChromeTrace()
    for frame in 0..<5 {
      trace.add("DrawFrame", "i", at: Nanoseconds(frame * frame) * 1000, #"{"layerTreeId":4}"#)
    }
    trace.add("DrawFrame", "i", at: 16_000, #"{"layerTreeId":4}"#)
    trace.add("DroppedFrame", "I", at: 7_000, #"{"layerTreeId":4}"#)
    trace.reverse()
    let timeline = try #require(try trace.runs().first?.timeline.value)
    #expect(timeline.presents == NumberColumn([0, 1, 4, 9, 16].map { $0 * 1_000_000 }))
    #expect(timeline.unplaced == [.dropped: 1])
    #expect(timeline.signals.isEmpty)
  }

  @Test func framesAreWantedUntilTheLastOneBegunIsShown() throws {
    var trace = MadeChromeTrace()
    // Frames are wanted since before the trace. The frame begun at 20 ms is shown after the request has ended.
    for frame in 0..<3 {
      let begin = Nanoseconds(frame) * 10_000
      trace.addReport(frame, from: begin, to: begin + 15_000, "PRESENTED_ALL", id: frame)
    }
    trace.addWish(false, at: 24_000)
    trace.addWish(true, at: 100_000)
    trace.addWish(false, at: 100_040)
    trace.addWish(true, at: 200_000)
    trace.addReport(20, from: 200_000, to: 215_000, "PRESENTED_ALL")
    trace.addReport(21, from: 210_000, to: 225_000, "PRESENTED_ALL")
    let run = try #require(try trace.runs().first)
    let activities = run.markers.filter(\.isActivity)
    // Relative to the first present, at 15 ms.
    #expect(activities.map(\.start) == [0, 185_000_000])
    #expect(activities.map(\.end) == [20_000_000, 210_000_000])
    #expect(run.issues.isEmpty)
  }

  @Test func refreshRateIsThatOfTheVsyncsThatFramesBeganWith() throws {
    var trace = MadeChromeTrace()
    for frame in 0..<30 where frame % 7 != 5 {
      let begin = Nanoseconds(frame) * 8_333 + Nanoseconds(frame % 3) * 4
      trace.addReport(frame, from: begin, to: begin + 12_000, "PRESENTED_ALL")
    }
    #expect(try trace.runs().first?.description.device.refreshRate == 120)
  }

  /// Adds the frame reports, frame requests and draws of a layer tree.
  private static func add(_ tree: Int, of process: Int, frame: Int, to trace: inout MadeChromeTrace)
  {
    let begin = Nanoseconds(frame * 16_000 + tree * 37)
    let host = tree == 0 ? "" : #","layer_tree_host_id":\#(tree)"#
    let layer = tree == 0 ? "" : #""layerTreeId":\#(tree)"#
    let state = (frame + tree) % 5 == 0 ? "DROPPED" : "PRESENTED_ALL"
    let reporter =
      #"{"frame_sequence":\#(frame),"frame_source":1,"state":"STATE_\#(state)"\#(host)}"#
    let id = tree + process * 100
    if tree % 3 != 2 {
      trace.add(
        "PipelineReporter", "b", at: begin, id: id, process: process,
        #"{"frame_reporter":\#(reporter)}"#)
      trace.add("PipelineReporter", "e", at: begin + 20_000, id: id, process: process)
    }
    trace.add("DrawFrame", "I", at: begin + 9_000, process: process, "{\(layer)}")
    if frame % 4 == 3 {
      let data = #"{"needsBeginFrame":\#(frame / 4 % 2)}"#
      let rest = layer.isEmpty ? "" : "," + layer
      trace.add(
        "NeedsBeginFrameChanged", "I", at: begin, process: process, #"{"data":\#(data)\#(rest)}"#)
    }
  }

  @Test(
    "interleaved layer trees give the same runs as consecutive ones, also in reverse order",
    arguments: [false, true])
  func turns(isReversed: Bool) throws {
    let trees = (1...3).flatMap { process in (0...(process == 3 ? 1 : 20)).map { (process, $0) } }
    var (turns, apart) = (MadeChromeTrace(), MadeChromeTrace())
    for frame in 0..<40 {
      for (process, tree) in isReversed ? trees.reversed() : trees {
        Self.add(tree, of: process, frame: frame, to: &turns)
      }
    }
    for (process, tree) in trees {
      for frame in 0..<40 { Self.add(tree, of: process, frame: frame, to: &apart) }
    }
    let runs = try turns.runs()
    #expect(runs == (try apart.runs()))
    // Events without a tree belong to the only tree of their process; otherwise they are a separate run.
    #expect(runs.count == 43)
    #expect(runs.count { $0.origin.stream == "pid 3" } == 1)
  }

  @Test func streamsAndOpenFramesAreKeptInBounds() throws {
    var trace = MadeChromeTrace()
    for process in 0..<5000 {
      trace.add("DrawFrame", "i", at: Nanoseconds(process), process: process)
    }
    for id in 0..<5000 { trace.add("PipelineReporter", "b", at: 1, id: id) }
    let runs = try trace.runs()
    #expect(runs.count == 4096)
    let tooMany = try #require(runs[0].issues.first { $0.kind == .tooMany })
    #expect(tooMany.count == 904 + 904)
  }
}

/// Compares real traces with counts by another program.
@Suite(
  "Real Chrome traces",
  .enabled(if: SharedMaterial.isThere, Comment(rawValue: SharedMaterial.absence)))
struct RealChromeTests {
  private static func path(_ name: String) -> String {
    SharedMaterial.path("traces/chrome_trace/\(name)")
  }

  /// Streams with their presents, visibly dropped frames and refresh rate, as counted by a Python script.
  @Test(arguments: [
    ("lighthouse_animation.trace.json.gz", ["Renderer 7431 280 0 120.0", "Browser 7410 6 0 -"]),
    ("lighthouse_user-timing.trace.json", ["Renderer 88357 4 0 60.0", "Browser 88334 1 0 -"]),
    ("lighthouse_load_2016.json", ["Renderer 442 27 0 -"]),
    ("catapult_thread_time.json.gz", ["Renderer 14190 148 0 60.0", "Browser 27003 181 0 60.0"]),
  ])
  func streams(name: String, expected: [String]) throws {
    let runs = try TraceReader.read(Self.path(name)).recordings
    let found = try runs.map { run in
      let timeline = try #require(run.timeline.value)
      let rate = run.description.device.refreshRate.map { "\($0)" } ?? "-"
      return "\(run.origin.stream ?? "-") \(timeline.presents.count) "
        + "\(timeline.unplaced[.dropped] ?? 0) \(rate)"
    }
    #expect(found == expected)
  }

  /// The published counts: 1,140 PipelineReporter events and 287 DrawFrame events.
  @Test func eventsAreAllSeen() throws {
    var source = try TraceSource(path: Self.path("lighthouse_animation.trace.json.gz"))
    var events = TraceEventReader(arguments: [])
    var (reports, draws) = (0, 0)
    while try events.next(in: &source) {
      if events.name.isExactly("PipelineReporter") { reports += 1 }
      if events.name.isExactly("DrawFrame") { draws += 1 }
    }
    #expect((reports, draws) == (1140, 287))
  }

  @Test(arguments: [
    "malformed_catapult_bad-world-bounds.json", "malformed_lighthouse_no_navstart_event.json",
  ])
  func tracesWithoutFramesAreRefused(name: String) throws {
    let path = Self.path(name)
    #expect {
      try TraceReader.read(path)
    } throws: { error in
      guard case .refused(path, .noFrames("chrome", _, _))? = error as? TraceError else {
        return false
      }
      return true
    }
  }
}
