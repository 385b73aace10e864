internal import Analysis
internal import Documents
internal import Recordings
internal import Units

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
      rows: suite.rows.map { row(of: $0, stage: stage, reference: reference) },
      remarks: bases.sentences
        + ParameterWording.remarks(for: suite.rows, runs: reference.runs + stage.runs, bases)
        + suite.rows.compactMap(\.caveat))
  }

  private static func row(
    of metric: Metric, stage: StageSummary, reference: StageSummary
  ) -> Table.Row {
    let change = MetricChange(
      metric, stage: stage[metric].mean, reference: reference[metric].mean)
    return Table.Row(
      metric.title, id: metric.id,
      cells: [
        .value(change.reference, of: metric),
        .value(change.stage, of: metric),
        .change(change),
        .relativeChange(change),
      ])
  }
}
