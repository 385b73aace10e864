internal import Analysis
internal import Documents
internal import Recordings
internal import Units

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
