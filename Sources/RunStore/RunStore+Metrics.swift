public import Recordings

extension RunStore {
  /// Stores metric values of a run, and replaces those of the same metrics.
  ///
  /// - Throws: `StoreError`; the store is then unchanged.
  public func setMetrics(_ metrics: [StoredMetric], of run: RunID) throws(StoreError) {
    try setMetrics([(run, metrics)])
  }

  /// Stores metric values of many runs: all of them, or none.
  ///
  /// - Throws: `StoreError`; the store is then unchanged.
  public func setMetrics(
    _ changes: [(run: RunID, metrics: [StoredMetric])]
  ) throws(StoreError) {
    guard !changes.isEmpty else { return }
    try connection.transaction { () throws(StoreError) in
      for change in changes {
        try checkExistence(of: change.run)
        try writeMetrics(change.metrics, of: change.run)
      }
    }
  }

  /// The stored metric values of a run, in the order of the metrics' ids.
  public func metrics(of run: RunID) throws(StoreError) -> [StoredMetric] {
    try metricTable(of: [run]).metrics(ofRunAt: 0)
  }

  /// Writes those values that the run lacks, or has in an earlier revision, within a transaction.
  func raiseMetrics(to metrics: [StoredMetric], of run: RunID) throws(StoreError) {
    let stored = Dictionary(
      try self.metrics(of: run).map { ($0.metric, $0.revision) }
    ) { first, _ in first }
    try writeMetrics(metrics.filter { stored[$0.metric] ?? 0 < $0.revision }, of: run)
  }

  /// Writes values within a transaction.
  func writeMetrics(_ metrics: [StoredMetric], of run: RunID) throws(StoreError) {
    for stored in metrics {
      try connection.run(
        """
        INSERT OR REPLACE INTO metric_value (metric, run, value, computation, reason)
        VALUES (?, ?, ?, ?, ?)
        """,
        [
          .integer(try metric(stored.metric)), .integer(run.number), SQLValue(stored.value.value),
          .integer(try computation(of: stored)),
          SQLValue(try stored.value.reason.map { (text) throws(StoreError) in try reason(text) }),
        ])
    }
  }

  private func metric(_ name: String) throws(StoreError) -> Int64 {
    try connection.lastingRow(
      found: "SELECT id FROM metric WHERE name = ?",
      made: "INSERT INTO metric (name) VALUES (?)", .text(name))
  }

  private func computation(of stored: StoredMetric) throws(StoreError) -> Int64 {
    try connection.lastingRow(
      found: "SELECT id FROM computation WHERE revision = ? AND parameters = ?",
      made: "INSERT INTO computation (revision, parameters) VALUES (?, ?)",
      SQLValue(stored.revision), .text(stored.parameters))
  }

  private func reason(_ text: String) throws(StoreError) -> Int64 {
    try connection.lastingRow(
      found: "SELECT id FROM reason WHERE text = ?",
      made: "INSERT INTO reason (text) VALUES (?)", .text(text))
  }
}
