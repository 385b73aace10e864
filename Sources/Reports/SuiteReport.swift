public import Analysis
public import Documents
internal import Parallel
internal import Recordings
internal import Units

/// A suite's report: one table per stage, comparisons with two stages (worst case and best case), verdicts, and how
/// trustworthy the numbers are.
///
/// The compared stage is the suite's end result. The evidence shows how trustworthy the numbers are: runs, parameters,
/// problems of the data, and formulas.
///
///     let report = SuiteReport.document(of: summary)
///     Renderer.html.render(report)
public enum SuiteReport {
  /// How much a suite's report contains: everything, or the main result and the most important tables without charts.
  public enum Extent: Sendable {
    case whole
    /// The main result, the comparisons with the worst and the best case, and the tables of cases, curves and threads,
    /// without charts.
    ///
    /// If the suite names no end result or neither of these cases, the averages of all stages replace the comparisons.
    case brief
  }

  /// Builds the report of a suite from the results of its stages.
  ///
  /// Equal summaries give equal documents.
  ///
  /// - Parameters:
  ///   - suite: the results.
  ///   - extent: the length.
  ///   - showsEveryRun: whether tables have one column per run even for many runs, as programs need
  ///     it.
  public static func document(
    of suite: SuiteSummary, extent: Extent = .whole, showsEveryRun: Bool = false
  ) -> Document {
    let cases = suite.cases
    return Document(
      schema: "hitchmark.report/1",
      title: suite.description.title,
      blocks: opening(of: suite, cases, extent) + closing(of: suite.withoutSweep, extent)
        + (cases.map { CaseTables.blocks(of: suite, $0) } ?? [])
        + CurveTables.blocks(of: suite, drawsCharts: extent == .whole)
        + ThreadTables.blocks(of: suite, drawsCharts: extent == .whole)
        + (extent == .whole
          ? details(of: suite.withoutSweep, showsEveryRun: showsEveryRun)
            + Evidence.blocks(of: suite, showsEveryRun: showsEveryRun) : []),
      isReport: true)
  }

  /// The main result of a suite as a sentence, for a list of suites; `nil`, for example, if the suite names neither
  /// variants nor a stage as its end result.
  public static func headline(of suite: SuiteSummary) -> String? {
    Headline.sentences(of: suite, suite.cases).first?.plainText
  }

  private static func opening(
    of suite: SuiteSummary, _ cases: CaseGrid?, _ extent: Extent
  ) -> [Block] {
    var blocks: [Block] = []
    if let provenance = suite.provenance {
      blocks.append(
        .notice(
          .warning,
          [.strong("The values below were not measured for this report."), .text(" " + provenance)])
      )
    }
    let headline = Headline.sentences(of: suite, cases)
    if !headline.isEmpty { blocks.append(.list(headline)) }
    if extent == .whole, !suite.rows.isEmpty {
      blocks += SuiteCharts(of: suite.withoutSweep).stages
    }
    if extent == .whole, let about = suite.description.about { blocks.append(.text(about)) }
    return blocks
  }

  /// The comparisons with the best and the worst case; a brief report without these cases has the averages of all
  /// stages instead.
  private static func closing(of suite: SuiteSummary, _ extent: Extent) -> [Block] {
    let comparisons = ReferenceComparison.tables(of: suite)
    guard !comparisons.isEmpty else {
      return extent == .brief && !suite.rows.isEmpty
        ? [.table(StageOverview.table(of: suite))] : []
    }
    return [.heading(.section, "End result", anchor: "end-result")] + comparisons.map(Block.table)
  }

