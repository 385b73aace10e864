internal import Analysis
internal import Documents
internal import Recordings
internal import Units

/// The metrics of a run by its segments: laps, phases, activities.
enum SegmentTable {
  /// The columns where none are asked for.
  private static let usual: [Metric.ID] = [
    "duration", "frames", "fps.avg", "frametime.p50", "frametime.p95", "hitch.ratio", "jank.count",
  ]

  /// The section of a document; empty where nobody asked for segments.
  ///
  /// - Parameters:
  ///   - runs: analysed with their segments.
  ///   - metrics: the columns, by id; the usual ones when empty.
  /// - Returns: a heading, and a table for each run that has segments.
  static func section(on runs: [RunSummary], metrics: [Metric.ID]) -> [Block] {
    let asked = runs.compactMap { run in run.segments.map { (run, $0) } }
    guard !asked.isEmpty else { return [] }
    let tables = asked.enumerated().compactMap { index, run -> Block? in
      run.1.isEmpty
        ? nil
        : .table(
          table(
            of: run.1, in: run.0, columns: metrics.isEmpty ? usual : metrics,
            anchor: Anchor("segments \(index + 1)"), isAlone: runs.count == 1))
    }
    let heading = Block.heading(.section, "Segments", anchor: "segments")
    if tables.isEmpty {
      return [heading, .text("No markers tell segments apart; a markers.csv or run.json can.")]
    }
    return [heading] + tables
  }

  private static func table(
    of segments: [SegmentSummary], in run: RunSummary, columns: [Metric.ID], anchor: Anchor,
    isAlone: Bool
  ) -> Table {
    let metrics = columns.compactMap { id in run.values.first { $0.metric.id == id }?.metric }
    return Table(
      anchor: anchor, caption: isAlone ? "By segment" : "By segment: \(run.name)",
      corner: "Segment",
      columns: [Table.Column("From", unit: .seconds), Table.Column("To", unit: .seconds)]
        + metrics.map { metric in
          // A tool's names often say the unit themselves.
          metric.isForeign
            ? Table.Column(metric.title, id: metric.id)
            : Table.Column(metric.id, id: metric.id, unit: metric.unit)
        },
      rows: segments.map { segment in
        Table.Row(
          segment.name, id: segment.name,
          cells: [seconds(segment.start), seconds(segment.end)]
            + metrics.map { metric in
              guard let value = segment[metric.id] else { return .empty }
              let isCount = metric.unit == .count && !metric.isScaled && !metric.isForeign
              return .value(value.value, of: metric, isCount ? .decimals(0) : nil)
            })
      },
      remarks: ["A frame belongs to a segment when it lies wholly within it."]
        + (run.activityTime?.sentence.map { [$0] } ?? []))
  }

  private static func seconds(_ time: Nanoseconds) -> Cell {
    .quantity(Quantity(time.seconds, .seconds), .decimals(2))
  }
}

extension ActivityTime {
  /// What became of the time outside activities; `nil` where there is none.
  var sentence: String? {
    guard idle > 0 else { return nil }
    let out = Quantity(idle.seconds, .seconds).text(decimals: 1)
    let all = Quantity((idle + active).seconds, .seconds).text(decimals: 1)
    return "\(out) s of \(all) s lie outside the activities and count as neither smooth nor janky."
  }
}
