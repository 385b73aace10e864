public import Analysis
public import Documents
internal import Recordings
internal import Units

/// The report of `hitchmark calibrate`: the rate of false alarms in your own measurements, the smallest detectable
/// change, and advice about the noise.
public enum CalibrationReport {
  /// Builds the report of `hitchmark calibrate`: a summary, and tables of metrics, of series of values along the
  /// commits, and of advice about the noise.
  ///
  /// The last table lists the series that were not judged; without a judged series, it is the only table.
  public static func document(of calibration: Calibration) -> Document {
    let tables =
      calibration.series.isEmpty
      ? [] : [metrics(of: calibration), series(of: calibration), advice(of: calibration)]
    return Document(
      schema: "hitchmark.calibration/1",
      title: "Calibration",
      blocks: [.text(summary(of: calibration))]
        + (tables + [unjudged(of: calibration)].compactMap(\.self)).map { .table($0) },
      isReport: true)
  }

  private static func summary(of calibration: Calibration) -> String {
    guard let total = calibration.total else {
      return "No series of values could be judged, so no rate of false alarms is known."
    }
    let count = calibration.series.count
    let rates = [total.share, total.interval.lowerBound, total.interval.upperBound].map {
      Printing.decimals(2).text(Quantity($0, .fraction))
    }
    return """
      The changes were removed from \(count) series, and the remaining noise of each was shuffled \
      \(calibration.shuffles) times. The detector confirmed a false change in \(total.alarms) of the \(total.shuffles) shuffles: \
      \(rates[0]), 95% interval \(rates[1]) to \(rates[2]). It is designed to stay below 1% on average and below \
      3% in every series.
      """
  }

  // MARK: - Tables

  private static func metrics(of calibration: Calibration) -> Table {
    Table(
      anchor: "metrics", caption: "False alarms by metric", corner: "Metric",
      columns: [
        Table.Column("Series", id: "series"), Table.Column("Shuffles", id: "shuffles"),
        Table.Column("False alarms", id: "alarms"),
        Table.Column("Rate, 95% interval", id: "rate"),
      ],
      rows: calibration.byMetric.map { metric, series, rate in
        Table.Row(
          metric.title, id: metric.id,
          cells: [
            count(series), count(rate.shuffles), count(rate.alarms),
            .quantity(Quantity(rate.share, .fraction), interval: rate.interval, .decimals(2)),
          ])
      })
  }

  private static func series(of calibration: Calibration) -> Table {
    Table(
      anchor: "series", caption: "Series", corner: "Series",
      columns: [
        Table.Column("n", id: "n"), Table.Column("Runs", id: "runs"),
        Table.Column("Noise", id: "noise"), Table.Column("False alarms", id: "false_alarms"),
        Table.Column("Suspects", id: "suspects"), Table.Column("Detectable, middle", id: "middle"),
        Table.Column("Detectable, recent", id: "recent"),
      ],
      rows: calibration.series.map(row),
      remarks: [
        """
        n: judged commits. Runs: the typical number per session. Noise: the standard deviation of one point. \
        Suspects: shuffles with a suspect or confirmed change. Detectable: the smallest change for the worse that is \
        confirmed in 80% of the shuffles to which it is added, a quarter of all. It is added in the middle of the \
        series, or \(Calibration.recentCommits) commits before its end (recent). It must be found within \
        \(Calibration.tolerances.middle) points of the middle, or \(Calibration.tolerances.recent) of the recent place. Shuffling reorders the differences from the levels \
        that were found, so drift and similarity of neighbors are lost. docs/experiments.md describes the method.
        """
      ])
  }

  private static func row(of series: CalibratedSeries) -> Table.Row {
    let noise =
      series.isRelative
      ? Cell.quantity(Quantity(series.noise, .fraction), .decimals(2))
      : .quantity(Quantity(series.noise, series.metric.unit), series.metric.printing)
    let tooFew = series.count < Calibration.recentCommits + 5
    let notes =
      series.autocorrelation > 0
      ? [
        "the detector assumed an autocorrelation of \(rounded(series.autocorrelation)) between neighboring points"
      ] : []
    return Table.Row(
      series.name, id: series.id, notes: notes,
      cells: [
        count(series.count), count(series.runs), noise, rate(series.falseAlarms),
        count(series.suspects), change(series.middle, in: series, isTooShort: false),
        change(series.recent, in: series, isTooShort: tooFew),
      ])
  }

