internal import Analysis
internal import Documents
internal import Recordings
internal import Units

/// The deciding metrics of all stages in the order of the report: one dot per run, the mean with
/// its verdict, and lines for the worst and the best case.
struct StageChart {
  private let suite: SuiteSummary
  private let metrics: [Metric]
  /// The verdict on each stage, in order.
  private let judgments: [Judgment]

  /// Prepares the chart of the metrics that decide the suite's verdicts.
  init(of suite: SuiteSummary) {
    self.suite = suite
    metrics = suite.rule.metrics.compactMap { id in suite.metrics.first { $0.id == id } }
      .filter { metric in suite.stages.contains { $0[metric].mean.value != nil } }
    judgments = suite.stages.map { Judgment(suite.verdict(on: $0)) }
  }

  /// `nil` if no stage has a value.
  var chart: Chart? {
    guard !metrics.isEmpty else { return nil }
    return Chart(
      anchor: "chart-stages", title: "\(metrics.map(\.title).joined(separator: " and ")) by stage",
      description: description,
      x: Chart.Axis("Stage", scale: .categories(suite.stages.map(\.stage.id))),
      panels: metrics.map { metric in
        Chart.Panel(
          y: metric.axis(.fromZero), height: metrics.count == 1 ? .full : .half,
          marks: means(of: metric) + [runs(of: metric)] + references(of: metric) + [end(metric)])
      },
      values: values, width: .full)
  }

  // MARK: - Marks

  /// A verdict, as far as the chart shows it.
  private enum Judgment: CaseIterable {
    case kept
    case rejected
    case undecided
    case unjudged

    init(_ verdict: Verdict?) {
      switch verdict {
      case .kept: self = .kept
      case .rejected: self = .rejected
      case .undecided, .unclear: self = .undecided
      case nil: self = .unjudged
      }
    }

    var look: (symbol: Chart.Symbol, ink: Chart.Ink, name: String) {
      switch self {
      case .kept: (Chart.Symbol(.diamond), .better, "Mean, kept")
      case .rejected: (Chart.Symbol(.cross), .worse, "Mean, rejected")
      case .undecided: (Chart.Symbol(.diamond, isHollow: true), .strong, "Mean, no verdict")
      case .unjudged: (Chart.Symbol(.square), .strong, "Mean")
      }
    }
  }

  private func means(of metric: Metric) -> [Chart.Mark] {
    Judgment.allCases.compactMap { judgment in
      let points = suite.stages.enumerated().compactMap { index, stage -> Chart.Point? in
        guard judgments[index] == judgment, let mean = stage[metric].mean.value else {
          return nil
        }
        let words = "\(stage.stage.heading): \(metric.sentence(mean))"
        return Chart.Point(Double(index), mean, note: words)
      }
      guard !points.isEmpty else { return nil }
      let look = judgment.look
      return Chart.Mark(.dots(points, look.symbol), ink: look.ink, name: look.name)
    }
  }

  private func runs(of metric: Metric) -> Chart.Mark {
    let points = suite.stages.enumerated().flatMap { index, stage -> [Chart.Point] in
      let values = stage[metric].values
      guard values.count > 1 else { return [] }
      // Next to each other, so that equal runs are two dots.
      return values.enumerated().compactMap { run, value in
        let shift = (Double(run) / Double(values.count - 1) - 0.5) * 0.36
        return value.value.value.map { Chart.Point(Double(index) + shift, $0) }
      }
    }
    return Chart.Mark(
      .dots(points, Chart.Symbol(.circle, isHollow: true)), ink: .quiet,
      name: points.isEmpty ? nil : "Run")
  }

  private func references(of metric: Metric) -> [Chart.Mark] {
    let cases = [(suite.worst, "Worst case"), (suite.best, "Best case")]
    let rules = cases.compactMap { stage, name -> Chart.Rule? in
      guard let stage, let mean = stage[metric].mean.value else { return nil }
      return Chart.Rule(mean, label: "\(name) \(stage.stage.id): \(metric.sentence(mean))")
    }
    guard !rules.isEmpty else { return [] }
    return [Chart.Mark(.rules(rules, along: .y), ink: .quiet, name: "Worst and best case")]
  }

  private func end(_ metric: Metric) -> Chart.Mark {
    let points = suite.stages.enumerated().compactMap { index, stage -> Chart.Point? in
      guard stage.stage.id == suite.description.endResult, let mean = stage[metric].mean.value
      else { return nil }
      return Chart.Point(Double(index), mean, note: metric.sentence(mean))
    }
    return Chart.Mark(.words(points), ink: .strong)
  }

  // MARK: - Text and values

  private var description: String {
    metrics.map { metric in
      let means = suite.stages.map { stage in
        "\(stage.stage.id) \(stage[metric].mean.value.map(metric.sentence) ?? "none")"
      }
      return "\(metric.title): \(means.joined(separator: ", "))."
    }.joined(separator: " ")
  }

  private var values: Table {
    let most = suite.stages.map(\.runs.count).max() ?? 0
    return Table(
      anchor: "chart-stages-values",
      caption: "Mean of each tested stage, and the values of its runs",
      corner: "Stage",
      columns: metrics.flatMap { metric in
        [Table.Column("\(metric.title), mean", id: metric.id)]
          + (0..<most).map { Table.Column("#\($0 + 1)") }
      },
      rows: suite.stages.map { stage in
        let cells = metrics.flatMap { metric -> [Cell] in
          let figure = stage[metric]
          let runs = figure.values.map { Cell.value($0.value, of: metric) }
          let missing = Array(repeating: Cell.empty, count: most - runs.count)
          return [.value(figure.mean, of: metric)] + runs + missing
        }
        return Table.Row(stage.stage.heading, id: stage.stage.id, cells: cells)
      })
  }
}
