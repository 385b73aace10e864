public import Recordings

/// The results of all runs of one stage (version of the program).
public struct StageSummary: Sendable {
  /// The description of the stage (version of the program), as read from `suite.json`.
  public let stage: SuiteDescription.Stage
  /// The results of the runs of one stage (version of the program), in the order in which reports show them.
  public let runs: [RunSummary]
  /// The summaries of all metrics that were requested for the runs of the stage (version of the program), in the order
  /// in which the runs list them.
  public let figures: [StageFigure]

  private let positions: [Metric.ID: Int]

  /// Summarizes the runs of one stage (version of the program).
  public init(_ stage: SuiteDescription.Stage, runs: [RunSummary]) {
    self.stage = stage
    self.runs = runs
    let metrics = Self.metrics(of: runs)
    figures = metrics.enumerated().map { StageFigure($1, over: runs, expectedAt: $0) }
    positions = Dictionary(metrics.enumerated().map { ($1.id, $0) }) { first, _ in first }
  }

  /// The different metrics of all runs.
  private static func metrics(of runs: [RunSummary]) -> [Metric] {
    var ids: Set<Metric.ID> = []
    var metrics: [Metric] = []
    for (index, run) in runs.enumerated()
    where index == 0 || !run.values.sharesMetrics(with: runs[index - 1].values) {
      metrics += run.values.lazy.map(\.metric).filter { ids.insert($0.id).inserted }
    }
    return metrics
  }

  /// The summary of one metric over the runs of a stage (version of the program); it contains no values if no run has
  /// the metric.
  public subscript(metric: Metric) -> StageFigure {
    positions[metric.id].map { figures[$0] } ?? StageFigure(metric, over: runs)
  }
}