  private static func change(
    _ change: Double?, in series: CalibratedSeries, isTooShort: Bool
  ) -> Cell {
    guard let change else {
      return .missing(
        isTooShort
          ? "the series has too few points to add an artificial change near its end"
          : "no change of any size is confirmed in 80% of the shuffles")
    }
    let unit = series.isRelative ? .fraction : series.metric.unit
    let printing =
      series.isRelative || series.metric.unit == .fraction
      ? Printing(decimals: 1, showsPlus: true)
      : Printing(
        decimals: series.metric.digits, showsPlus: true, isScaled: series.metric.isScaled)
    return .quantity(Quantity(change, unit), printing)
  }

  private static func rate(_ rate: FalseAlarmRate) -> Cell {
    .quantity(Quantity(rate.share, .fraction), interval: rate.interval, .decimals(1))
  }

  private static func count(_ number: Int) -> Cell {
    .quantity(Quantity(Double(number), .count), .decimals(0))
  }

  private static func rounded(_ number: Double) -> String {
    Printing.decimals(2).text(Quantity(number, .count))
  }

  // MARK: - Advice

  private static func advice(of calibration: Calibration) -> Table {
    Table(
      anchor: "advice", caption: "What to do about the noise", corner: "Series",
      columns: [Table.Column("Advice", .leading, id: "advice")],
      rows: calibration.series.map { series in
        Table.Row(series.name, id: series.id, cells: [.text(series.adviceWords)])
      })
  }

  private static func unjudged(of calibration: Calibration) -> Table? {
    guard !calibration.unjudged.isEmpty else { return nil }
    return Table(
      anchor: "unjudged", caption: "Series that were not judged", corner: "Series",
      columns: [Table.Column("Reason", .leading, id: "reason")],
      rows: calibration.unjudged.map { title, metric, environment, reason in
        let place = environment.isEmpty ? title : "\(title) (\(environment))"
        return Table.Row("\(place) \(metric.title)", cells: [.text(reason)])
      })
  }
}

extension CalibratedSeries {
  /// The stage, metric and environment, for people.
  fileprivate var name: String {
    let place = environmentTitle.isEmpty ? title : "\(title) (\(environmentTitle))"
    return "\(place) \(metric.title)"
  }

  /// The stage, metric and environment, for machines.
  fileprivate var id: String {
    ([title, metric.id] + (environmentTitle.isEmpty ? [] : [environmentTitle]))
      .joined(separator: " ")
  }

  fileprivate var adviceWords: String {
    switch advice {
    case .nothing:
      "Nothing to do: a change of \(floor) or more in the middle of the history would be detected."
    case .moreRuns(let runs, let now):
      "Measure \(runs) runs per session instead of \(now): a change of \(floor) would then be detected."
    case .steadier(let visible, _):
      """
      With more runs per session, changes from \(printed(visible)) on would be detected at best. Measure each commit in \
      several sessions, or reduce what disturbs the machine.
      """
    case .repeatSome:
      """
      Measure some commits several times per session, to find out whether more runs would make smaller \
      changes detectable.
      """
    case .moreCommits:
      "Measure more commits: with so few points, no change of any size is detected."
    }
  }

  private var floor: String {
    switch metric.noiseFloor {
    case .relative(let floor):
      return Printing.decimals(floor < 0.01 ? 2 : 0).text(Quantity(floor, .fraction))
    case .absolute(let floor) where metric.unit == .fraction:
      let points = Printing.decimals(0).text(Quantity(floor * 100, .count))
      return "\(points) percentage points"
    case .absolute(let floor): return metric.printing.text(Quantity(floor, metric.unit))
    }
  }

  /// A change without sign.
  private func printed(_ change: Double) -> String {
    let unit = isRelative ? .fraction : metric.unit
    return (isRelative || unit == .fraction ? .decimals(1) : metric.printing)
      .text(Quantity(change.magnitude, unit))
  }
}
