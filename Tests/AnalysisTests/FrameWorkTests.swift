import Analysis
import Recordings
import Testing
import Units

/// Metrics of the work on frames as the platform reports it, with and without a timeline.
@Suite("Work on frames")
struct FrameWorkTests {
  /// Five frames; the quantiles of type 7 were computed by hand: position 0.9 · 4 = 3.6, and so on.
  private static let work = OptionalColumn([4_000_000, nil, 10_000_000, 6_000_000, 20_000_000])
  private static let overrun = OptionalColumn(
    [-2_000_000, 1, 0, -1_000_000, 9_000_000] as [Nanoseconds])

  private static func durationsOnly() -> Recording {
    Recording(
      origin: .init(source: "made.json", format: "made", dialect: "1"),
      timeline: .withheld(because: "durations without presents"),
      unplacedSignals: [.cpuBusy: work, .overrun: overrun])
  }

  @Test func durationsAloneSupportQuantilesAndNoFrameRate() throws {
    let run = Self.durationsOnly()
    #expect(try run.value("frame.cpu.p50") == 8)
    #expect(try run.value("frame.cpu.p90") == 17)
    let late = try #require(try run.value("frame.cpu.p95"))
    #expect(abs(late - 18.5) < 1e-12)
    #expect(try run.value("frame.overrun.p50") == 0)
    #expect(try run.value("deadline.missed") == 0.4)
    #expect(try run.value("frames") == 5)
    for id in ["fps.avg", "frametime.p99", "hitch.ratio", "jank.count", "duration"] {
      #expect(try run.reason(id) == "durations without presents")
    }
    #expect(try run.reason("frame.gpu.p50") == "no GPU time of frames in this trace")
    #expect(try run.reason("late.any") == "durations without presents")
    #expect(RunSummary(of: run).frameCounts.map(\.count) == [5])
  }

  @Test func onlySelectedFramesAndActivitiesCount() throws {
    let timeline = FrameTimeline(
      presents: NumberColumn([0, 10, 20, 30, 40, 50].map { $0 * .perMillisecond }),
      kinds: [.displayed, .displayed, .dropped, .displayed, .displayed],
      signals: [.work: Self.work, .overrun: Self.overrun],
      blames: [[], .application, .application, [.system, .queue], .unknown])
    let whole = Recording.of(timeline)
    #expect(try whole.value("frame.work.p50") == 6)
    #expect(try whole.value("frame.work.p50", (.frames, "all")) == 8)
    #expect(try whole.value("late.any") == 0.75)
    #expect(try whole.value("late.application") == 0.25)
    #expect(try whole.value("late.application", (.frames, "all")) == 0.4)
    #expect(try whole.value("late.system") == 0.25)
    #expect(try whole.value("late.queue") == 0.25)
    let lap = Marker(start: 0, end: 20 * .perMillisecond, name: "lap", isActivity: true)
    let part = Recording.of(timeline, markers: [lap])
    #expect(try part.value("late.any") == 0.5)
    #expect(try part.value("frame.work.p95") == 4)
    #expect(try part.value("deadline.missed") == 0.5)
  }

  @Test func aTraceThatBlamesNobodyWithholds() throws {
    let run = Recording.of(frameTimes: [16, 17].milliseconds)
    #expect(
      try run.reason("late.any") == "the trace does not mark late frames")
    #expect(try run.reason("frame.work.p50") == "no working time of frames in this trace")
  }
}
