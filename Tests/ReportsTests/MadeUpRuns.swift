import Analysis
import Recordings
import Reports
import Units

/// Small runs and suites for reports.
enum MadeUpRuns {
  /// A run whose frames all take the same number of milliseconds.
  static func recording(frameTime: Double, frames: Int = 180, name: String = "run.csv") -> Recording
  {
    let step = Nanoseconds(frameTime * 1e6)
    let presents = (0...frames).map { Nanoseconds($0) * step }
    return Recording(
      origin: .init(source: name, format: "native", dialect: "frames"),
      timeline: .known(FrameTimeline(presents: NumberColumn(presents))))
  }

  static func summary(
    frameTime: Double, name: String = "1", catalog: [Metric] = Metric.all
  ) -> RunSummary {
    RunSummary(of: recording(frameTime: frameTime), name: name, catalog: catalog)
  }

  /// A suite with a worst case (40 ms), one stage (25 ms) and a best case (20 ms).
  static func suite(
    runs: [String: [RunSummary]]? = nil, metrics: [String] = ["fps.avg", "frametime.p99"],
    catalog: [Metric] = Metric.all
  ) throws -> SuiteSummary {
    var description = SuiteDescription(id: "made-up", title: "A made-up suite")
    description.stages = [
      .init(id: "best", title: "Best case"),
      .init(id: "worst", title: "Worst case"),
      .init(id: "1", title: "A change", baseline: "worst"),
    ]
    description.best = "best"
    description.worst = "worst"
    description.endResult = "1"
    description.metrics = metrics
    let made = [
      "best": [summary(frameTime: 20, catalog: catalog)],
      "worst": [summary(frameTime: 40, catalog: catalog)],
      "1": [summary(frameTime: 25, catalog: catalog)],
    ]
    return try SuiteSummary(description, runs: runs ?? made, catalog: catalog)
  }
}
