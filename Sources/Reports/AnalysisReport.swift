public import Analysis
public import Documents
internal import Recordings
internal import Units

/// An analyzed run, and a list of the other runs in the same trace file.
public struct AnalyzedRun: Sendable {
  public let summary: RunSummary

  /// The other runs in the trace file of the analyzed run: process, swap chain and number of frames of each.
  public let otherStreams: [(stream: String, frames: Int)]

  public init(_ summary: RunSummary, otherStreams: [(stream: String, frames: Int)] = []) {
    self.summary = summary
    self.otherStreams = otherStreams
  }
}

/// The report of `hitchmark analyze`: the metrics of some runs next to each other, or a summary of
/// many runs.
///
///     AnalysisReport.document(of: [AnalyzedRun(summary)], metrics: ["fps.avg"])
public enum AnalysisReport {
  /// The maximum number of runs for which the report has one column per run; above it, the report summarizes the runs.
  public static let mostColumns = 50

  static let manyRunsRemark =
    "More than \(mostColumns) runs are summarized in one row per metric; --format csv and --format json list each run."

  /// The metrics that the report needs besides those that it lists.
  public static let describing: Set<Metric.ID> = ["duration", "frames"]

  /// Builds the report of `hitchmark analyze`: the metrics of the analyzed runs, charts and findings about the quality
  /// of the data.
  ///
  /// - Parameters:
  ///   - runs: at least one.
  ///   - metrics: the ids of the rows; empty for all metrics that any run has, except those of threads.
  ///   - extent: if `metrics` is empty, how much the report contains.
  ///   - showsEveryRun: whether each of many runs has a column, as programs need it.
  /// - Returns: a table with one column per run, with remarks, charts and the quality of the data. More than
  ///   `mostColumns` runs have a summary instead; if metrics are named, a table with one row per run follows.
  public static func document(
    of runs: [AnalyzedRun], metrics: [Metric.ID] = [], extent: Extent = .folded,
    showsEveryRun: Bool = false
  ) -> Document {
    let summaries = runs.map(\.summary)
    let rows = selected(of: summaries, metrics: metrics, showsWithheld: extent == .all)
    let quality = DataQualityList.section(
      on: summaries.map { (name: summaries.count == 1 ? nil : $0.name, run: $0) },
      mostNotes: extent == .brief ? mostNotes : .max)
    let blocks: [Block] =
      if runs.count > mostColumns, !showsEveryRun {
        ManyRuns.blocks(of: summaries, rows: rows, listsRuns: !metrics.isEmpty)
          + RunCharts.blocks(of: summaries) + quality
      } else if metrics.isEmpty {
        whole(runs, summaries, rows: rows, quality: quality, extent: extent)
      } else {
        abouts(runs) + [.table(table(of: summaries, rows: rows, hasTwins: !showsEveryRun))]
          + SegmentTable.section(on: summaries, metrics: metrics) + RunCharts.blocks(of: summaries)
          + quality
      }
    return Document(
      schema: "hitchmark.analysis/1", title: title(of: summaries),
      blocks: provenance(of: summaries) + blocks, isReport: true)
  }

  public enum Extent: Sendable {
    /// Key figures, a chart and the findings that matter, as a terminal shows them.
    case brief
    /// Everything except reasons for missing values, details folded, as pages show them.
    case folded
    /// Everything, with the reasons for missing values.
    case all
  }

  private static let mostNotes = 3

  /// The blocks if no metrics are named: what most readers want to know first, the table of all metrics last.
  private static func whole(
    _ runs: [AnalyzedRun], _ summaries: [RunSummary], rows: [Metric], quality: [Block],
    extent: Extent
  ) -> [Block] {
    let charts = RunCharts.blocks(of: summaries)
    let figures = KeyFigures.table(of: summaries, among: rows)
    var blocks = abouts(runs) + DataQualityList.warning(on: summaries)
    // Several runs are compared by their curves first, one run is summed up.
    let overlay =
      (2...FrameTimePool.mostInks).contains(summaries.count) ? charts.prefix(1).count : 0
    blocks += charts.prefix(overlay)
    if let figures { blocks.append(.table(figures)) }
    blocks += charts.dropFirst(overlay).prefix(1 - overlay)
    blocks += quality
    blocks += charts.dropFirst()
    blocks += SegmentTable.section(on: summaries, metrics: [])
    if extent != .brief || figures == nil, !rows.isEmpty {
      blocks += ThreadTables.blocks(of: summaries)
      let summary = extent == .folded && figures != nil ? "All metrics: \(rows.count)" : nil
      blocks.append(.table(table(of: summaries, rows: rows, summary: summary)))
    }
    return blocks + (extent == .all ? [] : more(rows, summaries, isListed: extent == .folded))
  }

