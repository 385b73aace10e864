internal import Analysis
internal import Documents
internal import Recordings
internal import Units

/// The thesis' table of one stage: a column a run, their average, and the change from the baseline.
enum StageTable {
  static func table(of stage: StageSummary, in suite: SuiteSummary) -> Table {
    let baseline = suite.baseline(of: stage)
    var columns = stage.runs.indices.map { Table.Column("#\($0 + 1)", id: stage.runs[$0].name) }
    columns.append(Table.Column("Average", id: "average"))
    if let baseline {
      columns.append(Table.Column("Change (vs \(baseline.stage.id))", id: "change"))
    }
    // As the thesis has it: after a change, but of a case that nothing was changed for.
    let relation = baseline == nil ? "of" : "after"
    return Table(
      anchor: Anchor("table stage " + stage.stage.id),
      caption: "Performance test results \(relation) \(stage.stage.named(", "))",
      corner: stage.stage.heading,
      columns: columns,
      rows: suite.rows.map { row(of: $0, stage: stage, baseline: baseline) },
      remarks: remarks(on: stage, in: suite))
  }

  private static func row(
    of metric: Metric, stage: StageSummary, baseline: StageSummary?
  ) -> Table.Row {
    let figure = stage[metric]
    var cells = figure.values.map { Cell.value($0.value, of: metric) }
    cells.append(.mean(of: figure))
    if let baseline {
      let change = MetricChange(metric, stage: figure.mean, reference: baseline[metric].mean)
      cells.append(.change(change))
    }
    return Table.Row(metric.title, id: metric.id, cells: cells)
  }

  private static func remarks(on stage: StageSummary, in suite: SuiteSummary) -> [String] {
    var bases = BasisRemarks()
    for metric in suite.rows {
      let values = stage[metric].values.enumerated()
      bases.add(row: metric.title, values.map { ("#\($0 + 1)", $1.value, $1.basis) })
    }
    var remarks = bases.sentences
    if let verdict = suite.verdict(on: stage) { remarks.append(verdict.sentence(suite.rule)) }
    if suite.rows.contains(where: { stage[$0].interval != nil }) {
      remarks.append("Average: the mean of the runs, with its 95% t interval where they differ.")
    }
    remarks += ParameterWording.remarks(for: suite.rows, runs: stage.runs, bases)
    return remarks + suite.rows.compactMap(\.caveat)
  }
}

extension Verdict {
  /// The verdict in a word.
  var word: String {
    switch self {
    case .kept: "kept"
    case .rejected: "rejected"
    case .undecided: "undecided"
    }
  }

  fileprivate func sentence(_ rule: VerdictRule) -> String {
    let names = rule.metrics.joined(separator: " or ")
    switch self {
    case .kept: return "Kept: \(names) rose."
    case .rejected: return "Rejected: neither \(rule.metrics.joined(separator: " nor ")) rose."
    case .undecided(let reason): return "Undecided: \(reason)."
    }
  }
}
