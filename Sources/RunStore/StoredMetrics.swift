public import Recordings

extension RunStore {
  /// Stores metric values of a run, which replace the run's earlier values of these metrics.
  ///
  /// - Throws: `StoreError`; the store is then unchanged.
  public func setMetrics(_ metrics: [StoredMetric], of run: RunID) throws(StoreError) {
    try setMetrics([(run, metrics)])
  }

  /// Stores metric values of many runs in one transaction: either all of them or none.
  ///
  /// - Throws: `StoreError`; the store is then unchanged.
  public func setMetrics(
    _ changes: [(run: RunID, metrics: [StoredMetric])]
  ) throws(StoreError) {
    guard !changes.isEmpty else { return }
    try slice?.fetchMetrics(of: changes.map(\.run))
    try connection.transaction { () throws(StoreError) in
      for change in changes {
        try checkExistence(of: change.run)
        try writeMetrics(change.metrics, of: change.run)
      }
    }
    try slice?.publish(runs: changes.map(\.run), of: self)
  }

  /// The stored metric values of a run, sorted by the ids of the metrics.
  public func metrics(of run: RunID) throws(StoreError) -> [StoredMetric] {
    try metricTable(of: [run]).metrics(ofRunAt: 0)
  }

  /// Writes those values that the run lacks, or has in an earlier revision, within a transaction.
  ///
  /// - Returns: whether there are such values.
  func raiseMetrics(to metrics: [StoredMetric], of run: RunID) throws(StoreError) -> Bool {
    let stored = Dictionary(
      try self.metrics(of: run).map { ($0.metric, $0.revision) }
    ) { first, _ in first }
    let newer = metrics.filter { stored[$0.metric] ?? 0 < $0.revision }
    if !newer.isEmpty { try writeMetrics(newer, of: run) }
    return !newer.isEmpty
  }

  /// Writes values within a transaction.
  func writeMetrics(_ metrics: [StoredMetric], of run: RunID) throws(StoreError) {
    var missing = try missingMetrics(of: run)
    for stored in metrics {
      let metric = try connection.metricRow(stored.metric)
      if let value = stored.value.value {
        missing[stored.metric] = nil
        try connection.run(
          "INSERT OR REPLACE INTO metric_value (metric, run, value, computation) VALUES (?, ?, ?, ?)",
          [
            .integer(metric), .integer(run.number), .real(value),
            .integer(try connection.computationRow(Int64(stored.revision), stored.parameters)),
          ])
      } else {
        missing[stored.metric] = stored
        try connection.run(
          "DELETE FROM metric_value WHERE metric = ? AND run = ?",
          [.integer(metric), .integer(run.number)])
      }
    }
    try writeMissing(missing.values.sorted { $0.metric < $1.metric }, of: run)
  }

  /// The metrics without a value of a run, by their id.
  private func missingMetrics(of run: RunID) throws(StoreError) -> [String: StoredMetric] {
    let isStored = try connection.integer(
      "SELECT 1 FROM run_missing WHERE run = ?", [.integer(run.number)])
    guard isStored != nil else { return [:] }
    return Dictionary(
      try metrics(of: run).filter { $0.value.reason != nil }.map { ($0.metric, $0) }
    ) { first, _ in first }
  }

  /// Gives a run the set of these metrics, and creates the set if no run has it.
  private func writeMissing(_ missing: [StoredMetric], of run: RunID) throws(StoreError) {
    guard !missing.isEmpty else {
      return try connection.run(
        "DELETE FROM run_missing WHERE run = ?", [.integer(run.number)])
    }
    try connection.run(
      "INSERT OR REPLACE INTO run_missing (run, missing_set) VALUES (?, ?)",
      [.integer(run.number), .integer(try connection.missingSetRow(of: missing))])
  }
}

extension Connection {
  /// The number of a set of metrics without values, which is added if it is missing.
  func missingSetRow(of missing: [StoredMetric]) throws(StoreError) -> Int64 {
    let digest = ContentDigest.text(
      of: missing.flatMap { [$0.metric, String($0.revision), $0.parameters, $0.value.reason] })
    let known = try integer("SELECT id FROM missing_set WHERE digest = ?", [.text(digest)])
    if let known { return known }
    try run("INSERT INTO missing_set (digest) VALUES (?)", [.text(digest)])
    let set = lastInserted
    for stored in missing {
      try run(
        "INSERT INTO missing_metric (missing_set, metric, computation, reason) VALUES (?, ?, ?, ?)",
        [
          .integer(set), .integer(try metricRow(stored.metric)),
          .integer(try computationRow(Int64(stored.revision), stored.parameters)),
          .integer(try reasonRow(stored.value.reason ?? "")),
        ])
    }
    return set
  }

  /// The number of a metric, which is added if it is missing.
  func metricRow(_ name: String) throws(StoreError) -> Int64 {
    try lastingRow(
      found: "SELECT id FROM metric WHERE name = ?",
      made: "INSERT INTO metric (name) VALUES (?)", .text(name))
  }

  /// The number of a computation, which is added if it is missing.
  func computationRow(_ revision: Int64, _ parameters: String) throws(StoreError) -> Int64 {
    try lastingRow(
      found: "SELECT id FROM computation WHERE revision = ? AND parameters = ?",
      made: "INSERT INTO computation (revision, parameters) VALUES (?, ?)",
      .integer(revision), .text(parameters))
  }

  /// The number of a reason, which is added if it is missing.
  func reasonRow(_ text: String) throws(StoreError) -> Int64 {
    try lastingRow(
      found: "SELECT id FROM reason WHERE text = ?",
      made: "INSERT INTO reason (text) VALUES (?)", .text(text))
  }
}
