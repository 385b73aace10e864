import Analysis
import Recordings

/// Groups of runs, each run given by its average frame rate.
struct OddRunsRequest: Decodable {
  let groups: [[Double]]

  /// For each group, the positions of the runs that the data-quality notes name.
  func answer() -> [[Int]] {
    groups.map { group in
      OddRuns.all(among: group.map(run), metrics: Self.metrics).flatMap(\.indices)
    }
  }

  private func run(_ rate: Double) -> RunSummary {
    let recording = Recording(
      origin: Recording.Origin(source: "", format: "native", dialect: "1"),
      timeline: .withheld(because: "the run has only an average"))
    return RunSummary(
      of: recording, parameters: Parameters(for: recording),
      values: Self.metrics.map { ($0, MetricValue(.known(rate), basis: .measured)) })
  }

  private static let metrics = Metric.all.filter { $0.id == "fps.avg" }
}
