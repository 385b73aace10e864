internal import Analysis
internal import Documents
internal import Recordings
internal import Units

/// The summary for more runs than a table can have columns.
enum ManyRuns {
  /// The blocks of a document; `listsRuns` adds a table with one row per run.
  static func blocks(of runs: [RunSummary], rows: [Metric], listsRuns: Bool) -> [Block] {
    [.list(origins(of: runs)), .table(table(of: runs, rows: rows))]
      + (listsRuns ? [.table(list(of: runs, rows: rows))] : [])
  }

  /// One line per format with its numbers of runs and frames.
  private static func origins(of runs: [RunSummary]) -> [[Inline]] {
    let formats = Dictionary(grouping: runs) { "\($0.origin.format) \($0.origin.dialect)" }
    return formats.sorted { $0.key < $1.key }.map { format, runs in
      let frames = runs.reduce(0) { $0 + $1.frameCounts.reduce(0) { $0 + $1.count } }
      let noun = runs.count == 1 ? "run" : "runs"
      return [.strong("\(format):"), .text(" \(runs.count) \(noun), \(frames) frames")]
    }
  }

  private static func table(of runs: [RunSummary], rows: [Metric]) -> Table {
    Table(
      anchor: "metrics", caption: "Metrics over \(runs.count) runs", corner: "Metric",
      columns: [
        Table.Column("Runs", id: "runs"), Table.Column("Lowest", id: "lowest"),
        Table.Column("Median", id: "median"), Table.Column("Highest", id: "highest"),
        Table.Column("Unit", .leading),
      ],
      rows: rows.map { row(of: $0, runs: runs) },
      remarks: (ParameterWording.sentence(for: rows, runs: runs).map { [$0] } ?? [])
        + AnalysisReport.caveats(of: rows)
        + [
          """
          More than \(AnalysisReport.mostColumns) runs are summarized. For the values of each run, use \
          --format csv or --format json, or select few metrics with --metrics.
          """
        ])
  }

  private static func row(of metric: Metric, runs: [RunSummary]) -> Table.Row {
    let extent = Cell.extent(of: runs.compactMap { $0[metric.id]?.value.value }) {
      Cell.value($0, of: metric, AnalysisReport.printing(of: metric))
    }
    let unit = metric.unit == .fraction || metric.isScaled ? "" : metric.unit.symbol
    return Table.Row(metric.id, id: metric.id, cells: extent + [.text(unit)])
  }

  private static func list(of runs: [RunSummary], rows: [Metric]) -> Table {
    Table(
      anchor: "runs", caption: "Runs", corner: "Run",
      columns: rows.map { Table.Column($0.title, id: $0.id, unit: $0.isScaled ? nil : $0.unit) },
      rows: Table.Rows(count: runs.count) { index in
        Table.Row(
          runs[index].name,
          cells: rows.map { metric in
            runs[index][metric.id].map {
              Cell.value($0.value, of: metric, AnalysisReport.printing(of: metric))
            } ?? .empty
          })
      })
  }
}

extension Cell {
  /// Four cells: the number of values, the lowest, the median and the highest.
  static func extent(of values: [Double], _ cell: (Known<Double>) -> Cell) -> [Cell] {
    let sorted = values.sorted()
    let count = sorted.count
    guard count > 0 else {
      let none = Cell.missing("no run has a value of the metric")
      return [.quantity(Quantity(0, .count), .decimals(0)), none, none, none]
    }
    let median = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    return [.quantity(Quantity(Double(count), .count), .decimals(0))]
      + [sorted[0], median, sorted[count - 1]].map { cell(.known($0)) }
  }
}