  /// A line of facts for one run, and a list for several runs.
  private static func abouts(_ runs: [AnalyzedRun]) -> [Block] {
    guard runs.count == 1 else {
      return [.list(runs.map { [.strong($0.summary.name), .text(": \(about($0))")] })]
    }
    let remarks = remarks(on: runs[0])
    return [.facts([.text(facts(of: runs[0]).joined(separator: " · "))])]
      + (remarks.isEmpty ? [] : [.list(remarks.map { [.text($0)] })])
  }

  private static func title(of runs: [RunSummary]) -> String {
    guard runs.count == 1 else { return "\(runs.count) runs" }
    let source = runs[0].origin.source
    let name = source.split(separator: "/").last.map(String.init) ?? source
    return source == "-" ? "standard input" : name
  }

  private static func provenance(of runs: [RunSummary]) -> [Block] {
    let sentences = runs.compactMap(\.description.provenance)
    return sentences.first.map {
      [
        .notice(
          .warning,
          [.strong("The values below were not measured for this report."), .text(" " + $0)])
      ]
    } ?? []
  }

  // MARK: - Remarks on runs

  /// What was measured, where, with which tool and how much.
  private static func facts(of analyzed: AnalyzedRun) -> [String] {
    let run = analyzed.summary
    let device = run.description.device
    let hardware = [device.name, device.gpu, device.cpu].compactMap(\.self).filter { !$0.isEmpty }
    let streams = run.origin.iteration == nil ? analyzed.otherStreams.count : 0
    let application = (run.origin.stream ?? run.description.labels["application"]).map {
      streams == 0 ? $0 : "\($0) (1 of \(streams + 1) streams)"
    }
    let rate = run.parameters.refreshRate
    return [application].compactMap(\.self) + hardware + run.description.conditionWords
      + ["\(run.origin.format) \(run.origin.dialect)", frames(of: run) + length(of: run)]
      + (rate.hertz.map { ["\(ParameterWording.plain($0)) Hz (\(rate.origin))"] } ?? [])
  }

  private static func about(_ run: AnalyzedRun) -> String {
    let origin = run.summary.origin
    let facts = ["\(origin.format) \(origin.dialect)", origin.stream, frames(of: run.summary)]
    return ([facts.compactMap(\.self).joined(separator: ", ")] + remarks(on: run))
      .joined(separator: "; ")
  }

  private static func remarks(on run: AnalyzedRun) -> [String] {
    let frames = run.summary.parameters.frames
    let isSelection = run.summary.frameCounts.contains { !frames.includes($0.kind) }
    let remark =
      "metrics count only \(frames.rawValue) frames; --frames selects other kinds of frames"
    return (isSelection ? [remark] : [])
      + (run.otherStreams.isEmpty ? [] : [others(run.otherStreams, than: run.summary)])
  }

  /// The time of the counted frames, and the time in which no frame was wanted.
  private static func length(of run: RunSummary) -> String {
    guard let (metric, value) = run.values.first(where: { $0.metric.id == "duration" }),
      let duration = value.value.value
    else { return "" }
    let active = metric.sentence(duration)
    if leftOut(of: run) != nil { return " in the marked \(active)" }
    guard let time = run.activityTime, !time.isMarked, time.idle > 0 else { return " in \(active)" }
    return " in \(active), \(metric.sentence(time.idle.seconds)) idle"
  }

  /// The number of counted frames if marked activities leave some out; `nil` otherwise.
  private static func leftOut(of run: RunSummary) -> Int? {
    guard run.activityTime?.isMarked ?? false, let all = run.frameCounts.first?.count,
      let counted = run["frames"]?.value.value.flatMap(Int.init(exactly:)), counted < all
    else { return nil }
    return counted
  }

  /// The numbers of frames, also how many of them count if marked activities leave some out.
  private static func frames(of run: RunSummary) -> String {
    var counts = run.frameCounts.map { "\($0.count) \($0.kind.name)" }
    if let counted = leftOut(of: run) { counts[0] = "\(counted) of \(counts[0])" }
    let noun = run.frameCounts.last?.count == 1 ? "frame" : "frames"
    return counts.isEmpty ? "no frames" : "\(counts.joined(separator: ", ")) \(noun)"
  }

  private static func others(
    _ streams: [(stream: String, frames: Int)], than run: RunSummary
  ) -> String {
    let own = run.frameCounts.reduce(0) { $0 + $1.count }
    let shown = streams.prefix(4).map { stream, frames in
      let count = "\(counted(frames, "frame"))\(own > 0 && frames > own ? ", more than here" : "")"
      return frames > 0 ? "\(stream) (\(count))" : stream
    }
    let more = streams.count > 4 ? " and \(streams.count - 4) more" : ""
    return "--stream selects other streams of the file: \(shown.joined(separator: ", "))\(more)"
  }

  // MARK: - The table

