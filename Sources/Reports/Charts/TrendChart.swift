internal import Analysis
internal import Documents
internal import Recordings
internal import Units

/// A metric of a stage along the commits: points, levels and changes.
///
/// Series of several environments are next to each other, with a dashed line between them.
struct TrendChart {
  private let parts: [Part]
  private let history: CommitHistory
  private let width: Chart.Width
  private let remarks: [String]
  /// Whether the chart has a legend of its own.
  private let isAlone: Bool

  /// The visible points of a series.
  private struct Part {
    let series: TrendSeries
    let points: ArraySlice<TrendPoint>
    let judgment: TrendJudgment?
  }

  /// The number of newest points in the table behind the chart.
  private static let mostRows = 100
  /// With more points than this, points have no text.
  private static let mostNotes = 200

  /// Prepares the chart.
  ///
  /// - Parameters:
  ///   - series: at least one, of one stage and metric, each with a point.
  ///   - history: the commits.
  ///   - newest: how many of the newest points are drawn; `nil` for all.
  ///   - width: the space on a page.
  ///   - isAlone: whether the chart has a legend of its own.
  ///   - remarks: text below the chart.
  init(
    of series: [TrendSeries], along history: CommitHistory, newest: Int? = nil,
    width: Chart.Width = .half, isAlone: Bool = false, remarks: [String] = []
  ) {
    self.remarks = remarks
    self.history = history
    self.width = width
    self.isAlone = isAlone
    // Environments in the order in which they were first measured.
    parts = series.sorted { $0.points[0].commit < $1.points[0].commit }.map { series in
      Part(
        series: series, points: series.points.suffix(newest ?? .max),
        judgment: series.judgment.value)
    }
  }

  private var metric: Metric { parts[0].series.metric }

  private var title: String {
    let name = parts.count == 1 ? parts[0].series.words : parts[0].series.title
    return "\(metric.words), \(name)"
  }

  var chart: Chart {
    Chart(
      anchor: Anchor("chart \(parts[0].series.id)"), title: title, description: description,
      x: Chart.Axis("", domain: domain, ticks: ticks),
      panels: [
        Chart.Panel(
          y: Chart.Axis("", unit: metric.unit),
          marks: parts.flatMap(points) + parts.flatMap(levels) + parts.flatMap(changes) + borders)
      ],
      values: isAlone ? nil : values, remarks: remarks, width: width)
  }

  // MARK: - The axis of commits

  private var domain: ClosedRange<Double> {
    let commits = parts.flatMap { [$0.points.first, $0.points.last] }.compactMap { $0?.commit }
    return Double(commits.min() ?? 0) - 1...Double(commits.max() ?? 0) + 1
  }

  private var ticks: [Chart.Axis.Tick] {
    Set(parts.flatMap { $0.points.map(\.commit) }).sorted().map {
      .init(Double($0), history.brief($0))
    }
  }

  // MARK: - Points and levels

  private func place(_ point: TrendPoint, note: Bool) -> Chart.Point {
    let runs = counted(point.runs, "run")
    let words = "\(history.brief(point.commit)): \(metric.sentence(point.value)), \(runs)"
    return Chart.Point(Double(point.commit), point.value, note: note ? words : nil)
  }

  private func points(_ part: Part) -> [Chart.Mark] {
    let spikes = Set((part.judgment?.spikes ?? []).map(\.commit))
    let isFew = parts.reduce(0) { $0 + $1.points.count } <= Self.mostNotes
    func marks(_ points: [TrendPoint], _ symbol: Chart.Symbol, _ name: String) -> [Chart.Mark] {
      guard !points.isEmpty else { return [] }
      let places = points.map { place($0, note: isFew) }
      return [Chart.Mark(.dots(places, symbol), ink: .series(0), name: isAlone ? name : nil)]
    }
    return marks(
      part.points.filter { !spikes.contains($0.commit) }, Chart.Symbol(.point), "Commit")
      + marks(
        part.points.filter { spikes.contains($0.commit) }, Chart.Symbol(.circle, isHollow: true),
        "Outlier")
  }

  /// The levels with their first and last commits.
  private func stretches(_ part: Part) -> [(first: Int, last: Int, level: Double)] {
    guard let changes = part.judgment?.changes, let newest = changes.last,
      let start = part.points.first?.commit
    else { return [] }
    let all = part.series.points
    let starts = [0] + changes.map(\.point)
    let ends = changes.map { $0.point - 1 } + [all.count - 1]
    let levels = changes.map(\.before) + [newest.after]
    return zip(zip(starts, ends), levels).compactMap { bounds, level in
      guard bounds.0 <= bounds.1, all.indices.contains(bounds.1), all[bounds.1].commit >= start
      else { return nil }
      return (max(all[bounds.0].commit, start), all[bounds.1].commit, level)
    }
  }

