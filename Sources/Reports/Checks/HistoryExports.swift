public import Analysis
internal import Documents
internal import Recordings
internal import Units

/// Writes the current level of each checked metric in the format of github-action-benchmark.
///
/// The action needs two files, one with metrics that are better if lower and one with metrics that are better if
/// higher. Each file is for its own step, with the tool `customSmallerIsBetter` or `customBiggerIsBetter`. Metrics for
/// which neither is better are in neither file.
public enum ActionBenchmark {
  /// Writes a JSON array for github-action-benchmark, with either the metrics that should be low or those that should
  /// be high.
  ///
  /// The array may be empty.
  public static func text(
    of outcome: CheckOutcome, better polarity: Metric.Polarity
  ) -> String {
    let entries = outcome.series.compactMap { checked -> JSONValue? in
      guard checked.series.metric.polarity == polarity, let level = checked.level.value else {
        return nil
      }
      return entry(of: checked.series, level)
    }
    return JSONValue.array(entries).text() + "\n"
  }

  private static func entry(of series: TrendSeries, _ level: TipLevel) -> JSONValue {
    let isFraction = series.metric.unit == .fraction
    let factor = isFraction ? 100.0 : 1
    var members: [JSONValue.Member] = [
      .init("name", .string(series.checkName)),
      .init("unit", .string(isFraction ? "%" : series.metric.unit.id)),
      .init("value", .number(level.value * factor)),
    ]
    if let interval = level.interval {
      let reach = (interval.upperBound - interval.lowerBound) / 2 * factor
      members.append(
        .init("range", .string("± " + SpreadsheetRounding.text(reach, decimals: 3))))
    }
    members.append(
      .init(
        "extra",
        .string("\(counted(level.runs, "run")) of \(counted(level.sessions.count, "session"))")))
    return .object(members)
  }
}

/// Writes the current level of each checked metric for the service Bencher.
///
/// A benchmark is a stage, with its environment if the stage has several. A measure is a metric, and the interval is
/// the lower and upper value. Names of measures have at most 64 characters in Bencher, so longer names are cut; of two
/// equal names, only the first is written.
public enum BencherMetrics {
  /// Writes the current level of each checked metric as a JSON object for the service Bencher, in the units of the
  /// metric catalog.
  public static func text(of outcome: CheckOutcome) -> String {
    var names: [String] = []
    var measures: [String: [JSONValue.Member]] = [:]
    for checked in outcome.series {
      guard let level = checked.level.value else { continue }
      let series = checked.series
      let name =
        series.title + (series.environmentTitle.isEmpty ? "" : "@\(series.environmentTitle)")
      if measures[name] == nil { names.append(name) }
      let measure = String(series.metric.id.prefix(64))
      guard measures[name]?.contains(where: { $0.name == measure }) != true else { continue }
      measures[name, default: []].append(.init(measure, value(of: level)))
    }
    let members = names.map { JSONValue.Member($0, .object(measures[$0] ?? [])) }
    return JSONValue.object(members).text() + "\n"
  }

  private static func value(of level: TipLevel) -> JSONValue {
    var members: [JSONValue.Member] = [.init("value", .number(level.value))]
    if let interval = level.interval {
      members += [
        .init("lower_value", .number(interval.lowerBound)),
        .init("upper_value", .number(interval.upperBound)),
      ]
    }
    return .object(members)
  }
}
