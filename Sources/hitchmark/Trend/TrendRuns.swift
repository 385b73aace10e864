internal import Analysis
internal import Arguments
internal import Recordings
internal import RunStore

/// The runs of a store as a trend takes them: from kept values, without reading a frame.
struct TrendRuns {
  /// The runs, in the order of their stages.
  let runs: [TrendRun]
  /// What their values are of.
  let metrics: [Metric]

  /// Gathers runs.
  ///
  /// - Parameters:
  ///   - records: which runs.
  ///   - store: that they are in.
  ///   - ids: the metrics; when empty, the rows of each suite's tables.
  /// - Throws: when there is no such metric, or the store cannot be read.
  init(of records: [RunRecord], in store: RunStore, metrics ids: [Metric.ID]) throws(Failure) {
    var rows: [String?: [Metric.ID]] = [:]
    for suite in records.map(\.suite) where rows[suite] == nil {
      rows[suite] = try ids.isEmpty ? Self.rows(of: suite, in: store) : ids
    }
    try self.init(of: records, in: store, rows: rows)
  }

  /// Gathers runs.
  ///
  /// - Parameters:
  ///   - records: which runs.
  ///   - store: that they are in.
  ///   - rows: the metrics of each suite.
  /// - Throws: when there is no such metric, or the store cannot be read.
  init(
    of records: [RunRecord], in store: RunStore, rows: [String?: [Metric.ID]]
  ) throws(Failure) {
    var names: [Metric.ID] = []
    var seen: Set<String?> = []
    for suite in records.map(\.suite) where seen.insert(suite).inserted {
      names += (rows[suite] ?? []).filter { !names.contains($0) }
    }
    metrics = try Self.metrics(names, among: records)
    var kept: [Metric.ID: [RunID: StoredMetric]] = [:]
    try Attempt.storing { () throws(StoreError) in
      for metric in names { kept[metric] = try store.values(ofMetric: metric) }
    }
    runs = records.map { record in
      TrendRun(
        suite: record.suite, stage: record.stage, description: record.description,
        format: "\(record.origin.format) \(record.origin.dialect)",
        values: (rows[record.suite] ?? []).map { Self.value($0, kept[$0]?[record.id]) })
    }
  }

  private static func rows(of suite: String?, in store: RunStore) throws(Failure) -> [Metric.ID] {
    let described = try Attempt.storing { () throws(StoreError) in
      try suite.flatMap { (id) throws(StoreError) in try store.suite(id) }
    }
    guard let metrics = described?.metrics, !metrics.isEmpty else { return ThesisConventions.rows }
    return metrics
  }

  private static func metrics(
    _ names: [Metric.ID], among records: [RunRecord]
  ) throws(Failure) -> [Metric] {
    let scalars = records.flatMap(\.description.scalars)
    var metrics: [Metric] = []
    for name in names {
      guard let metric = Metric.named(name, amongThoseOf: scalars) else {
        throw .unknownMetric(name, nearest: name.nearest(among: Metric.all.map(\.id)))
      }
      metrics.append(metric)
    }
    return metrics
  }

  private static func value(_ metric: Metric.ID, _ kept: StoredMetric?) -> TrendRun.Value {
    TrendRun.Value(
      metric: metric, revision: kept?.revision ?? 0, parameters: kept?.parameters ?? "",
      value: kept?.value ?? .withheld(because: "no value was kept of it"))
  }
}