  /// The level lines, and one standard deviation of the noise around each.
  private func levels(_ part: Part) -> [Chart.Mark] {
    let stretches = stretches(part)
    let lines = stretches.map { stretch in
      [
        Chart.Point(Double(stretch.first) - 0.4, stretch.level),
        Chart.Point(Double(stretch.last) + 0.4, stretch.level),
      ]
    }
    guard !lines.isEmpty else { return [] }
    return areas(stretches, of: part)
      + [Chart.Mark(.line(lines), ink: .strong, name: isAlone ? "Level" : nil)]
  }

  private func areas(
    _ stretches: [(first: Int, last: Int, level: Double)], of part: Part
  ) -> [Chart.Mark] {
    guard let noise = part.judgment?.noise else { return [] }
    let isRelative = part.judgment?.changes.first?.isRelative ?? false
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
        ]), ink: .quiet, name: isAlone ? "Level ± noise" : nil)
    }
  }

  // MARK: - Changes

  /// The commits that may be the cause, and a line at the most likely one with the size.
  private func changes(_ part: Part) -> [Chart.Mark] {
    let start = part.points.first?.commit ?? 0
    return (part.judgment?.changes ?? []).filter { $0.best >= start }.flatMap { change in
      let sign = sign(of: change)
      let rule = Chart.Rule(
        Double(change.best) - 0.5, label: "\(sign.text) \(size(of: change))")
      let line = Chart.Mark(.rules([rule], along: .x), ink: sign.ink)
      guard change.bad - change.good > 1 else { return [line] }
      let band = Chart.Band(from: Double(change.good) + 0.5, to: Double(change.bad) + 0.5)
      return [line, Chart.Mark(.bands([band], along: .x), ink: sign.ink)]
    }
  }

  private func sign(of change: TrendChange) -> (text: String, ink: Chart.Ink) {
    if change.state == .confounded || metric.polarity == .neither { return ("◇", .quiet) }
    return metric.polarity.improves(change.change) ? ("▲", .better) : ("▼", .worse)
  }

  private func size(of change: TrendChange) -> String {
    metric.changeText(change.change, isRelative: change.isRelative)
  }

  /// Dashed lines where a further environment begins, with its name.
  private var borders: [Chart.Mark] {
    let rules = parts.dropFirst().compactMap { part in
      part.points.first.map {
        Chart.Rule(Double($0.commit) - 0.5, label: part.series.environmentTitle)
      }
    }
    return rules.isEmpty ? [] : [Chart.Mark(.rules(rules, along: .x), ink: .strong)]
  }

  // MARK: - Text and values

  private var description: String {
    parts.map { part in
      let points = part.series.points
      let ends = [points[0].commit, points[points.count - 1].commit].map(history.brief)
      let extent =
        points.count == 1
        ? "One commit, \(ends[0])" : "\(points.count) commits from \(ends[0]) to \(ends[1])"
      let place = parts.count == 1 ? "" : "\(part.series.environmentTitle): "
      return """
        \(place)\(extent). The newest value is \(metric.sentence(points[points.count - 1].value)). \
        \(sentences(on: part))
        """
    }.joined(separator: " ")
  }

  private func sentences(on part: Part) -> String {
    switch part.series.judgment {
    case .withheld(let reason): return "Not judged: \(reason)."
    case .known(let findings):
      if findings.changes.isEmpty { return "No change point was found." }
      return findings.changes.map { change in
        let range = "\(history.brief(change.good))..\(history.brief(change.bad))"
        return "Change in \(range): \(size(of: change)), \(change.state.rawValue)."
      }.joined(separator: " ")
    }
  }

  private var values: Table {
    let all = parts.flatMap { part in part.series.points.map { (part, $0) } }
    let shown = all.suffix(Self.mostRows)
    let remark = "Only the newest \(shown.count) of \(all.count) points are shown."
    return Table(
      anchor: Anchor("values \(parts[0].series.id)"), caption: "Values of \(title)",
      corner: "Commit",
      columns: [
        Table.Column(metric.words, id: metric.id, unit: metric.unit),
        Table.Column("Runs", id: "runs"),
      ] + (parts.count > 1 ? [Table.Column("Environment", .leading)] : []),
      rows: shown.map { part, point in
        Table.Row(
          history.brief(point.commit), id: history.commits[point.commit],
          cells: [
            .quantity(Quantity(point.value, metric.unit), metric.printing),
            TrendReport.count(point.runs),
          ] + (parts.count > 1 ? [.text(part.series.environmentTitle)] : []))
      },
      remarks: shown.count < all.count ? [remark] : [])
  }
}

extension TrendSeries {
  /// The stage and the environment, for people.
  fileprivate var words: String {
    environmentTitle.isEmpty ? title : "\(title) (\(environmentTitle))"
  }
}
