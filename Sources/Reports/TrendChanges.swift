internal import Analysis
internal import Documents
internal import Recordings
internal import Units

/// The changes of a trend as tables that fit 80 columns: what changed at which commit, and how
/// certain that is.
enum TrendChanges {
  /// Builds the tables; none if nothing changed.
  static func tables(of trend: Trend) -> [Table] {
    trend.changes.isEmpty ? [] : [levels(of: trend), evidence(of: trend)]
  }

  // MARK: - Changes

  private static func levels(of trend: Trend) -> Table {
    Table(
      anchor: "changes", caption: "Level before and after each change point, worst change first",
      corner: "Series",
      columns: [
        Table.Column("Since", .leading, id: "commit"), Table.Column("Before", id: "before"),
        Table.Column("After", id: "after"), Table.Column("Change", id: "change"),
        Table.Column("State", .leading, id: "state"),
      ],
      rows: trend.changes.map { levels(of: $0.change, in: $0.series, trend.history) },
      remarks: remarks(on: trend))
  }

  private static func levels(
    of change: TrendChange, in series: TrendSeries, _ history: CommitHistory
  ) -> Table.Row {
    let metric = series.metric
    return Table.Row(
      series.name, id: series.id,
      cells: [
        .text(history.short(change.best), notes: [command(for: change, history)]),
        .quantity(Quantity(change.before, metric.unit), metric.printingWithUnit),
        .quantity(Quantity(change.after, metric.unit), metric.printingWithUnit),
        .quantity(
          metric.changeQuantity(change.change, isRelative: change.isRelative),
          metric.changePrinting(isRelative: change.isRelative),
          emphasis: change.emphasis(of: metric)),
        .text(change.state.word),
      ])
  }

  /// The command that finds the commit among the candidates.
  private static func command(for change: TrendChange, _ history: CommitHistory) -> String {
    let (good, bad) = (history.short(change.good), history.short(change.bad))
    let count = change.bad - change.good
    return count > 1
      ? "to find the commit among \(count) commits: git bisect start \(bad) \(good)"
      : "to show the commit: git show \(bad)"
  }

  /// The explanations of the words in the table.
  private static func remarks(on trend: Trend) -> [String] {
    let states = trend.changes.map(\.change.state)
    let meanings = [
      states.contains(.suspect)
        ? "Suspect: a change that is not proved yet; measure its commits again." : nil,
      states.contains(.confounded)
        ? "Confounded: the environment changed at the same commit as the metric." : nil,
      states.contains(.recovered)
        ? "Recovered: the level later returned to the level before the change." : nil,
    ].compactMap(\.self)
    return meanings.isEmpty ? [] : [meanings.joined(separator: " ")]
  }

  // MARK: - Certainty

  private static func evidence(of trend: Trend) -> Table {
    Table(
      anchor: "evidence", caption: "Statistical evidence for each change", corner: "Series",
      columns: [
        Table.Column("95% interval", id: "interval"), Table.Column("p local", id: "p_local"),
        Table.Column("p global", id: "p_global"), Table.Column("n", id: "n"),
      ],
      rows: trend.changes.map { evidence(of: $0.change, in: $0.series) },
      remarks: [
        """
        p: the probability of such a change by chance alone, among the points around it (local) and among all \
        points of the series (global). n: points before and after.
        """
      ])
  }

  private static func evidence(of change: TrendChange, in series: TrendSeries) -> Table.Row {
    let ends = change.interval.map {
      series.metric.changeText($0, isRelative: change.isRelative)
    }
    return Table.Row(
      series.name, id: series.id,
      cells: [
        ends.map { .text($0) } ?? .empty, probability(change.localProbability),
        probability(change.globalProbability),
        .text("\(change.countBefore) + \(change.countAfter)"),
      ])
  }

  private static func probability(_ probability: Double?) -> Cell {
    guard let probability else { return .empty }
    return .quantity(Quantity(probability, .count), .decimals(3))
  }
}

