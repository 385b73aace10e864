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

/// The charts of an analysis: each run over time, and all runs together.
enum RunCharts {
  /// With more runs than this, only distributions are drawn.
  static let most = 12

  static func blocks(of runs: [RunSummary]) -> [Block] {
    let charted = runs.compactMap { ChartedRun($0, named: $0.name) }
    guard !charted.isEmpty else { return [] }
    if charted.count == 1 { return blocks(of: charted[0]) }
    var charts: [Chart?] = []
    if (2...FrameTimePool.mostInks).contains(charted.count) {
      charts.append(
        FrameTimeChart(
          of: charted, title: "Frame times of \(charted.count) runs over time",
          anchor: "chart-frame-times", detail: .overlaid
        ).chart)
    }
    let isSummary = charted.count > AnalysisReport.mostColumns
    let pools = isSummary ? [.together(charted)] : FrameTimePool.pools(of: charted)
    let subject = isSummary ? "all runs together" : "by run"
    charts.append(
      DistributionChart(
        of: pools, refreshRate: charted.refreshRate, subject: subject, width: .half
      ).chart)
    charts.append(
      PercentileChart(of: pools, refreshRate: charted.refreshRate, width: .half).chart)
    if (2...most).contains(charted.count) {
      for (index, run) in charted.enumerated() { charts += overTime(run, index, of: charted.count) }
    }
    return charts.compactMap { $0.map(Block.chart) } + note(charted.count)
  }

  /// The charts of one run: its frames as wide as the page, and the distribution next to the percentiles.
  private static func blocks(of run: ChartedRun) -> [Block] {
    let pools = FrameTimePool.pools(of: [run])
    let rate = run.parameters.refreshRate.hertz
    let overTime = overTime(run, 0, of: 1)
    let charts = [
      overTime[0],
      DistributionChart(of: pools, refreshRate: rate, subject: "by run", width: .half).chart,
      PercentileChart(of: pools, refreshRate: rate, width: .half).chart, overTime[1],
    ]
    return charts.compactMap { $0.map(Block.chart) }
  }

  private static func overTime(_ run: ChartedRun, _ index: Int, of count: Int) -> [Chart?] {
    let place = count == 1 ? "" : " of \(run.name)"
    let number = count == 1 ? "" : "-\(index + 1)"
    return [
      FrameTimeChart(
        of: [run],
        title: run.profile.screen == nil
          ? "Frame time over time\(place)"
          : "Frame time over time\(place), presented and on screen",
        anchor: Anchor("chart-frame-time\(number)"),
        detail: .whole
      ).chart,
      FrameRateChart(
        of: [run], title: "Frame rate over time\(place)",
        anchor: Anchor("chart-frame-rate\(number)")
      ).chart,
    ]
  }

  private static func note(_ count: Int) -> [Block] {
    guard count > most else { return [] }
    return [.text("Charts over time are drawn for at most \(most) runs.")]
  }
}

extension Metric {
  /// The axis of the metric's values.
  ///
  /// It has the metric's title, and the unit if the title does not contain it.
  func axis(_ scale: Chart.Axis.Scale = .linear, domain: ClosedRange<Double>? = nil) -> Chart.Axis {
    // Most titles contain their unit in brackets or as their name.
    let hasUnit = title.contains("(") || title.contains(unit.symbol)
    return Chart.Axis(
      title, unit: hasUnit && unit != .fraction ? nil : unit, scale: scale, domain: domain)
  }

  func sentence(_ value: Double) -> String {
    Printing(decimals: digits, showsUnit: true, isScaled: isScaled).text(Quantity(value, unit))
  }
}
