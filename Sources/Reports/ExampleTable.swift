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
      .heading(.section, "What each metric shows in example runs", anchor: "examples"),
      .text(
        """
        The example runs A to F are made up: 30 s each, on a display of 60 Hz. The example runs D (one long freeze) \
        and E (29 short freezes) have the same total hitch time, 483 ms. Studies agree that a viewer minds one long \
        freeze more than many short freezes, so a metric should call D worse than E. No metric sees everything: read \
        an average frame rate, a low percentile of the frame rate, the longest freeze and the hitches together.
        """),
      .list(timelines.map { [.strong($0.id), .text(": \($0.title).")] }),
      .table(
        Table(
          anchor: "example-values", caption: "Values of the metrics in the example runs",
          corner: "Metric",
          columns: timelines.map { Table.Column($0.id) } + [Table.Column("D and E", .leading)],
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

  /// Which of D and E a metric calls worse.
  private static func ranking(by metric: Metric, of runs: [RunSummary]) -> String {
    func value(_ id: String) -> Double? {
      runs.first { $0.name == id }?[metric.id]?.value.value
    }
    guard let freeze = value("D"), let drops = value("E") else { return "" }
    // Presents are whole nanoseconds, so equal values differ in digits that are not printed.
    let texts = [freeze, drops].map { metric.printing.text(Quantity($0, metric.unit)) }
    if texts[0] == texts[1] { return "run D as good as run E" }
    return metric.polarity.improves(freeze - drops)
      ? "run D better than run E" : "run D worse than run E"
  }
}
