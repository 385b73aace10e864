public import Analysis
internal import Documents
internal import Recordings

/// Writes the current level of each checked metric (its typical value since the last change) for the service Bencher.
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
