internal import Analysis
internal import Documents
internal import Recordings
internal import Units

/// A series along the commits: points, levels, changes, and breaks where the environment changed.
struct TrendChart {
  private let series: TrendSeries
  private let trend: Trend

  /// The number of newest points in the table behind the chart.
  private static let mostRows = 100
  /// With more points than this, points have no text.
  private static let mostNotes = 200

  init(of series: TrendSeries, in trend: Trend) {
    self.series = series
    self.trend = trend
  }

  /// The chart of a series with at least one point.
  var chart: Chart {
    let name = series.name
    return Chart(
      anchor: Anchor("chart \(series.id)"), title: name, description: description,
      x: Chart.Axis("Commit", domain: domain, ticks: ticks),
      panels: [
        Chart.Panel(
          y: series.metric.axis(),
          marks: points + [line] + levels + changes + breakMarks)
      ],
      values: values, remarks: [])
  }

  private var history: CommitHistory { trend.history }

  private var findings: TrendJudgement? { series.judgement.value }

  // MARK: - The axis of commits

  /// The range of commits of the series, extended slightly if it ends at a change of the
  /// environment.
  private var domain: ClosedRange<Double> {
    let commits = [series.points.first, series.points.last].compactMap { $0?.commit }
    let (first, last) = (commits.min() ?? 0, commits.max() ?? 0)
    let reach = max(1, (last - first) / 20)
    let ends = breaks.map(\.commit).filter { (first - reach...last + reach).contains($0) }
    return Double(min(first, ends.min() ?? first)) - 1...Double(max(last, ends.max() ?? last)) + 1
  }

  private var ticks: [Chart.Axis.Tick] {
    series.points.map { .init(Double($0.commit), Self.shortest(history.short($0.commit))) }
  }

  /// An id as the seven digits that git prints; other names unchanged.
  private static func shortest(_ commit: String) -> String {
    commit.count > 7 && commit.allSatisfy(\.isHexDigit) ? String(commit.prefix(7)) : commit
  }

  // MARK: - Points and levels

  private func place(_ point: TrendPoint, note: Bool = false) -> Chart.Point {
    let runs = "\(point.runs) run\(point.runs == 1 ? "" : "s")"
    let words = "\(history.short(point.commit)): \(series.metric.sentence(point.value)), \(runs)"
    return Chart.Point(Double(point.commit), point.value, note: note ? words : nil)
  }

  /// Connects consecutive points; a commit without a measurement is a gap.
  private var line: Chart.Mark {
    var lines: [[Chart.Point]] = []
    var last: Int?
    for point in series.points {
      if let last, point.commit == last + 1 {
        lines[lines.count - 1].append(place(point))
      } else {
        lines.append([place(point)])
      }
      last = point.commit
    }
    return Chart.Mark(.line(lines.filter { $0.count > 1 }), ink: .quiet)
  }

  private var points: [Chart.Mark] {
    let spikes = Set((findings?.spikes ?? []).map(\.commit))
    let isFew = series.points.count <= Self.mostNotes
    let shape: Chart.Symbol.Outline = isFew ? .circle : .point
    func marks(_ points: [TrendPoint], _ symbol: Chart.Symbol, _ name: String) -> [Chart.Mark] {
      guard !points.isEmpty else { return [] }
      let places = points.map { place($0, note: isFew) }
      return [Chart.Mark(.dots(places, symbol), ink: .series(0), name: name)]
    }
    return marks(
      series.points.filter { !spikes.contains($0.commit) }, Chart.Symbol(shape), "Commit")
      + marks(
        series.points.filter { spikes.contains($0.commit) }, Chart.Symbol(.circle, isHollow: true),
        "Spike")
  }

  /// The levels with their first and last commits.
  private var stretches: [(first: Int, last: Int, level: Double)] {
    guard let changes = findings?.changes, let newest = changes.last else { return [] }
    let starts = [0] + changes.map(\.point)
    let ends = changes.map { $0.point - 1 } + [series.points.count - 1]
    let levels = changes.map(\.before) + [newest.after]
    return zip(zip(starts, ends), levels).compactMap { bounds, level in
      guard bounds.0 <= bounds.1, series.points.indices.contains(bounds.1) else { return nil }
      return (series.points[bounds.0].commit, series.points[bounds.1].commit, level)
    }
  }

