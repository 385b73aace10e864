internal import Analysis
internal import Documents
internal import Recordings
internal import Units

/// The first table of an analysis: the few figures that say how fast and how smooth some runs are.
enum KeyFigures {
  /// The metrics of the table, in order, as far as a run has them.
  private static let metrics: [Metric.ID] = [
    "fps.avg", OwnMeasure.sampledFrameRate, "fps.floor95", freeze, "hitch.count", "hitch.ratio",
    "fps.low1.average", "fps.stability", "frametime.p50", "frametime.p99", "response.avg",
    "cpu.avg", "gpu.avg", "memory.max",
  ]
  /// Followed by a row with the place of the freeze.
  private static let freeze = "freeze.longest"

  /// The table with one column per run; `nil` if the runs have none of these figures.
  ///
  /// Without a frame rate, as in summaries of Android, hitches and the work of frames take its place.
  static func table(of runs: [RunSummary], among all: [Metric]) -> Table? {
    let hasFrameRate = all.contains { $0.id == "fps.avg" }
    let ids = metrics + (hasFrameRate ? [] : Metric.frameWork.map(\.id))
    let rows = ids.compactMap { id in all.first { $0.id == id } }.prefix(metrics.count)
    guard !rows.isEmpty else { return nil }
    let columns = runs.map { Table.Column(runs.count == 1 ? "Value" : $0.name) }
    return Table(
      anchor: "key-figures", caption: "Key figures", corner: "Figure", columns: columns,
      rows: rows.flatMap { metric in
        let row = Table.Row(
          metric.title, id: metric.id,
          cells: runs.map { run in
            run[metric.id].map { Cell.value($0.value, of: metric, metric.printing) } ?? .empty
          })
        return metric.id == freeze ? [row, starts(of: runs)].compactMap(\.self) : [row]
      })
  }

  /// Where in each run its longest freeze begins; `nil` if this is unknown for all runs.
  private static func starts(of runs: [RunSummary]) -> Table.Row? {
    guard runs.contains(where: { $0.longestFreeze != nil }) else { return nil }
    return Table.Row(
      "Start of the longest freeze (s)", id: "\(freeze).start",
      cells: runs.map { run in
        run.longestFreeze.map {
          .quantity(Quantity($0.start.seconds, .seconds), .decimals(3))
        } ?? .empty
      })
  }
}
