import Analysis
import Recordings
import Testing
import Units

/// The trace whose metric values are listed in `docs/metrics.md`.
@Suite("The golden vector")
struct GoldenVectorTests {
  static let recording: Recording = {
    var frameTimes = (0..<300).map { Nanoseconds(14_000_000 + 7 * $0 % 11 * 400_000) }
    for (index, milliseconds) in [(50, 40), (120, 55), (180, 70), (240, 90), (290, 130)] {
      frameTimes[index] = Nanoseconds(milliseconds) * .perMillisecond
    }
    var recording = Recording.of(frameTimes: frameTimes)
    recording.description.device.refreshRate = 60
    return recording
  }()

  static let expected: [(id: String, value: Double)] = [
    ("duration", 5.0998), ("frames", 300), ("fps.avg", 58.82583630730617),
    ("fps.mean-of-frames", 62.17274916746132), ("fps.min", 53), ("fps.max", 61),
    ("fps.median", 60), ("fps.stability", 1), ("fps.stability.median", 1),
    ("fps.stability.frames", 0.89), ("fps.stability.time", 0.847641083964077),
    ("fps.variability", 2.5), ("fps.p1", 18.132366273798777), ("fps.p0.1", 8.471704506946734),
    ("fps.low1.average", 10.344827586206897), ("fps.low1.integral", 7.692307692307692),
    ("fps.low0.1.average", 7.692307692307692), ("fps.low0.1.integral", 7.692307692307692),
    ("jank.count", 2), ("jank.big", 1), ("jank.stutter", 0.04313894662535785),
    ("frametime.mean", 5099.8 / 300), ("frametime.p50", 16), ("frametime.p90", 18),
    ("frametime.p95", 18), ("frametime.p99", 55.15), ("frametime.p99.9", 118.04),
    ("frametime.max", 130), ("frametime.stddev", 8.895792073274043),
    ("frametime.jitter", 4.0240802675585305), ("response.avg", 71.99933333333334),
    ("response.p95", 73), ("response.p99", 110.15), ("response.instant", 0.9323502882465979),
    ("hitch.count", 5), ("hitch.time", 301.6666666666667), ("hitch.ratio", 59.152646509013415),
    ("frames.missed", 0.05362776025236593), ("frames.frozen", 0),
    ("fps.floor95", 55.55555555555556), ("freeze.longest", 130),
    ("freeze.count100", 11.765167261461233), ("freeze.count360", 0),
    ("hitch.weighted", 40.682423275858305), ("pacing.error", 0.08648705177980837),
    ("framegen.base_fps", 58.82583630730617), ("frametime.iqr", 2.4), ("frametime.mad", 1.2),
  ]

  @Test("each documented metric has its golden value", arguments: expected)
  func metric(id: String, value: Double) throws {
    let computed = try #require(RunSummary(of: Self.recording)[id]?.value.value)
    #expect(abs(computed - value) <= 1e-12 * abs(value), "\(id) is \(computed)")
  }

  @Test func theContractLeavesOutOnlyWhatThisTraceCannotSay() {
    let summary = RunSummary(of: Self.recording)
    let known = summary.values.filter { $0.value.value.value != nil }.map(\.metric.id)
    #expect(Set(known) == Set(Self.expected.map(\.id) + ["stutter.time"]))
  }
}
