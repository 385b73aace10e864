import Analysis
import Recordings
import Testing
import Units

@Suite("Segments")
struct SegmentTests {
  private static func marker(
    _ from: Int, _ to: Int, _ name: String, isActivity: Bool = true
  ) -> Marker {
    Marker(
      start: Nanoseconds(from) * .perMillisecond, end: Nanoseconds(to) * .perMillisecond,
      name: name, isActivity: isActivity)
  }

  /// Ten frames of 10 ms, a pause of 900 ms, ten frames of 20 ms, a pause of 800 ms, and one frame of 100 ms.
  private static let frameTimes =
    (Array(repeating: 10, count: 10) + [900] + Array(repeating: 20, count: 10) + [800, 100])
    .milliseconds

  private static let laps = [marker(0, 100, "lap"), marker(1000, 1200, "lap")]

  private static func segments(_ markers: [Marker]) throws -> [SegmentSummary] {
    var run = Recording.of(frameTimes: frameTimes, markers: markers)
    run.description.testDuration = 60 * .perSecond
    return try #require(RunSummary(of: run, needs: RunNeeds(segments: true)).segments)
  }

  @Test func theThreadsOfTheRunAreNotThoseOfASegment() throws {
    var run = Recording.of(frameTimes: Self.frameTimes, markers: Self.laps)
    run.description.threads = ThreadList(
      threads: [.init(name: "main", isMain: true, time: 4 * .perSecond)])
    let summary = RunSummary(of: run, needs: RunNeeds(segments: true))
    #expect(summary["cpu.main.time"]?.value.value == 4)
    for segment in try #require(summary.segments) {
      let time = segment.values.first { $0.metric.id == "cpu.main.time" }
      #expect(time?.value.value.value == nil, "\(segment.name)")
    }
  }

  @Test func lapsAreSegmentsAndAllOfThemOneMore() throws {
    let segments = try Self.segments(Self.laps)
    #expect(segments.map(\.name) == ["lap #1", "lap #2", "lap (all)"])
    #expect(segments.map(\.markers) == [1, 1, 2])
    #expect(segments.map { $0["fps.avg"]?.value.value } == [100, 50, 20 / 0.3])
    #expect(segments.map { $0["frametime.max"]?.value.value } == [10, 20, 20])
    #expect(segments.map(\.start) == [0, 1_000_000_000, 0])
    #expect(segments.map(\.end) == [100_000_000, 1_200_000_000, 1_200_000_000])
  }

  @Test func whatWasToldOfTheWholeRunIsNotToldOfItsParts() throws {
    let segments = try Self.segments(Self.laps)
    #expect(segments[0]["duration"]?.value.value == 0.1)
    #expect(segments[0]["duration"]?.basis == .measured)
  }

  @Test("a phase has exactly the frames of its activities")
  func phases() throws {
    let phase = Self.marker(50, 1100, "phase", isActivity: false)
    let withActivities = try Self.segments(Self.laps + [phase])
    let limited = try #require(withActivities.first { $0.name == "phase" })
    #expect(limited["frames"]?.value.value == 10)
    #expect(limited["frametime.max"]?.value.value == 20)
    let alone = try Self.segments([phase])
    #expect(alone[0]["frames"]?.value.value == 11)
    #expect(alone[0]["frametime.max"]?.value.value == 900)
  }

  @Test func aPhaseBesideAllActivitiesHasNoFrames() throws {
    let phase = Self.marker(1250, 1900, "idle", isActivity: false)
    let idle = try #require(try Self.segments(Self.laps + [phase]).first { $0.name == "idle" })
    #expect(
      idle["fps.avg"]?.value.reason == "no whole frame is within an activity marker of the run")
  }

  @Test("of more than 50 segments of one name, only their sum is a segment", arguments: [50, 51])
  func manyOfOneName(count: Int) throws {
    let steps = (0..<count).map { Self.marker(2 * $0, 2 * $0 + 1, "step", isActivity: false) }
    let segments = try Self.segments(steps)
    #expect(segments.count == (count > 50 ? 1 : count + 1))
    #expect(segments.last?.name == "step (all)" && segments.last?.markers == count)
  }

  @Test func instantsAreNoSegments() throws {
    #expect(try Self.segments([Self.marker(10, 10, "tap", isActivity: false)]).isEmpty)
  }

  @Test func nobodyAskedMeansNoSegments() {
    let run = Recording.of(frameTimes: Self.frameTimes, markers: Self.laps)
    #expect(RunSummary(of: run).segments == nil)
  }

  @Test func idleTimeIsNeitherSmoothNorJanky() throws {
    let whole = Recording.of(frameTimes: Self.frameTimes)
    let active = Recording.of(frameTimes: Self.frameTimes, markers: Self.laps)
    #expect(try whole.value("jank.count") != 0)
    #expect(try active.value("jank.count") == 0)
    #expect(try active.value("frames.frozen") == 0)
    #expect(try active.value("hitch.time", (.refreshRate, "50")) == 0)
    #expect(try active.value("frames.missed", (.refreshRate, "50")) == 0)
    #expect(try active.value("fps.stability", (.points, "100ms")) == 0)
    let time = try #require(RunSummary(of: active).activityTime)
    #expect(time.stretches == 2)
    #expect(time.active == 300_000_000)
    #expect(time.idle == 1_800_000_000)
    #expect(RunSummary(of: whole).activityTime == nil)
  }
}
