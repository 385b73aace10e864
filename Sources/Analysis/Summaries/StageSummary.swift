public import Recordings

/// What the runs of one stage mean together.
public struct StageSummary: Sendable {
  /// The stage.
  public let stage: SuiteDescription.Stage
  /// Its runs, in the order of the report.
  public let runs: [RunSummary]
  /// Every metric that a run has, in the order of the catalogue.
  public let figures: [StageFigure]

  private let positions: [Metric.ID: Int]

  /// Sums up a stage.
  ///
  /// - Parameters:
  ///   - stage: the stage.
  ///   - runs: its runs, in the order of the report.
  public init(_ stage: SuiteDescription.Stage, runs: [RunSummary]) {
    self.stage = stage
    self.runs = runs
    var ids: Set<Metric.ID> = []
    let metrics = runs.flatMap { $0.values.map(\.metric) }.filter { ids.insert($0.id).inserted }
    figures = metrics.map { StageFigure($0, over: runs) }
    positions = Dictionary(metrics.enumerated().map { ($1.id, $0) }) { first, _ in first }
  }

  /// A metric over the runs; one without a value where no run has such a metric.
  ///
  /// - Parameter metric: which.
  public subscript(metric: Metric) -> StageFigure {
    positions[metric.id].map { figures[$0] } ?? StageFigure(metric, over: runs)
  }
}
