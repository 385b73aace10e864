import Recordings
import TestSupport
import Testing
import Units

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

@Suite("flashlight")
struct FlashlightTests {
  private static func runs(_ text: String) throws -> [Recording] {
    try TraceReader.read(bytes: Array(text.utf8), name: "a.json").recordings
  }

  private static func measure(_ time: Int, fps: String, ram: String = "100") -> String {
    "{\"cpu\":{\"perName\":{\"a\":10,\"b\":30}},\"ram\":\(ram),\"fps\":\(fps),\"time\":\(time)}"
  }

  @Test("if a poll lacks its value, there is no mean")
  func means() throws {
    let polls = [Self.measure(1000, fps: "50"), Self.measure(2000, fps: "null")]
    let run = try #require(
      try Self.runs("{\"iterations\":[{\"measures\":[\(polls.joined(separator: ","))]}]}").first)
    #expect(run.description.scalars.map(\.name) == ["flashlight.cpu"])
    #expect(run.description.scalars.first?.value == 0.4)
    #expect(run.counters.map(\.role.name) == ["other", "memory", "other", "thread:a", "thread:b"])
    #expect(run.timeline.value == nil)
  }

  @Test("an implausible number of threads or samples is refused")
  func tooMany() throws {
    func text(iterations: Int, polls: Int, threads: Int) -> String {
      let loads = (0..<threads).map { "\"thread \($0)\":1" }.joined(separator: ",")
      let poll = "{\"time\":500,\"cpu\":{\"perName\":{\(loads)}}}"
      let all = Array(repeating: poll, count: polls).joined(separator: ",")
      let measures = Array(repeating: "{\"measures\":[\(all)]}", count: iterations)
      return "{\"iterations\":[\(measures.joined(separator: ","))]}"
    }
    let threads = "threads in all iterations of the Flashlight result"
    #expect(throws: TraceError.tooMany(threads, limit: 1 << 14, path: "a.json", line: 1)) {
      try Self.runs(text(iterations: 180, polls: 1, threads: 100))
    }
    #expect(throws: TraceError.tooMany("samples", limit: 1 << 18, path: "a.json", line: 1)) {
      try Self.runs(text(iterations: 3, polls: 1000, threads: 100))
    }
    #expect(try Self.runs(text(iterations: 10, polls: 20, threads: 100)).count == 10)
  }

  @Test("an iPhone's constants are left out, but not the steady numbers of an Android phone")
  func placeholders() throws {
    let polls = [1000, 2000].map { Self.measure($0, fps: "60", ram: "200") }.joined(separator: ",")
    let iterations = "\"iterations\":[{\"measures\":[\(polls)]}]"
    let android = try Self.runs("{\(iterations)}")
    #expect(android.first?.counters.map(\.name).prefix(2) == ["fps", "ram"])
    let iOS = try Self.runs("{\(iterations),\"type\":\"IOS_EXPERIMENTAL\"}")
    #expect(iOS.first?.counters.contains { ["fps", "ram"].contains($0.name) } == false)
    #expect(iOS.first?.issues.map(\.kind) == [.placeholders])
  }
}

/// Compares real results with the figures that flashlight's own report prints.
@Suite(.enabled(if: SharedMaterial.isThere, Comment(rawValue: SharedMaterial.absence)))
struct RealFlashlightTests {
  /// The report has 59.7 FPS, 58.6% CPU and 6647 ms: means over the polls of means over the iterations.
  @Test func theReportsFiguresComeOut() throws {
    let runs = try TraceReader.read(SharedMaterial.path("traces/flashlight/results1.json"))
      .recordings
    #expect(runs.count == 10)
    #expect(runs.allSatisfy { $0.counters.first?.samples.count == 21 && $0.issues.isEmpty })
    // All iterations have the same number of polls, so the order of the means does not matter.
    #expect((Self.mean(of: "flashlight.fps", in: runs) * 10).rounded() == 597)
    #expect((Self.mean(of: "flashlight.cpu", in: runs) * 1000).rounded() == 586)
    let durations = runs.compactMap(\.description.testDuration)
    #expect(durations.count == 10)
    let sum: Nanoseconds = durations.reduce(0, +)
    #expect((sum.milliseconds / 10).rounded() == 6647)
  }

  private static func mean(of name: String, in runs: [Recording]) -> Double {
    let values = runs.compactMap { run in
      run.description.scalars.first { $0.name == name }?.value
    }
    return values.reduce(0, +) / Double(runs.count)
  }

  @Test func theOtherResultIsReadToo() throws {
    let file = try TraceReader.read(SharedMaterial.path("traces/flashlight/results2.json"))
    #expect(file.recordings.count == 10)
    #expect(file.recordings.first?.description.labels["result"] == "2-after-memo.apk")
    #expect(file.recordings.allSatisfy { $0.timeline.value == nil && $0.issues.isEmpty })
  }
}
