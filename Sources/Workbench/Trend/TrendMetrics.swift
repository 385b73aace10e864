package import Analysis
internal import Recordings
internal import RunStore
internal import Units

/// Which metrics a trend shows: those in the tables of the suites, those in a given list, or all that have stored
/// values.
package enum TrendMetrics {
  /// The rows of each suite's tables.
  case ofTables
  /// These metrics, by suite.
  case ofSuites([String?: [Metric.ID]])
  /// These metrics.
  case named([Metric.ID])
  /// All metrics with values in the store.
  case all

  /// The metrics in the order of outputs, each with the suites it is requested for; `nil` for all suites.
  ///
  /// - Parameter suites: the suites of the runs, in the order of outputs.
  /// - Throws: if a metric does not exist, or the store cannot be read.
  func metrics(
    of suites: [String?], in store: RunStore
  ) throws(Failure) -> [(metric: Metric, suites: Set<String?>?)] {
    switch self {
    case .named(let ids):
      return try Self.metrics(ids.withoutRepetition, in: store).map { ($0, nil) }
    case .all:
      let kept = try Attempt.storing { () throws(StoreError) in try store.metrics() }
      let catalog = Metric.all.map(\.id).filter(kept.contains)
      let others = kept.filter { !catalog.contains($0) }
      return try Self.metrics(catalog + others, in: store).map { ($0, nil) }
    case .ofSuites(let rows):
      var asking: [Metric.ID: Set<String?>] = [:]
      var ids: [Metric.ID] = []
      for suite in suites {
        for id in rows[suite] ?? [] {
          if asking[id] == nil { ids.append(id) }
          asking[id, default: []].insert(suite)
        }
      }
      return try Self.metrics(ids, in: store).map { ($0, asking[$0.id]) }
    case .ofTables:
      var rows: [String?: [Metric.ID]] = [:]
      for suite in suites where rows[suite] == nil {
        rows[suite] = try Self.rows(of: suite, in: store)
      }
      return try TrendMetrics.ofSuites(rows).metrics(of: suites, in: store)
    }
  }

  private static func rows(of suite: String?, in store: RunStore) throws(Failure) -> [Metric.ID] {
    let described = try Attempt.storing { () throws(StoreError) in
      try suite.flatMap { (id) throws(StoreError) in try store.suite(id) }
    }
    return described?.tableRows ?? ThesisConventions.rows
  }

  private static func metrics(
    _ ids: [Metric.ID], in store: RunStore
  ) throws(Failure) -> [Metric] {
    var known = Dictionary(Metric.all.map { ($0.id, $0) }) { first, _ in first }
    if ids.contains(where: { known[$0] == nil }) {
      let own = try Attempt.storing { () throws(StoreError) in try store.measures() }
      for id in ids where known[id] == nil {
        known[id] = Metric.named(id, amongThoseOf: own)
      }
    }
    var metrics: [Metric] = []
    for id in ids {
      guard let metric = known[id] else {
        throw .unknownMetric(id, nearest: id.nearest(among: known.keys.sorted()))
      }
      metrics.append(metric)
    }
    return metrics
  }
}

extension [String] {
  fileprivate var withoutRepetition: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
