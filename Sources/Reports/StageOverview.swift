internal import Analysis
internal import Documents
internal import Recordings
internal import Units

/// All stages in one table: averages, verdicts, and positions between the worst and the best case.
enum StageOverview {
  static func table(of suite: SuiteSummary) -> Table {
    var bases = BasisRemarks()
    for metric in suite.rows {
      let figures = suite.stages.map { (stage: $0.stage.id, figure: $0[metric]) }
      bases.add(row: metric.title, figures.map { ($0.stage, $0.figure.mean, $0.figure.basis) })
    }
    let columns =
      [Table.Column("Runs", id: "runs")]
      + suite.rows.map { Table.Column($0.title, id: $0.id) }
      + [Table.Column("Verdict", .leading, id: "verdict")]
    return Table(
      anchor: "table-stages", caption: "Averages of each tested stage", corner: "Stage",
      columns: columns,
      rows: suite.stages.map { row(of: $0, in: suite) },
      remarks: bases.sentences
        + ParameterWording.remarks(for: suite.rows, runs: suite.stages.flatMap(\.runs), bases)
        + [rule(of: suite)])
  }

  private static func row(of stage: StageSummary, in suite: SuiteSummary) -> Table.Row {
    let cells =
      [Cell.quantity(Quantity(Double(stage.runs.count), .count), .decimals(0))]
      + suite.rows.map { Cell.value(stage[$0].mean, of: $0) }
    return Table.Row(
      stage.stage.heading, id: stage.stage.id, cells: cells + [verdict(on: stage, in: suite)])
  }

  private static func verdict(on stage: StageSummary, in suite: SuiteSummary) -> Cell {
    let id = stage.stage.id
    if id == suite.description.best { return .text("best case", emphasis: .muted) }
    if id == suite.description.worst { return .text("worst case", emphasis: .muted) }
    guard let verdict = suite.verdict(on: stage), let baseline = stage.stage.baseline else {
      return .empty
    }
    let word = id == suite.description.endResult ? "\(verdict.word), end result" : verdict.word
    return switch verdict {
    case .kept: .text("\(word) (vs \(baseline))", emphasis: .better)
    case .rejected: .text("\(word) (vs \(baseline))", emphasis: .worse)
    case .unclear: .text("\(word) (vs \(baseline))")
    case .undecided(let reason): .text("\(word) (vs \(baseline))", notes: [reason])
    }
  }

  private static func rule(of suite: SuiteSummary) -> String {
    """
    Kept: \(suite.decidingMetrics.map(\.id).joined(separator: " or ")) \
    \(suite.isMeasured ? "is better than in the stage in brackets, as compare judges it" : "rose compared with the stage in brackets").
    """
  }

  /// The position of each stage between the worst and the best case; `nil` without these two.
  static func standings(of suite: SuiteSummary) -> Table? {
    guard let worst = suite.worst, let best = suite.best else { return nil }
    let judged = suite.rows.filter { $0.polarity != .neither }
    return Table(
      anchor: "table-positions",
      caption: "Position between worst case (\(worst.stage.id)) and best case (\(best.stage.id))",
      corner: "Stage",
      columns: judged.map { Table.Column($0.title, id: $0.id) }
        + [Table.Column("Share of best: \(lead(of: suite).title)", id: "share")],
      rows: suite.stages.map { row(of: $0, metrics: judged, in: suite) },
      remarks: [
        """
        Position of a stage: (value of the stage − value of the worst-case stage) / (value of the best-case stage − \
        value of the worst-case stage).
        """,
        "Share of best: the stage's value divided by the best case's value.",
      ])
  }

  private static func row(
    of stage: StageSummary, metrics: [Metric], in suite: SuiteSummary
  ) -> Table.Row {
    let standings = suite.standings(of: stage) ?? []
    func standing(_ metric: Metric) -> Standing? { standings.first { $0.metric.id == metric.id } }
    let cells = metrics.map { standing($0).map { Cell.share($0.position) } ?? .empty }
    let share = standing(lead(of: suite)).map { Cell.share($0.shareOfBest) } ?? .empty
    return Table.Row(stage.stage.heading, id: stage.stage.id, cells: cells + [share])
  }

  /// The main metric of a suite: the first one of the verdict that is among the rows.
  static func lead(of suite: SuiteSummary) -> Metric {
    suite.rows.first { suite.rule.metrics.contains($0.id) } ?? suite.rows[0]
  }
}
