internal import Analysis
internal import Documents
internal import Recordings
internal import Units

/// The table of one stage as in the thesis: one column per run, their average, and the change from
/// the baseline.
///
/// More runs than `AnalysisReport.mostColumns` are summarized, unless every run is requested.
struct StageTable {
  private let stage: StageSummary
  private let suite: SuiteSummary
  private let baseline: StageSummary?
  private let changes: StageChanges?
  private let isSummary: Bool

  static func table(
    of stage: StageSummary, in suite: SuiteSummary, showsEveryRun: Bool = false
  ) -> Table {
    let baseline = suite.baseline(of: stage)
    return StageTable(
      stage: stage, suite: suite, baseline: baseline,
      changes: baseline.map { suite.changes(of: stage, from: $0) },
      isSummary: stage.runs.count > AnalysisReport.mostColumns && !showsEveryRun
    ).table
  }

  private var table: Table {
    let name = stage.stage.named(", ")
    return Table(
      anchor: Anchor("table stage " + stage.stage.id),
      // As in the thesis: "after" a change, "of" a case.
      caption: baseline == nil
        ? "Performance test results of \(name)" : "Performance test results after \(name)",
      corner: stage.stage.heading, columns: columns, rows: suite.rows.map(row), remarks: remarks)
  }

  private var columns: [Table.Column] {
    var columns =
      isSummary
      ? [
        Table.Column("Runs", id: "runs"), Table.Column("Lowest", id: "lowest"),
        Table.Column("Median", id: "median"), Table.Column("Highest", id: "highest"),
      ]
      : stage.runs.indices.map { Table.Column("#\($0 + 1)", id: stage.runs[$0].name) }
    columns.append(Table.Column("Average", id: "average"))
    if let baseline {
      columns.append(Table.Column("Change (vs \(baseline.stage.id))", id: "change"))
    }
    return columns
  }

  private func row(of metric: Metric) -> Table.Row {
    let figure = stage[metric]
    var cells =
      isSummary
      ? Cell.extent(of: figure.values.compactMap { $0.value.value }) { Cell.value($0, of: metric) }
      : figure.values.map { Cell.value($0.value, of: metric) }
    cells.append(.mean(of: figure))
    if let changes { cells.append(.change(changes[metric])) }
    return Table.Row(metric.title, id: metric.id, cells: cells)
  }

  private var remarks: [String] {
    var bases = BasisRemarks()
    for metric in suite.rows {
      let figure = stage[metric]
      bases.add(
        row: metric.title,
        isSummary
          ? [("average", figure.mean, figure.basis)]
          : figure.values.enumerated().map { ("#\($0 + 1)", $1.value, $1.basis) })
    }
    var remarks = bases.sentences
    if let verdict = suite.verdict(on: stage), let baseline {
      remarks.append(verdict.sentence(on: stage.stage.id, from: baseline.stage.id, in: suite))
    }
    if suite.rows.contains(where: { stage[$0].interval != nil }) {
      remarks.append(
        "Average: the mean of the runs, with its 95% interval (Student's t) if the runs differ.")
    }
    if isSummary { remarks.append(AnalysisReport.manyRunsRemark) }
    remarks += ParameterWording.remarks(for: suite.rows, runs: stage.runs, bases)
    return remarks + suite.rows.compactMap(\.caveat)
  }
}

extension Verdict {
  var word: String {
    switch self {
    case .kept: "kept"
    case .rejected: "rejected"
    case .unclear: "no clear difference"
    case .undecided: "undecided"
    }
  }

  /// The verdict on a stage; it names the stage, because equal remarks of several tables are printed once.
  fileprivate func sentence(
    on stage: String, from baseline: String, in suite: SuiteSummary
  ) -> String {
    let metrics = suite.decidingMetrics.map(\.id)
    let names = metrics.joined(separator: " or ")
    return switch self {
    case .kept where suite.isMeasured: "\(stage) is kept: \(names) is better than in \(baseline)."
    case .kept: "\(stage) is kept: \(names) rose from \(baseline)."
    case .rejected where suite.isMeasured:
      "\(stage) is rejected: \(names) is worse than in \(baseline)."
    case .rejected:
      "\(stage) is rejected: neither \(metrics.joined(separator: " nor ")) rose from \(baseline)."
    case .unclear:
      "\(stage) has no clear difference from \(baseline) in \(metrics.joined(separator: " and "))."
    case .undecided(let reason): "\(stage) is undecided: \(reason)."
    }
  }
}

/// The closing comparisons: the end result compared with the worst case and the best case.
enum ReferenceComparison {
  static func tables(of suite: SuiteSummary) -> [Table] {
    guard let endResult = suite.endResult else { return [] }
    let references = [(suite.worst, "Worst case"), (suite.best, "Best case")]
    return references.compactMap { reference, name in
      reference.map { table(of: endResult, against: $0, called: name, in: suite) }
    }
  }

  private static func table(
    of stage: StageSummary, against reference: StageSummary, called name: String,
    in suite: SuiteSummary
  ) -> Table {
    let changes = suite.changes(of: stage, from: reference)
    var bases = BasisRemarks()
    for metric in suite.rows {
      let (before, after) = (reference[metric], stage[metric])
      bases.add(
        row: metric.title,
        [(name, before.mean, before.basis), ("End result", after.mean, after.basis)])
    }
    return Table(
      anchor: Anchor("table \(name)"),
      caption:
        "\(name) (stage \(reference.stage.id)) compared with the end result (stage \(stage.stage.id))",
      columns: [
        Table.Column(name, id: "reference"), Table.Column("End result", id: "end-result"),
        Table.Column("Change", id: "change"), Table.Column("Change (%)", id: "relative-change"),
      ],
      rows: suite.rows.map { row(of: $0, changes[$0]) },
      remarks: bases.sentences
        + ParameterWording.remarks(for: suite.rows, runs: reference.runs + stage.runs, bases)
        + suite.rows.compactMap(\.caveat))
  }

  private static func row(of metric: Metric, _ change: MetricChange) -> Table.Row {
    Table.Row(
      metric.title, id: metric.id,
      cells: [
        .value(change.reference, of: metric),
        .value(change.stage, of: metric),
        .change(change),
        .relativeChange(change),
      ])
  }
}