  /// - Parameter hasTwins: whether the metrics of the screen are beside those of the presents, if there is one run.
  private static func table(
    of runs: [RunSummary], rows: [Metric], hasTwins: Bool = false, summary: String? = nil
  ) -> Table {
    let ids = Set(rows.map(\.id))
    let twins = hasTwins && runs.count == 1 ? rows.compactMap(\.twinOnScreen) : []
    let isBeside = twins.contains { !ids.contains($0) && runs[0][$0]?.value.value != nil }
    let columns =
      isBeside
      ? [KeyFigures.presented, KeyFigures.onScreen]
      : runs.map { Table.Column(runs.count == 1 ? "Value" : $0.name) }
    return Table(
      anchor: "metrics", caption: "Metrics", corner: "Metric",
      // The ids suffice if the width is needed for the runs.
      columns: columns + [Table.Column("Unit", .leading)]
        + (runs.count == 1 ? [Table.Column("Title", .leading)] : []),
      rows: Table.Rows(count: rows.count) { row(of: rows[$0], runs: runs, hasTwin: isBeside) },
      remarks: (ParameterWording.sentence(for: rows, runs: runs).map { [$0] } ?? [])
        + caveats(of: rows) + idleTimes(of: runs),
      summary: summary)
  }

  private static func idleTimes(of runs: [RunSummary]) -> [String] {
    runs.compactMap { run in
      run.activityTime?.sentence.map { runs.count == 1 ? $0 : "\(run.name): \($0)" }
    }
  }

  static func caveats(of metrics: [Metric]) -> [String] {
    var ids: [(caveat: String, ids: [Metric.ID])] = []
    for metric in metrics {
      guard let caveat = metric.caveat else { continue }
      if let index = ids.firstIndex(where: { $0.caveat == caveat }) {
        ids[index].ids.append(metric.id)
      } else {
        ids.append((caveat, [metric.id]))
      }
    }
    return ids.map { "\($0.ids.joined(separator: ", ")): \($0.caveat)" }
  }

  private static func selected(
    of runs: [RunSummary], metrics: [Metric.ID], showsWithheld: Bool
  ) -> [Metric] {
    var seen: Set<Metric.ID> = []
    var every: [Metric] = []
    for run in runs {
      for (metric, _) in run.values where seen.insert(metric.id).inserted { every.append(metric) }
    }
    if !metrics.isEmpty {
      let known = Dictionary(every.map { ($0.id, $0) }) { first, _ in first }
      return metrics.compactMap { known[$0] }
    }
    // Threads have their own tables.
    let all = every.filter { $0.threadName == nil }
    if showsWithheld { return all }
    return all.filter { metric in runs.contains { $0[metric.id]?.value.value != nil } }
  }

  private static func row(of metric: Metric, runs: [RunSummary], hasTwin: Bool) -> Table.Row {
    var cells = runs.map { cell(of: metric, metric.id, in: $0) }
    if hasTwin {
      cells.append(metric.twinOnScreen.map { cell(of: metric, $0, in: runs[0]) } ?? .empty)
    }
    let unit = metric.unit == .fraction || metric.isScaled ? "" : metric.unit.symbol
    return Table.Row(
      metric.id, id: metric.id,
      cells: cells + [.text(unit)] + (runs.count == 1 ? [.text(metric.title)] : []))
  }

  /// The value of the metric, or of its twin with the given id.
  private static func cell(of metric: Metric, _ id: Metric.ID, in run: RunSummary) -> Cell {
    guard let value = run[id] else { return .empty }
    let cell = Cell.value(value.value, of: metric, printing(of: metric))
    return value.basis.note.map(cell.noted) ?? cell
  }

  /// Counts have no decimals here, because the columns contain only values.
  static func printing(of metric: Metric) -> Printing {
    metric.isCount ? .decimals(0) : metric.printing
  }

  // MARK: - Metrics that are not listed

  /// A line about the metrics that the report does not list, and about those without a value.
  private static func more(_ rows: [Metric], _ runs: [RunSummary], isListed: Bool) -> [Block] {
    let withheld = runs[0].values.count { value in
      !runs.contains { $0[value.metric.id]?.value.value != nil }
    }
    let traces = runs.count == 1 ? "this trace does" : "these traces do"
    let needs =
      withheld == 0
      ? nil
      : "\(counted(withheld, "metric")) that need\(withheld == 1 ? "s" : "") data that \(traces) not have"
    let listed = isListed || rows.isEmpty ? nil : "all \(rows.count) metrics"
    guard let clause = [listed, needs].compactMap(\.self).nonEmpty?.joined(separator: ", and ")
    else {
      return []
    }
    return [.text("--all lists \(clause)\(withheld > 0 ? ", with the reason" : "").")]
  }
}

extension Array {
  fileprivate var nonEmpty: [Element]? { isEmpty ? nil : self }
}

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
