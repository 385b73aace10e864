public import Analysis
public import Documents
internal import Recordings
internal import Units

/// The report of `hitchmark trend`: the changes of metrics along the commits, worst first, all series of values, and
/// the runs that were left out.
public enum TrendReport {
  /// How much the report of a trend contains: only changes and values, or also the assumptions and constants of the
  /// change-point detection.
  public enum Extent: Sendable {
    /// The findings and the series.
    case findings
    /// Also the assumptions about the noise, and the detector's constants.
    case explained
  }

  /// The frames for a heat map of frame times: those of one run per commit, for the newest commits and one stage.
  public struct Frames: Sendable {
    let stage: String
    let runs: [(commit: String, run: RunSummary)]

    /// Collects the frames for a heat map of frame times: one run per commit, for the newest commits and one stage.
    ///
    /// The commits are in the order of the history, and the runs have the data for charts.
    public init(stage: String, runs: [(commit: String, run: RunSummary)]) {
      (self.stage, self.runs) = (stage, runs)
    }

    /// A row per commit; `nil` for fewer than two runs with frames.
    fileprivate var chart: Chart? {
      HeatMapChart(
        of: runs.compactMap { ChartedRun($0.run, named: $0.commit.shortCommit) },
        title: "Longest frames of the newest commits, \(stage)",
        anchor: Anchor("chart heat map \(stage)"))?.chart
    }
  }

  /// Builds the report of a trend: the result in a sentence, charts, the changes of metrics, all series of values, and
  /// the runs that were left out.
  ///
  /// The trend has at least one series. `subjects` are first lines of commit messages, by id.
  public static func document(
    of trend: Trend, extent: Extent = .findings, subjects: [String: String] = [:],
    drawsCharts: Bool = true, frames: [Frames] = []
  ) -> Document {
    let summary = TrendSummary(of: trend, subjects: subjects)
    let reasons = [unjudged(of: trend), omissions(of: trend)].compactMap(\.self)
    // Without changes, the newest values are the answer; where nothing was judged, the reasons are.
    let isSeriesFirst = trend.findings.isEmpty && trend.series.count <= mostSeries
    let areReasonsFirst = !trend.series.contains { $0.judgment.value != nil }
    let first = (isSeriesFirst ? [series(of: trend)] : []) + (areReasonsFirst ? reasons : [])
    let tables: [Table?] =
      TrendChanges.tables(of: trend) + (isSeriesFirst ? [] : [series(of: trend)])
      + [TrendSpikes.table(of: trend), breaks(of: trend)] + (areReasonsFirst ? [] : reasons)
      + (extent == .explained ? [TrendNoise.table(of: trend), TrendNoise.constants] : [])
    let values = tables.compactMap { $0.map { Block.table($0.folded) } }
    let charts = drawsCharts ? charts(of: trend, first: summary.ordered) : []
    return Document(
      schema: "hitchmark.trend/1", title: summary.title,
      blocks: [.facts(summary.facts)] + charts.prefix(mostCharts) + summary.first
        + first.map(Block.table)
        + [.fold(Fold(contents: "all changes with their evidence, all series, and runs left out"))]
        + summary.details + charts.dropFirst(mostCharts)
        + frames.compactMap { $0.chart.map(Block.chart) }
        + (values.isEmpty ? [] : [.heading(.section, "Values", anchor: "values")]) + values,
      isReport: true)
  }

  // MARK: - Charts

  /// The largest number of series whose newest values are on the first screen.
  private static let mostSeries = 20
  /// The number of charts before the fold.
  private static let mostCharts = 4

  /// With more charts than this, a page is slow: each takes about 9 kB.
  private static let mostDrawn = 50

  /// The series of one chart.
  private struct ChartSubject: Hashable {
    let stage: String
    let metric: Metric.ID

    init(_ series: TrendSeries) { (stage, metric) = (series.title, series.metric.id) }
  }

  /// A chart per stage and metric: those of the findings first, in their order, then those of each stage together.
  private static func charts(of trend: Trend, first findings: [TrendFinding]) -> [Block] {
    let series = trend.series.filter { !$0.points.isEmpty }
    let charted = Dictionary(grouping: series, by: ChartSubject.init)
    let stages = Dictionary(series.enumerated().map { ($1.title, $0) }) { first, _ in first }
    let places = series.map(ChartSubject.init).enumerated().sorted { left, right in
      (stages[left.element.stage] ?? 0, left.offset) < (
        stages[right.element.stage] ?? 0, right.offset
      )
    }.map(\.element)
    let named = findings.map { ChartSubject($0.members[0].series) }
    let subjects = (named + places).distinct
    // One legend for all charts.
    let charts = subjects.prefix(mostDrawn).enumerated().map { index, place in
      let remarks = index == 0 ? [legend] : []
      return Block.chart(
        TrendChart(of: charted[place] ?? [], along: trend.history, remarks: remarks).chart)
    }
    guard charts.count < subjects.count else { return charts }
    let words = """
      \(charts.count) of \(subjects.count) charts are drawn, those with changes first; --stage and --metrics draw others.
      """
    return charts + [.text(words)]
  }

  private static let legend = """
    ● commit · ○ outlier · ━ level, with its noise · ▼ worse · ▲ better · ◇ the environment changed at \
    that commit · ┆ another environment
    """

  // MARK: - Series

