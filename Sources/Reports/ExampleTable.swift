internal import Analysis
internal import Documents
internal import Recordings
internal import Units

/// The values of metrics for made-up runs, which show what each metric sees.
enum ExampleTable {
  static func section(on metrics: [Metric]) -> [Block] {
    let timelines = ExampleTimeline.all
    let summaries = timelines.map { RunSummary(of: $0.recording, catalog: metrics) }
    let rows = metrics.filter { metric in
      metric.polarity != .neither && summaries.allSatisfy { $0[metric.id]?.value.value != nil }
    }
    return [
      .heading(.section, "What each metric sees", anchor: "examples"),
      .text(
        """
        Six runs of 30 s on a display of 60 Hz. D, one long freeze, and E, 29 short ones, have the same hitch time, \
        483 ms. Studies agree that viewers mind one long freeze more, so a metric should call D worse. None sees \
        everything: read an average frame rate, a low percentile, the longest freeze and the hitches together.
        """),
      .list(timelines.map { [.strong($0.id), .text(": \($0.title).")] }),
      .table(
        Table(
          anchor: "example-values", caption: "Values in the example runs",
          corner: "Metric",
          columns: timelines.map { Table.Column($0.id) } + [Table.Column("Worse", .leading)],
          rows: rows.map { row(of: $0, in: summaries) })),
    ]
  }

  private static func row(of metric: Metric, in runs: [RunSummary]) -> Table.Row {
    let cells = runs.map { run in
      run[metric.id].map { Cell.value($0.value, of: metric, metric.printing) } ?? .empty
    }
    return Table.Row(
      metric.id, id: metric.id, cells: cells + [.text(ranking(by: metric, of: runs))])
  }

  /// Which of D and E a metric calls worse; empty if neither.
  private static func ranking(by metric: Metric, of runs: [RunSummary]) -> String {
    func value(_ id: String) -> Double? {
      runs.first { $0.name == id }?[metric.id]?.value.value
    }
    guard let freeze = value("D"), let drops = value("E") else { return "" }
    // Presents are whole nanoseconds, so equal values differ in digits that are not printed.
    let texts = [freeze, drops].map { metric.printing.text(Quantity($0, metric.unit)) }
    if texts[0] == texts[1] { return "" }
    return metric.polarity.improves(freeze - drops)
      ? "E" : "D"
  }
}
