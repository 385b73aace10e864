public import Analysis
public import Documents
internal import Recordings
internal import Units

/// The report of `hitchmark analyze --as`: metrics as another tool computes and prints them.
public enum ForeignToolReport {
  /// Builds a report with the metrics of another tool: a table with one column per run, the formulas by which the tool
  /// computes its metrics, and remarks.
  ///
  /// There is at least one run, computed with these metrics. `metrics` are the ids of the rows.
  public static func document(
    of runs: [AnalyzedRun], as tool: ForeignTool, metrics: [Metric.ID]
  ) -> Document {
    let summaries = runs.map(\.summary)
    let rows = metrics.compactMap { id in
      summaries.lazy.compactMap { run in run.values.first { $0.metric.id == id }?.metric }.first
    }
    let source = summaries.count == 1 ? summaries[0].origin.source : "\(summaries.count) runs"
    return Document(
      schema: "hitchmark.analysis/1",
      title: "\(source == "-" ? "standard input" : source) as \(tool.name)",
      blocks: [
        .table(table(of: rows, summaries, tool))
      ] + SegmentTable.section(on: summaries, metrics: metrics) + [
        .heading(.section, "Rules", anchor: "rules"),
        .definitions(rows.map(MetricCatalog.definition)),
      ]
        + DataQualityList.section(
          on: summaries.map { (name: summaries.count == 1 ? nil : $0.name, run: $0) }),
      isReport: true)
  }

  private static func table(
    of rows: [Metric], _ runs: [RunSummary], _ tool: ForeignTool
  ) -> Table {
    Table(
      anchor: "figures", caption: "Figures of \(tool.name)", corner: "Figure",
      columns: runs.map { Table.Column(runs.count == 1 ? "Value" : $0.name) },
      rows: rows.map { metric in
        Table.Row(
          metric.title, id: metric.id,
          cells: runs.map { run in
            guard let value = run[metric.id] else { return .empty }
            let cell = Cell.value(value.value, of: metric)
            return value.basis.note.map(cell.noted) ?? cell
          })
      },
      remarks: ParameterWording.sentence(for: rows, runs: runs).map { [$0] } ?? [])
  }
}