// MARK: - Words

extension TrendChange {
  fileprivate func emphasis(of metric: Metric) -> Cell.Emphasis {
    guard state == .confirmed, metric.polarity != .neither else { return .plain }
    return metric.polarity.improves(change) ? .better : .worse
  }
}

extension TrendChange.State {
  /// The state in a word that fits the column.
  fileprivate var word: String { self == .confounded ? "confounded" : rawValue }
}

/// The detector's assumptions about the noise, for the explained report.
enum TrendNoise {
  static func table(of trend: Trend) -> Table {
    Table(
      anchor: "noise", caption: "Noise that the change-point detector assumed", corner: "Series",
      columns: [
        Table.Column("Deviation", id: "deviation"),
        Table.Column("Autocorrelation", id: "autocorrelation"),
        Table.Column("Drift", id: "drift"),
      ],
      rows: trend.series.compactMap { series in
        series.judgment.value.map { row(of: series, $0, trend.history) }
      },
      remarks: [
        """
        Deviation and drift are differences of logarithms, which are nearly fractions if they are small. For shares, \
        and for series with values of 0 or less, they have the unit of the metric. docs/changepoints.md describes the \
        method.
        """
      ])
  }

  static var constants: Table {
    Table(
      anchor: "constants", caption: "Constants of the change-point detector", corner: "Constant",
      columns: [Table.Column("Value", id: "value")],
      rows: Trend.constants.map { Table.Row($0.name, cells: [.text($0.value)]) })
  }

  private static func row(
    of series: TrendSeries, _ judgment: TrendJudgment, _ history: CommitHistory
  ) -> Table.Row {
    Table.Row(
      series.name, id: series.id, notes: judgment.warnings,
      cells: [
        number(judgment.noise, 4), number(judgment.autocorrelation, 2),
        number(judgment.drift, 4),
      ])
  }

  private static func number(_ number: Double?, _ decimals: Int) -> Cell {
    number.map { .quantity(Quantity($0, .count), .decimals(decimals)) } ?? .empty
  }
}

/// The outliers: single points far from their neighbors, series by series.
enum TrendSpikes {
  /// Outliers beyond this number are only counted.
  private static let most = 4

  /// Builds the table; `nil` if there are none.
  static func table(of trend: Trend) -> Table? {
    let rows = trend.series.compactMap { row(of: $0, trend.history) }
    guard !rows.isEmpty else { return nil }
    return Table(
      anchor: "spikes", caption: "Outliers: single points far from their neighbors",
      corner: "Series",
      columns: [
        Table.Column("Count", id: "count"),
        Table.Column("Newest first", .leading, id: "spikes"),
      ],
      rows: rows,
      remarks: [
        """
        An outlier: one point far from its neighbors, which agree with each other. It does not change the level. In \
        brackets: the difference from the median of the three points on either side.
        """
      ])
  }

  private static func row(of series: TrendSeries, _ history: CommitHistory) -> Table.Row? {
    guard let spikes = series.judgment.value?.spikes, !spikes.isEmpty else { return nil }
    var texts = spikes.reversed().prefix(most).map { text(of: $0, in: series.metric, history) }
    if spikes.count > most { texts.append("and \(spikes.count - most) more") }
    return Table.Row(
      series.name, id: series.id,
      cells: [TrendReport.count(spikes.count), .text(texts.joined(separator: ", "))])
  }

  private static func text(
    of spike: TrendSpike, in metric: Metric, _ history: CommitHistory
  ) -> String {
    let isRelative = metric.unit != .fraction && spike.around > 0
    let difference = spike.value - spike.around
    let change = metric.changeText(
      isRelative ? difference / spike.around : difference, isRelative: isRelative)
    return "\(history.short(spike.commit)) \(metric.levelText(spike.value)) (\(change))"
  }
}