  private var levels: [Chart.Mark] {
    let lines = stretches.map { stretch in
      [
        Chart.Point(Double(stretch.first) - 0.4, stretch.level),
        Chart.Point(Double(stretch.last) + 0.4, stretch.level),
      ]
    }
    guard !lines.isEmpty else { return [] }
    return areas + [Chart.Mark(.line(lines), ink: .strong, name: "Level")]
  }

  /// One standard deviation of the noise around each level.
  private var areas: [Chart.Mark] {
    guard let noise = findings?.noise else { return [] }
    let isRelative = findings?.changes.first?.isRelative ?? false
    return stretches.map { stretch in
      // On a logarithmic scale, the deviation is approximately a share of the level.
      let (low, high) =
        isRelative
        ? (stretch.level / (1 + noise), stretch.level * (1 + noise))
        : (stretch.level - noise, stretch.level + noise)
      return Chart.Mark(
        .area([
          .init(Double(stretch.first) - 0.4, low, high),
          .init(Double(stretch.last) + 0.4, low, high),
        ]), ink: .quiet, name: "Level ± noise")
    }
  }

  // MARK: - Changes

  private var changes: [Chart.Mark] {
    (findings?.changes ?? []).map { change in
      let band = Chart.Band(
        from: Double(change.good), to: Double(change.bad), label: words(for: change))
      return Chart.Mark(.bands([band], along: .x), ink: ink(of: change))
    }
  }

  private func ink(of change: TrendChange) -> Chart.Ink {
    guard change.state == .confirmed, series.metric.polarity != .neither else { return .quiet }
    return series.metric.polarity.improves(change.change) ? .better : .worse
  }

  private func words(for change: TrendChange) -> String {
    let size =
      change.isRelative
      ? Printing(decimals: 1, showsPlus: true).text(Quantity(change.change, .fraction))
      : series.metric.changeText(change.change, isRelative: false)
    return change.state == .confirmed ? size : "\(size), \(change.state.rawValue)"
  }

  private var breaks: [TrendBreak] { trend.breaks.filter { $0.title == series.title } }

  private var breakMarks: [Chart.Mark] {
    let rules = breaks.filter { domain.contains(Double($0.commit)) }.map { change in
      let what = change.differences.map { "\($0.fact): \($0.before) → \($0.after)" }
      return Chart.Rule(Double(change.commit) - 0.5, label: what.joined(separator: "; "))
    }
    guard !rules.isEmpty else { return [] }
    return [Chart.Mark(.rules(rules, along: .x), ink: .warning, name: "Change of environment")]
  }

  // MARK: - Text and values

  private var description: String {
    let (first, last) = (series.points[0], series.points[series.points.count - 1])
    let count = series.points.count
    let extent =
      count == 1
      ? "One commit, \(history.short(first.commit))"
      : "\(count) commits from \(history.short(first.commit)) to \(history.short(last.commit))"
    let newest = "The newest value is \(series.metric.sentence(last.value))."
    return "\(extent). \(newest) \(sentences)"
  }

  private var sentences: String {
    switch series.judgement {
    case .withheld(let reason): return "Not judged: \(reason)."
    case .known(let findings):
      if findings.changes.isEmpty { return "No change of level was found." }
      return findings.changes.map { change in
        let range = "\(history.short(change.good))..\(history.short(change.bad))"
        return "Change in \(range): \(words(for: change))."
      }.joined(separator: " ")
    }
  }

  private var values: Table {
    let shown = series.points.suffix(Self.mostRows)
    let remark = "The newest \(shown.count) of \(series.points.count) points."
    return Table(
      anchor: Anchor("values \(series.id)"), caption: "Values of \(series.name)", corner: "Commit",
      columns: [
        Table.Column(series.metric.title, id: series.metric.id), Table.Column("Runs", id: "runs"),
      ],
      rows: shown.map { point in
        Table.Row(
          history.short(point.commit), id: history.commits[point.commit],
          cells: [
            .quantity(Quantity(point.value, series.metric.unit), series.metric.printing),
            TrendReport.count(point.runs),
          ])
      },
      remarks: shown.count < series.points.count ? [remark] : [])
  }
}
