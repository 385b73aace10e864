import Analysis
import Recordings
import Testing

/// Compares metrics with values that NumPy computed from the definitions of the timelines.
@Suite("The example timelines")
struct ExampleTimelineTests {
  private func value(_ metric: Metric.ID, of timeline: String) throws -> Double {
    let example = try #require(ExampleTimeline.all.first { $0.id == timeline })
    return try #require(RunSummary(of: example.recording)[metric]?.value.value)
  }

  @Test(
    "have golden values",
    arguments: [
      ("fps.avg", [60, 30, 30, 59.03333333333333, 59.03333333333333, 60]),
      ("fps.floor95", [60, 30, 60, 60, 60, 40]),
      ("freeze.longest", [16.6667, 33.3333, 15016.6667, 500, 33.3333, 25]),
      ("freeze.count100", [0, 0, 2, 2, 0, 0]),
      ("freeze.count360", [0, 0, 2, 2, 0, 0]),
      ("hitch.ratio", [0, 500, 500, 16.11111111, 16.11111111, 0]),
      ("hitch.weighted", [0, 48.1333333, 74960.005333, 76.5868148, 1.5509630, 5.6333333]),
      ("pacing.error", [0, 0, 0, 0, 0, 0.4997222]),
      ("frametime.iqr", [0, 0, 0, 0, 0, 16.6666667]),
    ] as [(Metric.ID, [Double])])
  func golden(metric: Metric.ID, expected: [Double]) throws {
    for (timeline, expected) in zip(["A", "B", "C", "D", "E", "F"], expected) {
      let found = try value(metric, of: timeline)
      #expect(
        abs(found - expected) <= 1e-5 * max(1, expected), "\(metric) of \(timeline): \(found)")
    }
  }

  @Test func loseTheSameTimeInOneFreezeOrInManyDrops() throws {
    #expect(try value("frames", of: "D") == value("frames", of: "E"))
    #expect(try abs(value("hitch.time", of: "D") - value("hitch.time", of: "E")) < 1e-4)
  }

  @Test func showThatTheUsualLowCallsAFreezeBetter() throws {
    #expect(try value("fps.low1.average", of: "D") > value("fps.low1.average", of: "E"))
    #expect(try value("hitch.weighted", of: "D") > 40 * value("hitch.weighted", of: "E"))
  }
}
