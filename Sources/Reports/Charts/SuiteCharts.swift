internal import Analysis
internal import Documents
internal import Recordings
internal import Units

/// The charts of a suite's report, each next to its table.
struct SuiteCharts: Sendable {
  private let suite: SuiteSummary

  init(of suite: SuiteSummary) { self.suite = suite }

  /// The chart next to the averages of all stages.
  var stages: [Block] { [StageChart(of: suite).chart].compactMap { $0.map(Block.chart) } }

  /// The chart next to the positions.
  var positions: [Block] {
    [PositionChart(of: suite)?.chart].compactMap { $0.map(Block.chart) }
  }

  /// The distributions of the stages' frame times; empty without traces.
  var distributions: [Block] {
    let pools = FrameTimePool.pools(of: suite)
    guard !pools.isEmpty else { return [] }
    let rates = suite.stages.flatMap(\.runs).compactMap { ChartedRun($0, named: "") }
    let distribution = DistributionChart(
      of: pools, refreshRate: rates.refreshRate, subject: "all runs of a stage together",
      width: .half)
    let percentiles = PercentileChart(of: pools, refreshRate: rates.refreshRate, width: .half)
    let runs = suite.stages.flatMap { stage in
      stage.runs.enumerated().compactMap { ChartedRun($1, named: "\(stage.stage.id) #\($0 + 1)") }
    }
    let map = HeatMapChart(of: runs)?.chart
    return [distribution.chart, percentiles.chart, map].compactMap { $0.map(Block.chart) }
  }

  /// The runs of a stage over time; empty without traces.
  @Sendable func overTime(_ stage: StageSummary) -> [Block] {
    let runs = stage.runs.enumerated().compactMap { ChartedRun($1, named: "#\($0 + 1)") }
    guard !runs.isEmpty else { return [] }
    let id = stage.stage.id
    let charts = [
      FrameRateChart(
        of: runs, title: "Frame rate over time, \(id)", anchor: Anchor("chart frame rate \(id)"),
        isCompact: true
      ).chart,
      FrameTimeChart(
        of: runs, title: "Frame time over time, \(id)", anchor: Anchor("chart frame time \(id)"),
        detail: .frames
      ).chart,
    ]
    return charts.compactMap { $0.map(Block.chart) }
  }
}
