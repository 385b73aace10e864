public import Analysis
public import Documents
internal import Recordings
internal import Units

/// The report of `hitchmark trend`: changes, worst first; every series; and what was left out.
public enum TrendReport {
  /// The length of a report.
  public enum Extent: Sendable {
    /// The findings and the series.
    case findings
    /// Also the assumptions about the noise, and the detector's constants.
    case explained
  }

  /// Builds the report: the changes in sentences, then sections with all changes, all series, and
  /// what was left out.
  ///
  /// The trend has at least one series. `subjects` are first lines of commit messages, by id.
  public static func document(
    of trend: Trend, extent: Extent = .findings, subjects: [String: String] = [:],
    drawsCharts: Bool = true
  ) -> Document {
    let changed = drawsCharts ? chartable(trend.changes.map(\.series)) : []
    let changedIDs = Set(changed.map(\.id))
    let steady = drawsCharts ? chartable(trend.series).filter { !changedIDs.contains($0.id) } : []
    func charts(of series: [TrendSeries]) -> [Block] {
      series.map { .chart(TrendChart(of: $0, in: trend).chart) }
    }
    let sections: [[Block]] = [
      section("Changes", TrendChanges.tables(of: trend), charts(of: changed)),
      section("Series", [series(of: trend)], charts(of: steady)),
      section("Outliers", [TrendSpikes.table(of: trend)].compactMap(\.self)),
      section("Environment", [breaks(of: trend)].compactMap(\.self)),
      section("Not judged", [unjudged(of: trend)].compactMap(\.self)),
      section("Left out", [omissions(of: trend)].compactMap(\.self)),
      section(
        "Assumptions",
        extent == .explained ? [TrendNoise.table(of: trend), TrendNoise.constants] : []),
    ]
    return Document(
      schema: "hitchmark.trend/1",
      title: "Trend along \(trend.history.name)",
      blocks: TrendSummary(trend: trend, subjects: subjects).blocks + sections.joined(),
      isForComments: true)
  }

  /// A heading with its tables, then its charts; empty without a table.
  private static func section(
    _ title: String, _ tables: [Table], _ charts: [Block] = []
  ) -> [Block] {
    guard !tables.isEmpty else { return [] }
    // // Tables have the plain names, which machines use.
    let heading = Block.heading(.section, title, anchor: Anchor("section \(title)"))
    return [heading] + tables.map { .table($0) } + charts
  }

  /// Each series with points, once, in order.
  private static func chartable(_ series: [TrendSeries]) -> [TrendSeries] {
    var ids: Set<String> = []
    return series.filter { !$0.points.isEmpty && ids.insert($0.id).inserted }
  }

  // MARK: - Series

  /// The number of points in a sparkline that fits 80 columns.
  private static let sparks = 22

  private static func series(of trend: Trend) -> Table {
    Table(
      anchor: "series", caption: "Every series, and its newest value", corner: "Series",
      columns: [
        Table.Column("n", id: "n"), Table.Column("Gaps", id: "gaps"),
        Table.Column("Newest", id: "newest"), Table.Column("At", .leading, id: "commit"),
        Table.Column("Last \(sparks) points", .leading, id: "sparkline"),
      ],
      rows: trend.series.filter { !$0.points.isEmpty }.map { row(of: $0, trend.history) },
      remarks: [
        """
        n: commits measured. Gaps: commits between them that were not; they are never filled in. ▲ and ▼: \
        the level rose or fell here.
        """
      ])
  }

  private static func row(of series: TrendSeries, _ history: CommitHistory) -> Table.Row {
    let newest = series.points[series.points.count - 1]
    let marks = (series.judgement.value?.changes ?? []).map { ($0.point, $0.after > $0.before) }
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
      anchor: "breaks", caption: "Where the environment changed, and new series begin",
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
      series.judgement.reason.map {
        Table.Row(series.name, id: series.id, cells: [.text($0)])
      }
    }
    guard !rows.isEmpty else { return nil }
    return Table(
      anchor: "unjudged", caption: "Series that were not judged, and why", corner: "Series",
      columns: [Table.Column("Why", .leading, id: "reason")], rows: rows)
  }

  private static func omissions(of trend: Trend) -> Table? {
    guard !trend.omissions.isEmpty else { return nil }
    return Table(
      anchor: "left-out", caption: "Runs that were left out, and why", corner: "What",
      columns: [Table.Column("Runs", id: "runs"), Table.Column("Why", .leading, id: "reason")],
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

extension CommitHistory {
  func short(_ position: Int) -> String { commits[position].shortCommit }
}

extension TrendOmission.Reason {
  fileprivate func words(_ history: String) -> String {
    switch self {
    case .noCommit: "no commit is known of them, or files were changed"
    case .otherHistory:
      "not among the first parents of \(history): another branch, rebased away, or not fetched"
    case .beforeStart: "before the commits that were asked for"
    case .earlierRevision: "stored by an earlier revision of the formula; ingest the runs again"
    case .otherParameters: "computed with other parameters than those of the newest commit"
    }
  }
}
