internal import Analysis
internal import Documents
internal import Recordings
internal import Units

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
