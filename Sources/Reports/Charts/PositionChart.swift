internal import Analysis
internal import Documents
internal import Recordings
internal import Units

/// Where the stages of a suite stand between the worst and the best case, by every metric at once.
struct PositionChart {
  private let suite: SuiteSummary
  private let worst: StageSummary
  private let best: StageSummary
  private let metrics: [Metric]

  /// `nil` for a suite that does not name both cases, or whose metrics have no better direction.
  init?(of suite: SuiteSummary) {
    guard let worst = suite.worst, let best = suite.best else { return nil }
    self.suite = suite
    self.worst = worst
    self.best = best
    metrics = suite.rows.filter { metric in
      metric.polarity != .neither
        && suite.stages.contains { Self.position(of: $0, metric, suite) != nil }
    }
    if metrics.isEmpty { return nil }
  }

  var chart: Chart {
    Chart(
      anchor: "chart-positions", title: "How far the stages have come", description: description,
      x: Chart.Axis(
        "Position between worst and best case", unit: .fraction, domain: -0.25...1.25),
      panels: [
        Chart.Panel(
          y: Chart.Axis("", scale: .categories(metrics.map(\.title))),
          marks: [endResult, steps, references, words].compactMap(\.self))
      ],
      values: values)
  }

  // MARK: - Marks

  private static func position(
    of stage: StageSummary, _ metric: Metric, _ suite: SuiteSummary
  ) -> Double? {
    suite.standings(of: stage)?.first { $0.metric.id == metric.id }?.position.value
  }

  /// Where a stage stands, a point for each metric that tells.
  private func points(of stage: StageSummary, note: (Double) -> String) -> [Chart.Point] {
    metrics.enumerated().compactMap { row, metric in
      Self.position(of: stage, metric, suite).map {
        Chart.Point($0, Double(row), note: note($0))
      }
    }
  }

  private static func text(_ position: Double) -> String {
    Quantity(position, .fraction).text(decimals: 0)
  }

  /// The stages on the way, without the cases that mark its ends and the one that is pointed out.
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

  // MARK: - Words and values

  private var description: String {
    guard let endResult = suite.endResult else {
      return "0% is worst case \(worst.stage.id), 100% best case \(best.stage.id)."
    }
    let positions = metrics.compactMap { metric in
      Self.position(of: endResult, metric, suite).map { "\(metric.title) \(Self.text($0))" }
    }
    return """
      From worst case \(worst.stage.id) to best case \(best.stage.id), \(endResult.stage.id) has covered: \
      \(positions.joined(separator: ", ")).
      """
  }

  private var values: Table {
    Table(
      anchor: "chart-positions-values", caption: "Positions by stage", corner: "Stage",
      columns: metrics.map { Table.Column($0.title, id: $0.id) },
      rows: suite.stages.map { stage in
        Table.Row(
          stage.stage.heading, id: stage.stage.id,
          cells: metrics.map { metric in
            Self.position(of: stage, metric, suite).map { .quantity(Quantity($0, .fraction)) }
              ?? .empty
          })
      })
  }
}
