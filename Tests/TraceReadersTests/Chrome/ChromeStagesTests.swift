import Foundation
import Recordings
import TestSupport
import Testing
import Units

@testable import Decoding
@testable import TraceReaders

@Suite("Stages of Chrome's frames")
struct ChromeStagesTests {
  private typealias Stage = MadeChromeTrace.Stage

  /// The time of each stage of frame 0 in microseconds, and the issues of the run.
  private static func read(
    _ trace: MadeChromeTrace
  ) throws -> (times: [String: Nanoseconds], issues: [ImportIssue]) {
    let run = try #require(try trace.runs().first)
    let parts = run.timeline.value?.parts
    #expect(parts?.parts.filter { $0.kind != .stage && $0.name != "all other parts" } ?? [] == [])
    let times = (parts?.entries(ofFrame: 0) ?? []).map { entry in
      (parts?.parts[Int(entry.part)].name ?? "", entry.duration / 1000)
    }
    return (Dictionary(uniqueKeysWithValues: times), run.issues)
  }

  /// Two frames at 0 and 20 ms, of which the second has stages.
  private static func read(
    stages: [Stage]
  ) throws -> (times: [String: Nanoseconds], issues: [ImportIssue]) {
    var trace = MadeChromeTrace()
    trace.addReport(1, from: 0, to: 12_000, "PRESENTED_ALL")
    trace.addReport(2, from: 20_000, to: 42_000, "PRESENTED_ALL", stages: stages)
    return try read(trace)
  }

  @Test("a stage has the time without the stages within it")
  func nested() throws {
    let (times, issues) = try Self.read(stages: [
      ("Commit", "b", 21_000), ("Commit", "e", 23_000),
      ("Submit", "b", 23_000), ("Receive", "b", 23_000), ("Receive", "e", 26_000),
      ("Swap", "b", 27_000), ("Swap", "e", 40_000), ("Submit", "e", 41_000),
    ])
    #expect(times == ["Commit": 2_000, "Receive": 3_000, "Swap": 13_000, "Submit": 2_000])
    #expect(issues == [])
  }

  @Test("an end belongs to the beginning with its name, whatever the order of equal times")
  func swapped() throws {
    let (times, issues) = try Self.read(stages: [
      ("Commit", "b", 21_000), ("Activation", "b", 23_000), ("Commit", "e", 23_000),
      ("Activation", "e", 26_000),
    ])
    #expect(times == ["Commit": 2_000, "Activation": 3_000])
    #expect(issues == [])
  }

  @Test("of updates that reach the screen at once, the stages of the oldest count")
  func oldest() throws {
    var trace = MadeChromeTrace()
    trace.addReport(1, from: 0, to: 12_000, "PRESENTED_ALL", id: 1)
    trace.addReport(
      3, from: 30_000, to: 42_000, "PRESENTED_PARTIAL", id: 3,
      stages: [("Commit", "b", 31_000), ("Commit", "e", 40_000)])
    trace.addReport(
      2, from: 20_000, to: 42_000, "PRESENTED_ALL", id: 2,
      stages: [("Commit", "b", 21_000), ("Commit", "e", 22_000)])
    trace.addReport(
      4, from: 31_000, to: 39_000, "DROPPED", id: 2,
      stages: [("Commit", "b", 31_000), ("Commit", "e", 39_000)])
    #expect(try Self.read(trace).times == ["Commit": 1_000])
  }

  @Test("slices of the page's threads are used instead of stages")
  func slices() throws {
    var trace = MadeChromeTrace()
    trace.addThread("CrRendererMain", 1)
    trace.addReport(1, from: 0, to: 12_000, "PRESENTED_ALL")
    trace.addReport(
      2, from: 20_000, to: 42_000, "PRESENTED_ALL",
      stages: [("Commit", "b", 21_000), ("Commit", "e", 40_000)])
    trace.addSlice("Layout", from: 21_000, lasting: 5_000)
    let parts = try #require(try trace.runs().first?.timeline.value?.parts)
    #expect(parts.parts == [FrameParts.Part("Layout", .slice)])
  }

