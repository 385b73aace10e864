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

  /// The kept metric values of a run, by metric id.
  ///
  /// - Parameter run: the run.
  /// - Returns: the values in the order of their ids.
  /// - Throws: `StoreError`.
  public func metrics(of run: RunID) throws(StoreError) -> [StoredMetric] {
    try keptMetrics(of: [run]).metrics(ofRunAt: 0)
  }

  /// Writes those values that the run lacks, or has in an earlier revision, within a transaction.
  func raiseMetrics(to metrics: [StoredMetric], of run: RunID) throws(StoreError) {
    let kept = Dictionary(
      try self.metrics(of: run).map { ($0.metric, $0.revision) }
    ) { first, _ in first }
    try writeMetrics(metrics.filter { kept[$0.metric] ?? 0 < $0.revision }, of: run)
  }

  /// Writes values within a transaction.
  func writeMetrics(_ metrics: [StoredMetric], of run: RunID) throws(StoreError) {
    guard !metrics.isEmpty else { return }
    var all: [Int64: (basis: Int64, value: Double?)] = [:]
    for stored in try self.metrics(of: run) + metrics {
      all[try metric(stored.metric)] = (try basis(of: stored), stored.value.value)
    }
    let sorted = all.sorted { $0.key < $1.key }
    let set = try metricSet(sorted.map { ($0.key, $0.value.basis) })
    let values = sorted.compactMap(\.value.value)
    // NaN is no value, so the schema is to refuse the row.
    let data = values.contains(where: \.isNaN) ? .null : SQLValue.blob(PackedValues.pack(values))
    try connection.run(
      "INSERT OR REPLACE INTO run_metrics (run, metric_set, data) VALUES (?, ?, ?)",
      [.integer(run.number), .integer(set), data])
  }

  /// The number of a set of metrics, each with its basis, in the order of the metrics; made where it is new.
  private func metricSet(
    _ members: [(metric: Int64, basis: Int64)]
  ) throws(StoreError) -> Int64 {
    let text = SQLValue.text(members.map { "\($0.metric):\($0.basis)" }.joined(separator: " "))
    let known = try connection.integer("SELECT id FROM metric_set WHERE members = ?", [text])
    if let known { return known }
    try connection.run("INSERT INTO metric_set (members) VALUES (?)", [text])
    let number = connection.lastInserted
    var place: Int64 = 0
    for member in members {
      let hasValue = member.basis > 0
      try connection.run(
        "INSERT INTO metric_set_member (metric_set, metric, basis, place) VALUES (?, ?, ?, ?)",
        [
          .integer(number), .integer(member.metric), .integer(member.basis),
          hasValue ? .integer(place) : .null,
        ])
      if hasValue { place += 1 }
    }
    return number
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
struct MetricBasis: Sendable {
  let revision: Int
  let parameters: String
  let reason: String?
}