  /// The number of points in a sparkline that fits 80 columns.
  private static let sparks = 22

  private static func series(of trend: Trend) -> Table {
    let most = min(sparks, trend.series.map(\.points.count).max() ?? 0)
    return Table(
      anchor: "series", caption: "All series, with their newest values", corner: "Series",
      columns: [
        Table.Column("n", id: "n"), Table.Column("Gaps", id: "gaps"),
        Table.Column("Newest", id: "newest"), Table.Column("At", .leading, id: "commit"),
        Table.Column(most == 1 ? "Last point" : "Last \(most) points", .leading, id: "sparkline"),
      ],
      rows: trend.series.filter { !$0.points.isEmpty }.map { row(of: $0, trend.history) },
      remarks: [
        """
        n: measured commits. Gaps: commits between them that were not measured; no value is filled in. ▲ and ▼: \
        the level rose or fell here.
        """
      ])
  }

  private static func row(of series: TrendSeries, _ history: CommitHistory) -> Table.Row {
    let newest = series.points[series.points.count - 1]
    let marks = (series.judgment.value?.changes ?? []).map { ($0.point, $0.after > $0.before) }
    let line = Sparkline.text(
      of: series.points.lazy.map(\.value), newest: sparks,
      marks: Dictionary(marks) { first, _ in first })
    return Table.Row(
      series.name, id: series.id,
      cells: [
        count(series.points.count), count(series.gaps),
        .quantity(Quantity(newest.value, series.metric.unit), series.metric.printing),
        .text(history.short(newest.commit)), .text(line),
      ])
  }

  // MARK: - Breaks and omissions

  private static func breaks(of trend: Trend) -> Table? {
    guard !trend.breaks.isEmpty else { return nil }
    return Table(
      anchor: "breaks", caption: "Commits at which the environment changed and a new series begins",
      corner: "Stage",
      columns: [
        Table.Column("From", .leading, id: "commit"), Table.Column("What", .leading, id: "what"),
      ],
      rows: trend.breaks.map { change in
        let what = change.differences.map { "\($0.fact): \($0.before) → \($0.after)" }
        return Table.Row(
          change.title,
          cells: [
            .text(trend.history.short(change.commit)), .text(what.joined(separator: "; ")),
          ])
      })
  }

  private static func unjudged(of trend: Trend) -> Table? {
    let rows = trend.series.compactMap { series in
      series.judgment.reason.map {
        Table.Row(series.name, id: series.id, cells: [.text($0)])
      }
    }
    guard !rows.isEmpty else { return nil }
    return Table(
      anchor: "unjudged", caption: "Series that were not judged, with the reasons",
      corner: "Series",
      columns: [Table.Column("Reason", .leading, id: "reason")], rows: rows)
  }

  private static func omissions(of trend: Trend) -> Table? {
    guard !trend.omissions.isEmpty else { return nil }
    return Table(
      anchor: "left-out", caption: "Runs that were left out, with the reasons", corner: "What",
      columns: [Table.Column("Runs", id: "runs"), Table.Column("Reason", .leading, id: "reason")],
      rows: TrendOmission.Reason.allCases.compactMap { reason in
        let alike = trend.omissions.filter { $0.omission.reason == reason }
        guard !alike.isEmpty else { return nil }
        let runs = alike.reduce(0) { $0 + $1.count }
        return Table.Row(
          names(alike.map(\.omission.subject)),
          cells: [count(runs), .text(reason.words(trend.history.name))])
      })
  }

  /// The first few of some commits or metrics.
  private static func names(_ subjects: [String]) -> String {
    guard subjects != [""] else { return "no commit" }
    let shown = subjects.prefix(3).map(\.shortCommit).joined(separator: ", ")
    return subjects.count > 3 ? "\(shown) and \(subjects.count - 3) more" : shown
  }

  static func count(_ number: Int) -> Cell {
    .quantity(Quantity(Double(number), .count), .decimals(0))
  }
}

// MARK: - Words

extension TrendSeries {
  /// The stage, metric and environment, for people.
  var name: String {
    let place = environmentTitle.isEmpty ? title : "\(title) (\(environmentTitle))"
    return "\(place) \(metric.id)"
  }

  /// The stage, metric and environment, for machines.
  var id: String {
    ([title, metric.id] + (environmentTitle.isEmpty ? [] : [environmentTitle])).joined(
      separator: " ")
  }
}

extension Table {
  /// The table behind a summary with the number of its rows, as details that few readers need.
  fileprivate var folded: Table {
    Table(
      anchor: anchor, caption: caption, corner: corner, columns: columns, rows: rows,
      remarks: remarks, summary: "\(caption): \(counted(rows.count, "row"))")
  }
}

extension CommitHistory {
  func short(_ position: Int) -> String { commits[position].shortCommit }
}

extension TrendOmission.Reason {
  fileprivate func words(_ history: String) -> String {
    switch self {
    case .noCommit: "the commit of the runs is unknown, or files had uncommitted changes"
    case .otherHistory:
      "the commits are not on the first-parent history of \(history): on another branch, rebased away, or not fetched"
    case .beforeStart: "the commits are older than the requested range of commits"
    case .earlierRevision:
      "the values come from an earlier revision of the metric's formula; ingest the runs again"
    case .otherParameters:
      "the values were computed with other parameters than the values of the newest commit"
    }
  }
}
