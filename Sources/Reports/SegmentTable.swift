internal import Analysis
internal import Documents
internal import Recordings
internal import Units

/// The metrics of a run by segment: laps, phases, activities.
enum SegmentTable {
  static let usual: [Metric.ID] = [
    "duration", "frames", "fps.avg", "frametime.p50", "frametime.p95", "hitch.ratio", "jank.count",
  ]

  /// The sentence for several runs without segments.
  static let nothing =
    "No run has markers, so there are no segments. Add markers in markers.csv, or activities in run.json."

  /// The section of a document: a heading, and one table per run with segments; empty if segments
  /// were not requested.
  ///
  /// `metrics` are the ids of the columns; if empty, the default ones.
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
      return [
        heading,
        .text(
          runs.count > 1
            ? nothing
            : """
            The run has no markers, so there are no segments. Add markers in markers.csv, or activities in run.json.
            """),
      ]
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
        + metrics.map(column),
      rows: segments.map { segment in
        Table.Row(
          segment.name, id: segment.name,
          cells: [seconds(segment.start), seconds(segment.end)]
            + metrics.map { metric in
              guard let value = segment[metric.id] else { return .empty }
              return .value(value.value, of: metric, metric.isCount ? .decimals(0) : nil)
            })
      },
      remarks: remarks(on: run.activityTime))
  }

  /// The column of a metric.
  ///
  /// Names of other tools often contain the unit.
  private static func column(of metric: Metric) -> Table.Column {
    metric.isForeign
      ? Table.Column(metric.title, id: metric.id)
      : Table.Column(metric.id, id: metric.id, unit: metric.unit)
  }

  private static func remarks(on time: ActivityTime?) -> [String] {
    ["A frame belongs to a segment if the whole frame is within the segment."]
      + (time?.sentence.map { [$0] } ?? [])
  }

  // MARK: - Over the runs of a stage

  /// The segments of a stage: the median of each over the runs that have it; `nil` if segments were
  /// not requested, or if no run has any.
  ///
  /// The columns are the rows of `suite`, otherwise the default ones.
  static func table(of stage: StageSummary, in suite: SuiteSummary) -> Table? {
    guard let segments = stage.segments, !segments.isEmpty else { return nil }
    let named = suite.description.metrics.isEmpty ? usual : suite.rows.map(\.id)
    let metrics = named.compactMap { id in suite.metrics.first { $0.id == id } }
    return Table(
      anchor: Anchor("segments stage " + stage.stage.id),
      caption: "Segments of the runs of \(stage.stage.id): median of each metric over the runs",
      corner: "Segment",
      columns: [Table.Column("Runs", id: "runs")] + metrics.map(column),
      rows: segments.map { segment in
        Table.Row(
          segment.name, id: segment.name,
          cells: [.quantity(Quantity(Double(segment.parts.count), .count), .decimals(0))]
            + metrics.map { cell(of: $0, in: segment) })
      },
      remarks: remarks(on: stage.activityTime))
  }

  private static func cell(of metric: Metric, in segment: StageSegment) -> Cell {
    guard let (median, runs) = segment.median(of: metric.id) else {
      let reason = segment.parts.lazy.compactMap { $0[metric.id]?.value.reason }.first
      return reason.map { .missing($0) } ?? .empty
    }
    let isWhole = metric.isCount && median == median.rounded()
    let value = Cell.value(.known(median), of: metric, isWhole ? .decimals(0) : nil)
    let all = segment.parts.count
    return runs < all ? value.noted("the median of \(runs) of \(all) runs") : value
  }

  private static func seconds(_ time: Nanoseconds) -> Cell {
    .quantity(Quantity(time.seconds, .seconds), .decimals(2))
  }
}

extension Metric {
  /// Whether the values of the metric are counts; other tools also print fractions without a unit.
  var isCount: Bool { unit == .count && !isScaled && !isForeign }
}

extension ActivityTime {
  /// A sentence about the time outside activities; `nil` if there is none.
  var sentence: String? {
    guard idle > 0 else { return nil }
    let out = Quantity(idle.seconds, .seconds).text(decimals: 1)
    let all = Quantity((idle + active).seconds, .seconds).text(decimals: 1)
    return isMarked
      ? "\(out) s of \(all) s are outside the marked activities and count as neither smooth nor janky."
      : "\(out) s of \(all) s are idle, because no frame was requested, and count as neither smooth nor janky."
  }
}
