public import Analysis
public import Documents
internal import Recordings
internal import Units

/// What `hitchmark trend` shows: what changed, worst first; every series; and what was left out.
public enum TrendReport {
  /// How much is shown.
  public enum Extent: Sendable {
    /// The findings and the series.
    case findings
    /// Also what was assumed of the noise, and the detector's constants.
    case explained
  }

  /// Makes the document.
  ///
  /// - Parameters:
  ///   - trend: with at least one series.
  ///   - extent: how much is shown.
  ///   - subjects: the first lines of commits' messages, by id, as far as they are known.
  ///   - drawsCharts: whether there is a chart of each series.
  /// - Returns: a table of findings, one of series, and those of what was left out where there is any.
  public static func document(
    of trend: Trend, extent: Extent = .findings, subjects: [String: String] = [:],
    drawsCharts: Bool = true
  ) -> Document {
    var tables = [
      findings(of: trend), series(of: trend), TrendSpikes.table(of: trend), breaks(of: trend),
      unjudged(of: trend), omissions(of: trend),
    ].compactMap(\.self)
    if extent == .explained { tables += [TrendNoise.table(of: trend), TrendNoise.constants] }
    let blocks =
      TrendSummary(trend: trend, subjects: subjects).blocks + tables.map { Block.table($0) }
    return Document(
      schema: "hitchmark.trend/1",
      title: "Trend along \(trend.history.name)",
      blocks: drawsCharts ? charts(of: trend, among: blocks) : blocks)
  }

  // MARK: - Findings

  private static func findings(of trend: Trend) -> Table? {
    guard !trend.changes.isEmpty else { return nil }
    return Table(
      anchor: "changes", caption: "Changes, worst first", corner: "Series",
      columns: [
        Table.Column("Commits", .leading, id: "commits"), Table.Column("Before", id: "before"),
        Table.Column("After", id: "after"), Table.Column("Change, 95% interval", id: "change"),
        Table.Column("p local", id: "p_local"), Table.Column("p global", id: "p_global"),
        Table.Column("n", id: "n"), Table.Column("State", .leading, id: "state"),
      ],
      rows: trend.changes.map { row(of: $0.change, in: $0.series, trend.history) },
      remarks: [
        """
        Commits: after the first, up to and with the second, with how many there are to choose from. \
        n: points before and after. Suspect: measure these commits again before you believe it. \
        Recovered: the level came back since.
        """
      ])
  }

  private static func row(
    of change: TrendChange, in series: TrendSeries, _ history: CommitHistory
  ) -> Table.Row {
    let (good, bad) = (history.short(change.good), history.short(change.bad))
    let metric = series.metric
    return Table.Row(
      series.name, id: series.id, notes: ["git bisect start \(bad) \(good)"],
      cells: [
        .text("\(good)..\(bad) (\(change.bad - change.good))"),
        .quantity(Quantity(change.before, metric.unit), metric.printing),
        .quantity(Quantity(change.after, metric.unit), metric.printing),
        .quantity(
          Quantity(change.change, change.isRelative ? .fraction : metric.unit),
          interval: change.interval, .change, emphasis: change.emphasis(of: metric)),
        probability(change.localProbability), probability(change.globalProbability),
        .text("\(change.countBefore) + \(change.countAfter)"), .text(change.state.rawValue),
      ])
  }

  private static func probability(_ probability: Double?) -> Cell {
    guard let probability else { return .empty }
    return .quantity(Quantity(probability, .count), .decimals(3))
  }

  // MARK: - Series

  private static func series(of trend: Trend) -> Table {
    Table(
      anchor: "series", caption: "Series", corner: "Series",
      columns: [
        Table.Column("n", id: "n"), Table.Column("Gaps", id: "gaps"),
        Table.Column("Newest", id: "newest"), Table.Column("At", .leading, id: "commit"),
        Table.Column("Last 40 points", .leading, id: "sparkline"),
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
      of: series.points.map(\.value), newest: 40,
      marks: Dictionary(marks) { first, _ in first })
    return Table.Row(
      series.name, id: series.id,
      cells: [
        count(series.points.count), count(series.gaps),
        .quantity(Quantity(newest.value, series.metric.unit), series.metric.printing),
        .text(history.short(newest.commit)), .text(line),
      ])
  }

  // MARK: - What is not there

  private static func breaks(of trend: Trend) -> Table? {
    guard !trend.breaks.isEmpty else { return nil }
    return Table(
      anchor: "breaks", caption: "Changes of the environment, where new series begin",
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
      anchor: "unjudged", caption: "Series that were not judged", corner: "Series",
      columns: [Table.Column("Why", .leading, id: "reason")], rows: rows)
  }

  private static func omissions(of trend: Trend) -> Table? {
    guard !trend.omissions.isEmpty else { return nil }
    return Table(
      anchor: "left-out", caption: "Left out", corner: "What",
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
  /// The stage, metric and environment as people read them.
  var name: String {
    let place = environmentTitle.isEmpty ? title : "\(title) (\(environmentTitle))"
    return "\(place) \(metric.id)"
  }

  /// The stage, metric and environment for machines.
  var id: String {
    ([title, metric.id] + (environmentTitle.isEmpty ? [] : [environmentTitle])).joined(
      separator: " ")
  }
}

extension TrendChange {
  fileprivate func emphasis(of metric: Metric) -> Cell.Emphasis {
    guard state == .confirmed, metric.polarity != .neither else { return .plain }
    return metric.polarity.improves(change) ? .better : .worse
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
    case .earlierRevision: "kept by an earlier revision of the formula; ingest the runs again"
    case .otherParameters: "computed with other parameters than those of the newest commit"
    }
  }
}
