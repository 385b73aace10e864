internal import Recordings

extension RunStore {
  /// Keeps metric values of a run, in place of those it has of the same metrics.
  ///
  /// - Parameters:
  ///   - metrics: the values.
  ///   - run: the run they are of.
  /// - Throws: `StoreError`; the store is then as it was.
  public func setMetrics(_ metrics: [StoredMetric], of run: RunID) throws(StoreError) {
    try setMetrics([(run, metrics)])
  }

  /// The same for many runs, all of them or none.
  ///
  /// - Parameter changes: runs with the values they get.
  /// - Throws: `StoreError`; the store is then as it was.
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

  /// The kept values of a metric, by run; O(log n) and what is found.
  ///
  /// - Parameter metric: the metric's id.
  /// - Returns: what each run has of it, runs without it left out.
  /// - Throws: `StoreError`.
  public func values(ofMetric metric: String) throws(StoreError) -> [RunID: StoredMetric] {
    var values: [RunID: StoredMetric] = [:]
    try connection.forEachRow(
      "SELECT run, metric, revision, parameters, value, reason FROM metric_value WHERE metric = ?",
      [.text(metric)]
    ) { (row) throws(StoreError) in
      values[RunID(row.integer(0))] = StoredMetric(row: row)
    }
    return values
  }

  /// The kept metric values of a run, by metric id.
  ///
  /// - Parameter run: the run.
  /// - Returns: the values in the order of their ids.
  /// - Throws: `StoreError`.
  public func metrics(of run: RunID) throws(StoreError) -> [StoredMetric] {
    try connection.rows(
      """
      SELECT run, metric.name, revision, parameters.text, value, reason.text
      FROM metric CROSS JOIN metric_cell ON metric_cell.metric = metric.id AND run = ?
      JOIN phrase AS parameters ON parameters.id = metric_cell.parameters
      LEFT JOIN phrase AS reason ON reason.id = metric_cell.reason
      ORDER BY metric.name
      """, [.integer(run.number)]
    ) { (row) throws(StoreError) in StoredMetric(row: row) }
  }

  /// Writes those values that the run lacks, or has in an earlier revision, within a transaction.
  func raiseMetrics(to metrics: [StoredMetric], of run: RunID) throws(StoreError) {
    var kept: [String: Int64] = [:]
    try connection.forEachRow(
      """
      SELECT name, revision
      FROM metric CROSS JOIN metric_cell ON metric_cell.metric = metric.id AND run = ?
      """, [.integer(run.number)]
    ) { (row) throws(StoreError) in kept[row.text(0)] = row.integer(1) }
    try writeMetrics(metrics.filter { kept[$0.metric] ?? 0 < $0.revision }, of: run)
  }

  /// Writes values within a transaction.
  func writeMetrics(_ metrics: [StoredMetric], of run: RunID) throws(StoreError) {
    for stored in metrics {
      var reason: Int64?
      if let text = stored.value.reason { reason = try phrase(text) }
      try connection.run(
        """
        INSERT OR REPLACE INTO metric_cell (metric, run, revision, parameters, value, reason)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        [
          .integer(try metric(stored.metric)), .integer(run.number), SQLValue(stored.revision),
          .integer(try phrase(stored.parameters)), SQLValue(stored.value.value), SQLValue(reason),
        ])
    }
  }

  private func metric(_ name: String) throws(StoreError) -> Int64 {
    try connection.lastingRow(
      found: "SELECT id FROM metric WHERE name = ?",
      made: "INSERT INTO metric (name) VALUES (?)", name)
  }

  private func phrase(_ text: String) throws(StoreError) -> Int64 {
    try connection.lastingRow(
      found: "SELECT id FROM phrase WHERE text = ?",
      made: "INSERT INTO phrase (text) VALUES (?)", text)
  }
}

extension StoredMetric {
  /// Reads run, metric, revision, parameters, value and reason.
  fileprivate init(row: Statement) {
    let value = row.optionalReal(4).map { Known.known($0) }
    self.init(
      metric: row.text(1), revision: Int(row.integer(2)), parameters: row.text(3),
      value: value ?? .withheld(because: row.text(5)))
  }
}