  @Test("events of other categories, ids and processes are no stages")
  func others() throws {
    var trace = MadeChromeTrace()
    trace.addReport(1, from: 0, to: 12_000, "PRESENTED_ALL")
    trace.add(
      "PipelineReporter", "b", at: 20_000, id: 5,
      #"{"frame_reporter":{"frame_sequence":2,"state":"STATE_PRESENTED_ALL"}}"#)
    for (phase, time) in [("b", 21_000), ("e", 30_000)] as [(String, Nanoseconds)] {
      trace.add("Timer", phase, at: time, id: 5, category: "blink")
      trace.add("Commit", phase, at: time, id: 6)
      trace.add("Commit", phase, at: time, id: 5, process: 2)
    }
    trace.add("PipelineReporter", "e", at: 42_000, id: 5)
    let (times, issues) = try Self.read(trace)
    #expect(times == [:] && issues == [])
  }

  @Test("stages that do not end, and ends without beginnings, are left out")
  func unpaired() throws {
    let (times, issues) = try Self.read(stages: [
      ("Commit", "b", 21_000), ("Submit", "b", 22_000), ("Submit", "e", 24_000),
      ("Swap", "e", 25_000), ("Receive", "b", 27_000), ("Receive", "e", 26_000),
    ])
    #expect(times == ["Submit": 2_000])
    #expect(
      issues == [
        ImportIssue(.timeWentBack, found: "Receive"), ImportIssue(.unmatchedEnd, found: "Swap"),
      ])
  }

  @Test("stages that overlap or leave their frame are cut, so that no time counts twice")
  func overlapping() throws {
    let (times, issues) = try Self.read(stages: [
      ("Early", "b", 15_000), ("Early", "e", 22_000), ("Commit", "b", 23_000),
      ("Submit", "b", 25_000), ("Commit", "e", 27_000), ("Submit", "e", 29_000),
      ("Late", "b", 41_000), ("Late", "e", 900_000_000), ("Away", "b", 50_000),
      ("Away", "e", 60_000),
    ])
    #expect(times == ["Early": 2_000, "Commit": 2_000, "Submit": 2_000, "Late": 1_000])
    #expect(issues.map(\.kind) == [.outOfRange])
  }

  @Test("deep nesting and many names are limited, and an issue says so")
  func limits() throws {
    let deep = (0..<600).map { ("Stage", "b", 21_000 + Nanoseconds($0)) as Stage }
    #expect(
      try Self.read(stages: deep).issues
        == [ImportIssue(.tooMany, found: "frame stages nested more than 512 levels deep")])
    let many = (0..<5000).flatMap { index -> [Stage] in
      // Numbers are removed from names, so the names consist of letters.
      let letters = String(index, radix: 10).map { String(UnicodeScalar($0.asciiValue! + 49)) }
      let time = 21_000 + Nanoseconds(index) * 4
      return [(letters.joined(), "b", time), (letters.joined(), "e", time + 4)]
    }
    #expect(
      try Self.read(stages: many).issues == [
        ImportIssue(.tooMany, found: "distinct names of the stages of Chrome's frames")
      ])
  }
}

/// Compares the stages of a real trace with those that another program computed.
@Suite(
  "Stages in a real Chrome trace",
  .enabled(if: SharedMaterial.isThere, Comment(rawValue: SharedMaterial.absence)))
struct RealChromeStagesTests {
  /// The events of the trace without the slices of threads, as text.
  private static func trace() throws -> [UInt8] {
    var source = try TraceSource(
      path: SharedMaterial.path("traces/chrome_trace/lighthouse_animation.trace.json.gz"))
    var bytes: [UInt8] = []
    while let chunk = try source.nextChunk() { bytes += chunk }
    let object = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
    let events = object?["traceEvents"] as? [[String: Any]] ?? []
    let kept = events.filter { !["X", "B", "E"].contains($0["ph"] as? String) }
    return try Array(JSONSerialization.data(withJSONObject: ["traceEvents": kept]))
  }

  /// A Python script summed the self times of the stages of the oldest update of each present.
  @Test func stages() throws {
    let file = try TraceReader.read(bytes: Self.trace(), name: "a.json")
    let run = try #require(file.recordings.first)
    let parts = try #require(run.timeline.value?.parts)
    var sums: [String: Nanoseconds] = [:]
    for entry in parts.entries {
      sums[parts.parts[Int(entry.part)].name, default: 0] += entry.duration
    }
    #expect(sums == Self.expected)
    #expect(run.issues == [])
  }

  private static let expected: [String: Nanoseconds] = [
    "Activation": 7_763_000,
    "BeginImplFrameToSendBeginMainFrame": 6_949_000,
    "Commit": 9_411_000,
    "EndActivateToSubmitCompositorFrame": 1_914_718_000,
    "EndCommitToActivation": 181_902_000,
    "ReceiveCompositorFrameToStartDraw": 28_479_000,
    "SendBeginMainFrameToCommit": 317_715_000,
    "StartDrawToSwapStart": 282_440_000,
    "SubmitToReceiveCompositorFrame": 26_608_000,
    "Swap": 27_035_000,
  ]
}