  private static func details(of suite: SuiteSummary, showsEveryRun: Bool) -> [Block] {
    guard !suite.stages.isEmpty, !suite.rows.isEmpty else { return [] }
    let charts = SuiteCharts(of: suite)
    var blocks: [Block] = [
      .heading(.section, "All stages", anchor: "stages"),
      .table(StageOverview.table(of: suite)),
    ]
    if let table = StageOverview.standings(of: suite) { blocks.append(.table(table)) }
    blocks += charts.positions + charts.distributions
    let explanations = suite.explanations
    let drawn = Array(suite.stages.prefix(mostDrawn))
    let chartsOverTime =
      drawn.mapConcurrently(charts.overTime) + suite.stages.dropFirst(mostDrawn).map { _ in [] }
    for (stage, charts) in zip(suite.stages, chartsOverTime) {
      blocks.append(
        .heading(.subsection, stage.stage.heading, anchor: Anchor("stage " + stage.stage.id)))
      if let note = stage.stage.note { blocks.append(.text(note)) }
      blocks.append(.table(StageTable.table(of: stage, in: suite, showsEveryRun: showsEveryRun)))
      blocks += explanations.filter { $0.comparison.candidate.name == stage.stage.id }
        .flatMap(WhyReport.largestCauses)
      if let segments = SegmentTable.table(of: stage, in: suite) { blocks.append(.table(segments)) }
      blocks += stage.runs.compactMap { ThreadTables.list(of: $0, in: stage.stage.id) }.map(
        Block.table)
      blocks += charts
    }
    return blocks + (drawn.count < suite.stages.count ? [.text(undrawn)] : [])
  }

  /// Charts over time of more stages than this make a page slow: each stage has two.
  private static let mostDrawn = 25

  private static let undrawn =
    "Charts over time are drawn for the first \(mostDrawn) stages; on a site, each stage has a page with its own."
}

extension SuiteDescription.Stage {
  /// The stage in tables and headings: `6.1 - Rasterizing cell layers`.
  var heading: String { named(" - ") }

  /// The id and the title; only one of them if they are equal.
  func named(_ separator: String) -> String { id == title ? id : id + separator + title }
}

extension SuiteSummary {
  /// The origin of the figures if they are not measurements: that of the suite, or of all its runs.
  var provenance: String? {
    if let provenance = description.provenance { return provenance }
    let sentences = Set(stages.flatMap(\.runs).map(\.description.provenance))
    return sentences.count == 1 ? sentences.first ?? nil : nil
  }
}

/// All stages in one table: averages, verdicts, and positions between the worst and the best case.
enum StageOverview {
  static func table(of suite: SuiteSummary) -> Table {
    var bases = BasisRemarks()
    for metric in suite.rows {
      let figures = suite.stages.map { (stage: $0.stage.id, figure: $0[metric]) }
      bases.add(row: metric.title, figures.map { ($0.stage, $0.figure.mean, $0.figure.basis) })
    }
    let verdicts = suite.stages.map { verdict(on: $0, in: suite) }
    let hasVerdicts = verdicts.contains { $0 != .empty }
    let columns =
      [Table.Column("Runs", id: "runs")]
      + suite.rows.map { Table.Column($0.title, id: $0.id) }
      + (hasVerdicts ? [Table.Column("Verdict", .leading, id: "verdict")] : [])
    return Table(
      anchor: "table-stages", caption: "Averages of each tested stage", corner: "Stage",
      columns: columns,
      rows: zip(suite.stages, verdicts).map { stage, verdict in
        row(of: stage, in: suite, last: hasVerdicts ? [verdict] : [])
      },
      remarks: bases.sentences
        + ParameterWording.remarks(for: suite.rows, runs: suite.stages.flatMap(\.runs), bases)
        + (suite.stages.contains { suite.verdict(on: $0) != nil } ? [rule(of: suite)] : []))
  }

  private static func row(
    of stage: StageSummary, in suite: SuiteSummary, last: [Cell]
  ) -> Table.Row {
    let cells =
      [Cell.quantity(Quantity(Double(stage.runs.count), .count), .decimals(0))]
      + suite.rows.map { Cell.value(stage[$0].mean, of: $0) }
    return Table.Row(
      stage.stage.heading, id: stage.stage.id, cells: cells + last)
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
