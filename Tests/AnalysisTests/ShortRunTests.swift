import Analysis
import Recordings
import Testing
import Units

@Suite("Runs of few frames")
struct ShortRunTests {
  static let ofOne = Recording.of(frameTimes: [20].milliseconds)

  @Test(
    "one frame gives all metrics except those of variation",
    arguments: [
      ("duration", 0.02), ("frames", 1), ("fps.avg", 50), ("fps.mean-of-frames", 50),
      ("frametime.p50", 20), ("frametime.p95", 20), ("frametime.max", 20),
      ("fps.stability.frames", 1), ("fps.stability.time", 1), ("response.avg", 75),
      ("response.instant", 1), ("frames.frozen", 0), ("jank.count", 0), ("stutter.time", 0),
    ])
  func one(id: String, expected: Double) throws {
    let value = try #require(try Self.ofOne.value(id))
    #expect(abs(value - expected) < 1e-12)
  }

  @Test(
    "one frame gives the reasons for the other metrics",
    arguments: [
      ("frametime.stddev", "the run has a single frame, and this metric needs two"),
      ("frametime.jitter", "the run has no two consecutive frames"),
      ("fps.p1", "1 frame is too few for the 99th percentile; at least 11 needed"),
      (
        "fps.low0.1.integral",
        "1 frame is too few for the 99.9th percentile; at least 101 needed"
      ),
      ("frametime.p99.9", "1 frame is too few for the 99.9th percentile; at least 101 needed"),
      (
        "fps.stability",
        "the run is shorter than 1s, the window of a frame-rate point; --points selects a shorter window"
      ),
      (
        "fps.median",
        "the run is shorter than 1s, the window of a frame-rate point; --points selects a shorter window"
      ),
      (
        "fps.variability",
        "the run is shorter than 1s, the window of a frame-rate point; --points selects a shorter window"
      ),
      ("hitch.ratio", "the refresh rate of the display is unknown; pass --refresh-rate"),
      ("gpu.avg", "no GPU samples in this trace"),
      ("latency.avg", "no measured latency in this trace"),
    ])
  func withheld(id: String, reason: String) throws {
    #expect(try Self.ofOne.reason(id) == reason)
  }

  @Test func aSinglePresentHasNoMetrics() {
    let summary = RunSummary(of: .of(FrameTimeline(presents: [5])))
    for (metric, value) in summary.values {
      #expect(value.value.value == nil, "\(metric.id)")
    }
    #expect(
      summary["fps.avg"]?.value.reason
        == "the trace has a single present, and a frame needs two presents")
  }

  @Test func aWithheldTimelineHandsItsReasonOn() throws {
    let run = Recording.without(frames: "a sampled log, one row every 100 ms")
    #expect(try run.reason("fps.avg") == "a sampled log, one row every 100 ms")
    #expect(try run.reason("latency.avg") == "a sampled log, one row every 100 ms")
    #expect(try run.reason("hitch.count") == "a sampled log, one row every 100 ms")
  }

  @Test func twoFramesByHand() throws {
    let run = Recording.of(frameTimes: [10, 30].milliseconds)
    #expect(try run.value("fps.avg") == 50)
    #expect(try run.value("frametime.p50") == 20)
    #expect(try run.value("frametime.p90") == 28)
    #expect(try run.value("frametime.jitter") == 20)
    let deviation = try #require(try run.value("frametime.stddev"))
    #expect(abs(deviation - 200.0.squareRoot()) < 1e-12)
    #expect(try run.value("fps.stability.frames") == 0)
    #expect(try run.value("response.instant") == 1)
    #expect(try run.value("response.instant", (.inputLag, "80")) == 0.25)
  }

  @Test func aConstantRunIsPerfect() throws {
    let run = Recording.of(frameTimes: Array(repeating: 20_000_000, count: 500))
    #expect(try run.value("fps.stability") == 1)
    #expect(try run.value("fps.stability.time") == 1)
    #expect(try run.value("frametime.stddev") == 0)
    #expect(try run.value("frametime.jitter") == 0)
    #expect(try run.value("fps.variability") == 0)
    #expect(try run.value("fps.low0.1.average") == 50)
    #expect(try run.value("stutter.time") == 0)
  }

  @Test func aPauseOfHoursIsOneLongFrame() throws {
    let run = Recording.of(frameTimes: [16, 16, 7_200_000, 16].milliseconds)
    #expect(try run.value("frametime.max") == 7_200_000)
    #expect(try run.value("frames.frozen") == 1)
    #expect(try run.value("fps.min") == 0)
    #expect(try run.value("jank.count") == 0)
  }

  @Test func aPauseOfYearsFillsNoMemory() throws {
    let run = Recording.of(frameTimes: [16_000_000, 200 * 365 * 86_400 * .perSecond, 16_000_000])
    #expect(
      try run.reason("fps.stability")
        == "the run has over a million windows without a frame; pass --points frame")
    #expect(try run.value("fps.min", (.points, "frame")) != nil)
    #expect(try run.value("frames.frozen") == 1)
  }

  @Test func timesAtTheEndsOfTheClockAreRefused() throws {
    let run = Recording.of(FrameTimeline(presents: [.min, 0, .max]))
    #expect(try run.reason("fps.avg") == "the timeline is longer than 292 years")
    #expect(try run.reason("latency.avg") == "the timeline is longer than 292 years")
  }
}
