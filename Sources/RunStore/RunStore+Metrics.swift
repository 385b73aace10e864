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
      SELECT run, metric.name, revision, parameters, value, reason
      FROM metric CROSS JOIN metric_entry ON metric_entry.metric = metric.id AND run = ?
      JOIN metric_basis ON metric_basis.id = metric_entry.basis
      ORDER BY metric.name
      """, [.integer(run.number)]
    ) { (row) throws(StoreError) in StoredMetric(row: row) }
  }

  /// The kept metric values of some runs, by metric id; one look at each metric where the runs' numbers lie
  /// close together.
  ///
  /// - Parameter runs: the runs.
  /// - Returns: the values of each in the order of their ids; none for a run that there is not.
  /// - Throws: `StoreError`.
  public func metrics(of runs: [RunID]) throws(StoreError) -> [RunID: [StoredMetric]] {
    guard let first = runs.min(), let last = runs.max() else { return [:] }
    var values = Dictionary(runs.map { ($0, [StoredMetric]()) }) { first, _ in first }
    guard last.number - first.number < Int64(runs.count) * 4 else {
      for run in values.keys { values[run] = try metrics(of: run) }
      return values
    }
    try connection.forEachRow(
      """
      SELECT run, metric.name, revision, parameters, value, reason
      FROM metric CROSS JOIN metric_entry
        ON metric_entry.metric = metric.id AND metric_entry.run BETWEEN ? AND ?
      JOIN metric_basis ON metric_basis.id = metric_entry.basis
      ORDER BY metric.name
      """, [.integer(first.number), .integer(last.number)]
    ) { (row) throws(StoreError) in
      values[RunID(row.integer(0))]?.append(StoredMetric(row: row))
    }
    return values
  }

  /// Writes those values that the run lacks, or has in an earlier revision, within a transaction.
  func raiseMetrics(to metrics: [StoredMetric], of run: RunID) throws(StoreError) {
    var kept: [String: Int64] = [:]
    try connection.forEachRow(
      """
      SELECT name, revision
      FROM metric CROSS JOIN metric_entry ON metric_entry.metric = metric.id AND run = ?
      JOIN metric_basis ON metric_basis.id = metric_entry.basis
      """, [.integer(run.number)]
    ) { (row) throws(StoreError) in kept[row.text(0)] = row.integer(1) }
    try writeMetrics(metrics.filter { kept[$0.metric] ?? 0 < $0.revision }, of: run)
  }

  /// Writes values within a transaction.
  func writeMetrics(_ metrics: [StoredMetric], of run: RunID) throws(StoreError) {
    for stored in metrics {
      try connection.run(
        "INSERT OR REPLACE INTO metric_entry (metric, run, basis, value) VALUES (?, ?, ?, ?)",
        [
          .integer(try metric(stored.metric)), .integer(run.number),
          .integer(try basis(of: stored)), SQLValue(stored.value.value),
        ])
    }
  }

  private func metric(_ name: String) throws(StoreError) -> Int64 {
    try connection.lastingRow(
      found: "SELECT id FROM metric WHERE name = ?",
      made: "INSERT INTO metric (name) VALUES (?)", .text(name))
  }

  private func basis(of stored: StoredMetric) throws(StoreError) -> Int64 {
    try connection.lastingRow(
      found: "SELECT id FROM metric_basis WHERE revision = ? AND parameters = ? AND reason IS ?",
      made: stored.value.reason == nil ? Self.newBasis : Self.newReason,
      SQLValue(stored.revision), .text(stored.parameters), SQLValue(stored.value.reason))
  }

  // Of both the sign lets the entries themselves be checked.
  private static let newBasis = """
    INSERT INTO metric_basis (id, revision, parameters, reason)
    VALUES ((SELECT coalesce(max(id), 0) + 1 FROM metric_basis WHERE id > 0), ?, ?, ?)
    """
  private static let newReason = """
    INSERT INTO metric_basis (id, revision, parameters, reason)
    VALUES ((SELECT coalesce(min(id), 0) - 1 FROM metric_basis WHERE id < 0), ?, ?, ?)
    """
}

/// What a kept value rests on, or why it was withheld: a row of `metric_basis`.
struct MetricBasis {
  let revision: Int
  let parameters: String
  let reason: String?
}

extension Connection {
  /// The basis of a number; there are few, so who asks for many values keeps them.
  func basis(_ id: Int64) throws(StoreError) -> MetricBasis? {
    try rows(
      "SELECT revision, parameters, reason FROM metric_basis WHERE id = ?", [.integer(id)]
    ) { (row) throws(StoreError) in
      MetricBasis(
        revision: Int(row.integer(0)), parameters: row.text(1), reason: row.optionalText(2))
    }.first
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
