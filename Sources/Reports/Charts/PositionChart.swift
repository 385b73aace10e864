internal import Analysis
internal import Documents
internal import Recordings
internal import Units

/// The positions of a suite's stages between the worst and the best case, for all metrics.
struct PositionChart {
  private let suite: SuiteSummary
  private let worst: StageSummary
  private let best: StageSummary
  private let metrics: [Metric]
  /// The position of each stage, by the ids of stage and metric.
  private let positions: [String: [Metric.ID: Double]]

  /// `nil` if the suite does not name both cases, or if no metric has a better direction.
  init?(of suite: SuiteSummary) {
    guard let worst = suite.worst, let best = suite.best else { return nil }
    self.suite = suite
    self.worst = worst
    self.best = best
    let judged = suite.rows.filter { $0.polarity != .neither }
    var positions: [String: [Metric.ID: Double]] = [:]
    for stage in suite.stages {
      for metric in judged {
        let standing = Standing(
          metric, stage: stage[metric].mean, worst: worst[metric].mean, best: best[metric].mean)
        positions[stage.stage.id, default: [:]][metric.id] = standing.position.value
      }
    }
    metrics = judged.filter { metric in positions.values.contains { $0[metric.id] != nil } }
    self.positions = positions
    if metrics.isEmpty { return nil }
  }

  var chart: Chart {
    Chart(
      anchor: "chart-positions",
      title: "Position of each tested stage between the worst and the best case",
      description: description,
      x: Chart.Axis(
        "Position between worst and best case", unit: .fraction, domain: -0.25...1.25),
      panels: [
        Chart.Panel(
          y: Chart.Axis("", scale: .categories(metrics.map(\.title))),
          marks: [endResult, steps, references, words].compactMap(\.self))
      ],
      values: values, width: .full)
  }

  // MARK: - Marks

  private func position(of stage: StageSummary, _ metric: Metric) -> Double? {
    positions[stage.stage.id]?[metric.id]
  }

  /// The position of a stage, one point per metric that has one.
  private func points(of stage: StageSummary, note: (Double) -> String) -> [Chart.Point] {
    metrics.enumerated().compactMap { row, metric in
      position(of: stage, metric).map {
        Chart.Point($0, Double(row), note: note($0))
      }
    }
  }

  private static func text(_ position: Double) -> String {
    Quantity(position, .fraction).text(decimals: 0)
  }

  /// The stages without the best case, the worst case and the emphasized stage.
  private var steps: Chart.Mark {
    let ends = [worst.stage.id, best.stage.id, suite.description.endResult]
    let dots = suite.stages.filter { !ends.contains($0.stage.id) }.flatMap { stage in
      points(of: stage) { "\(stage.stage.heading): \(Self.text($0))" }
    }
    return Chart.Mark(
      .dots(dots, Chart.Symbol(.circle, isHollow: true)), ink: .quiet,
      name: dots.isEmpty ? nil : "Stage")
  }

  private var endResult: Chart.Mark? {
    suite.endResult.map { stage in
      Chart.Mark(
        .dots(
          points(of: stage) { "\(stage.stage.heading): \(Self.text($0))" }, Chart.Symbol(.diamond)),
        ink: .series(0), name: "End result, \(stage.stage.id)")
    }
  }

  private var words: Chart.Mark? {
    suite.endResult.map { .init(.words(points(of: $0, note: Self.text)), ink: .strong) }
  }

  private var references: Chart.Mark {
    Chart.Mark(
      .rules(
        [
          .init(0, label: "worst case \(worst.stage.id)"),
          .init(1, label: "best case \(best.stage.id)"),
        ], along: .x), ink: .quiet)
  }

  // MARK: - Text and values

  private var description: String {
    guard let endResult = suite.endResult else {
      return "0% is the worst case, \(worst.stage.id); 100% is the best case, \(best.stage.id)."
    }
    let positions = metrics.compactMap { metric in
      position(of: endResult, metric).map { "\(metric.title) \(Self.text($0))" }
    }
    return """
      From worst case \(worst.stage.id) to best case \(best.stage.id), \(endResult.stage.id) has covered: \
      \(positions.joined(separator: ", ")).
      """
  }

  private var values: Table {
    Table(
      anchor: "chart-positions-values",
      caption: "Position of each tested stage between the worst and the best case",
      corner: "Stage",
      columns: metrics.map { Table.Column($0.title, id: $0.id) },
      rows: suite.stages.map { stage in
        Table.Row(
          stage.stage.heading, id: stage.stage.id,
          cells: metrics.map { metric in
            position(of: stage, metric).map { .quantity(Quantity($0, .fraction)) }
              ?? .empty
          })
      })
  }
}
