import Recordings
import TestSupport
import Testing
import Units

@testable import Decoding
@testable import Histories
@testable import RunFolders
@testable import TraceReaders

@Suite("PerfDog")
struct PerfDogTests {
  private static func run(_ text: String) throws -> Recording {
    try #require(
      try TraceReader.read(bytes: Array(text.utf8), name: "a.js").recordings.first)
  }

  private static func second(_ time: Int, _ frameTimes: [Int], isDeleted: Bool = false) -> String {
    "{\"TimeStamp\":\"\(time)\",\"FrameDetails\":{\"FrameTimes\":\(frameTimes)},"
      + "\"IsDelete\":\(isDeleted)}"
  }

  private static func report(_ seconds: [String]) -> String {
    "{\"data\":{\"report\":{\"DataList\":[\(seconds.joined(separator: ","))]}}}"
  }

  @Test("script code between objects is ignored")
  func script() throws {
    let report = Self.report([Self.second(0, [400, 600])])
    let text = "/* a = [1] */ export const first = \(report);\nlet second = \(report)"
    #expect(try Self.run(text).timeline.value?.presents.count == 5)
  }

  @Test("a script that ends within an object is reported as truncated")
  func cut() {
    let text = "x = " + Self.report([Self.second(0, [400, 600])]).dropLast(9)
    #expect {
      try Self.run(String(text))
    } throws: { error in
      guard case TraceError.malformed(_, 1, "the end of the file", _)? = error as? TraceError
      else { return false }
      return true
    }
  }

  @Test("seconds without frames leave a gap, with an issue")
  func lostFrames() throws {
    let seconds = [0, 1000, 2000, 3000, 4000].map { time in
      Self.second(time, [2000, 3000].contains(time) ? [] : [500, 500])
    }
    let run = try Self.run(Self.report(seconds))
    let timeline = try #require(run.timeline.value)
    #expect(timeline.presents.map(\.milliseconds) == [0, 500, 1000, 1500, 2000, 4500, 5000])
    #expect(run.issues.map(\.kind).contains(.lostFrames))
  }

  @Test("a stall that is longer than its second counts once")
  func stalls() throws {
    let seconds = [
      Self.second(0, [500, 500]), Self.second(1000, []), Self.second(2000, []),
      Self.second(3000, [2500, 500]),
    ]
    let run = try Self.run(Self.report(seconds))
    let timeline = try #require(run.timeline.value)
    #expect(timeline.presents.map(\.milliseconds) == [0, 500, 1000, 3500, 4000])
    #expect(!run.issues.map(\.kind).contains(.lostFrames))
  }

  @Test("labels, samples and deletions stay aligned with the frames if the first second has none")
  func emptyFirstSecond() throws {
    let seconds = (0..<5).map {
      Self.second($0 * 1000, $0 == 0 ? [] : [500, 500], isDeleted: $0 == 2)
    }
    let run = try Self.run(Self.report(seconds))
    #expect(run.timeline.value?.presents.last == 4 * .perSecond)
    let starts: [Nanoseconds] = [-1 * .perSecond, 2 * .perSecond]
    let ends: [Nanoseconds] = [1 * .perSecond, 4 * .perSecond]
    #expect(run.markers.map(\.start) == starts)
    #expect(run.markers.map(\.end) == ends)
    let stalled = try Self.run(
      Self.report([Self.second(0, []), Self.second(1000, [1800, 200]), Self.second(2000, [1000])]))
    #expect(stalled.timeline.value?.presents.map(\.milliseconds) == [0, 1800, 2000, 3000])
    #expect(stalled.issues.map(\.kind).contains(.lostFrames) == false)
  }

  @Test("seconds that the user deleted are idle time")
  func deletions() throws {
    let seconds = (0..<5).map { Self.second($0 * 1000, [500, 500], isDeleted: $0 == 2) }
    let run = try Self.run(Self.report(seconds))
    #expect(
      run.markers == [
        Marker(start: 0, end: 2 * .perSecond, name: "kept", isActivity: true),
        Marker(start: 3 * .perSecond, end: 5 * .perSecond, name: "kept", isActivity: true),
      ])
  }
}

/// Compares a real session with the summary in the same file.
@Suite(.enabled(if: SharedMaterial.isThere, Comment(rawValue: SharedMaterial.absence)))
struct RealPerfDogTests {
  private static func run() throws -> Recording {
    let name = "traces/perfdog/zipblog_iphone12_378s_detail_and_report.js"
    let runs = try TraceReader.read(SharedMaterial.path(name)).recordings
    #expect(runs.count == 1)
    return try #require(runs.first)
  }

  /// The summary has an average of 59.7 FPS and a variance of 0.3, both of the frame rates per second.
  @Test func theSummaryFollowsFromTheSeconds() throws {
    let run = try Self.run()
    let rates = try #require(run.counters.first { $0.name == "fps" }).samples.stretches
    let seconds = rates.flatMap { Array(repeating: $0.value ?? 0, count: $0.count) }
    #expect(seconds.count == 379)
    let mean: Double = seconds.reduce(0, +) / 379
    let squares: [Double] = seconds.map { ($0 - mean) * ($0 - mean) }
    let variance: Double = squares.reduce(0, +) / 379
    #expect((mean * 10).rounded() == 597 && (variance * 10).rounded() == 3)
    let published = Dictionary(
      uniqueKeysWithValues: run.description.scalars.map { ($0.name, $0.value) })
    #expect(published["perfdog.fps-average"] == 59.7)
    #expect(published["perfdog.fps-variance"] == 0.3)
    #expect(published["perfdog.janks-per-10-minutes"] == 0)
    #expect(published["perfdog.frame-time-average"] == 16.7)
  }

  /// The summary has no jank and no big jank, and an average frame time of 16.7 ms.
  @Test func theFramesAgreeWithTheSummary() throws {
    let run = try Self.run()
    let timeline = try #require(run.timeline.value)
    #expect(timeline.frameCount == 22_644)
    let steps = zip(timeline.presents.dropFirst(), timeline.presents).map { $0 - $1 }
    let mean = (timeline.presents.last ?? 0).milliseconds / 22_644
    #expect((mean * 10).rounded() == 167)
    let longest: Nanoseconds = steps.max() ?? 0
    #expect(longest < 84 * Nanoseconds.perMillisecond)
    for name in ["Jank", "BigJank", "Stutter"] {
      let counter = try #require(run.counters.first { $0.name == name })
      #expect(counter.samples.stretches.allSatisfy { $0.value == 0 }, "\(name)")
    }
    #expect(run.issues == [])
  }

  @Test func deviceAndLabelsAreRead() throws {
    let run = try Self.run()
    #expect(run.description.device.name == "iPhone12")
    #expect(run.description.device.os == "IOS 14.7.1(18G82)")
    #expect(run.description.device.cpu == "Apple A14")
    #expect(run.description.labels["package"] == "com.tencent.smoba")
    #expect(run.description.testDuration == 378_176 * .perMillisecond)
    #expect(run.description.date == "2021-08-31T17:00:07Z")
    #expect(run.markers.map(\.name) == ["label2", "label3", "label4"])
    // The frames of the first second last a third of a millisecond longer than the second.
    let end: Nanoseconds = run.markers.first?.end ?? 0
    #expect(end >= 11_007 * .perMillisecond && end < 11_008 * .perMillisecond)
  }
}
