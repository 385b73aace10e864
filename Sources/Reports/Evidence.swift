internal import Analysis
internal import Documents
internal import Recordings
internal import Units

/// The basis of a report's figures: runs, parameters, problems of the data, and formulas.
enum Evidence {
  static func blocks(of suite: SuiteSummary, showsEveryRun: Bool) -> [Block] {
    [
      .heading(.section, "Where the figures come from", anchor: "evidence"),
      .table(runs(of: suite, showsEveryRun: showsEveryRun)),
    ]
      + devices(of: suite)
      + quality(of: suite)
      + [
        .heading(.section, "Formulas", anchor: "formulas"),
        .definitions(formulas(of: suite).map(MetricCatalog.definition)),
      ]
  }

  // MARK: - Runs

  /// One row per run; one row for all runs of a stage that has many.
  private static func runs(of suite: SuiteSummary, showsEveryRun: Bool) -> Table {
    func isSummary(_ stage: StageSummary) -> Bool {
      stage.runs.count > AnalysisReport.mostColumns && !showsEveryRun
    }
    return Table(
      anchor: "table-runs", caption: "Runs", corner: "Run",
      columns: [
        Table.Column("Trace", .leading), Table.Column("Frames"),
        Table.Column("Dropped"), Table.Column("Refresh rate", unit: .hertz),
        Table.Column("Date", .leading), Table.Column("Commit", .leading),
      ],
      rows: suite.stages.flatMap { stage in
        if isSummary(stage) { return [row(of: stage.runs, in: stage.stage.id)] }
        return stage.runs.enumerated().map { index, run in
          row(of: run, "\(stage.stage.id) #\(index + 1)")
        }
      },
      remarks: suite.stages.contains(where: isSummary) ? [AnalysisReport.manyRunsRemark] : [])
  }

  /// A row for all runs of a stage: totals, and facts that all runs have in common.
  private static func row(of runs: [RunSummary], in stage: String) -> Table.Row {
    let traces = Set(runs.map { "\($0.origin.format) \($0.origin.dialect)" })
    let dates = runs.compactMap(\.description.date).sorted()
    let commits = Set(runs.compactMap(\.description.commit))
    let rates = Set(runs.map(\.parameters.refreshRate))
    func total(_ kind: FrameKind) -> Cell {
      guard runs.allSatisfy(\.quality.isExamined) else { return notExamined }
      return count(
        runs.reduce(0) { sum, run in
          sum + (run.frameCounts.first { $0.kind == kind }?.count ?? 0)
        })
    }
    let name = "\(stage) #1 to #\(runs.count)"
    return Table.Row(
      name, id: name,
      cells: [
        .text(traces.sorted().joined(separator: ", ")), total(.displayed), total(.dropped),
        rates.count == 1 ? refreshRate(of: runs[0].parameters) : .empty,
        dates.first.map { first in
          .text(first == dates.last ? first : "\(first) to \(dates.last ?? first)")
        } ?? .empty,
        commits.isEmpty
          ? .empty : .text(commits.count == 1 ? commits.joined() : "\(commits.count) commits"),
      ])
  }

  private static func row(of run: RunSummary, _ name: String) -> Table.Row {
    let isExamined = run.quality.isExamined
    let displayed = run.frameCounts.first { $0.kind == .displayed }?.count
    let dropped = run.frameCounts.first { $0.kind == .dropped }?.count
    return Table.Row(
      name, id: name,
      cells: [
        // For a run that was only reported, the dialect contains this.
        .text("\(run.origin.format) \(run.origin.dialect)"),
        isExamined ? count(displayed) : notExamined,
        isExamined ? count(dropped ?? (displayed == nil ? nil : 0)) : notExamined,
        refreshRate(of: run.parameters),
        run.description.date.map { .text($0) } ?? .empty,
        run.description.commit.map { .text($0) } ?? .empty,
      ])
  }

  private static let notExamined = Cell.missing(
    "not all frames were examined; --strict examines all frames")

  private static func count(_ count: Int?) -> Cell {
    count.map { .quantity(Quantity(Double($0), .count), .decimals(0)) } ?? .empty
  }

  private static func refreshRate(of parameters: Parameters) -> Cell {
    switch parameters.refreshRate {
    case .declared(let hertz): .quantity(Quantity(hertz, .hertz), .decimals(0))
    case .inferred(let hertz, _):
      .quantity(
        Quantity(hertz, .hertz), .decimals(0),
        notes: ["the refresh rate was inferred from the frame times"])
    case .unknown: .missing("the refresh rate is unknown")
    }
  }

  // MARK: - Devices

  private static func devices(of suite: SuiteSummary) -> [Block] {
    let devices = suite.stages.flatMap(\.runs).map(\.description.device).distinct
    let sentences = devices.map(\.sentence).distinct.filter { !$0.isEmpty }
    return sentences.isEmpty ? [] : [.list(sentences.map { [.text($0)] })]
  }

  // MARK: - Data quality

  private static func quality(of suite: SuiteSummary) -> [Block] {
    let runs = suite.stages.flatMap { stage in
      stage.runs.enumerated().map { (name: "\(stage.stage.id) #\($0 + 1)", run: $1) }
    }
    let notes = suite.stages.flatMap { stage in
      OddRunNotes.lines(on: stage.runs, metrics: suite.rows) { "\(stage.stage.id) #\($0 + 1)" }
    }
    return DataQualityList.section(on: runs, notes: notes) + unexamined(runs.map(\.run))
  }

  private static func unexamined(_ runs: [RunSummary]) -> [Block] {
    let count = runs.count { !$0.quality.isExamined }
    guard count > 0 else { return [] }
    return [
      .text(
        """
        \(counted(count, "run")) ingested earlier \(count == 1 ? "was" : "were") not examined; \
        --strict examines all runs.
        """)
    ]
  }

  // MARK: - Formulas

  private static func formulas(of suite: SuiteSummary) -> [Metric] {
    let named = suite.rows.map(\.id) + suite.rule.metrics + [ThesisConventions.responseTime]
    return suite.metrics.filter { named.contains($0.id) }
  }
}

extension Device {
  var sentence: String {
    var facts = [name, os, cpu, gpu].compactMap { $0 }.filter { !$0.isEmpty }
    facts += properties.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return facts.joined(separator: "; ")
  }
}
