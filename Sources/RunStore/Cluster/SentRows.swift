internal import CXXHash
internal import ClickHouse

/// Makes the rows of a cluster from the runs and suites of a store.
struct SentRows {
  private let connection: Connection
  private let schema: ClusterSchema
  private let scalars: String
  /// The sets of metrics that rows refer to, by digest, since the rows were last sent.
  private(set) var metricSets: [String: [StoredMetricKey]] = [:]
  private(set) var missingSets: [String: [StoredMetricKey]] = [:]
  private var knownComputations: [Int64: StoredMetricKey] = [:]

  /// How a metric was computed, and the reason if it has no value.
  struct StoredMetricKey {
    var metric = ""
    let revision: Int64
    let parameters: String
    var reason: String?
  }

  init(_ connection: Connection, _ schema: ClusterSchema) {
    self.connection = connection
    self.schema = schema
    let own = ["digest"] + schema.runColumns
    scalars =
      (own.map { "run.\($0)" } + [
        "session.name", "place.digest", "device.digest", "environment.digest",
      ] + schema.deviceColumns.map { "device.\($0)" }
      + schema.revisionColumns.map { "revision.\($0)" }).joined(separator: ", ")
  }

  /// The values of a run; `nil` if the store does not have the run.
  ///
  /// - Parameter packed: the digest of the packed columns.
  mutating func values(of run: Int64, packed: String) throws(StoreError) -> RowWriter? {
    let found = try connection.rows(
      """
      SELECT \(scalars) FROM run
      LEFT JOIN session ON session.id = run.session
      LEFT JOIN environment AS place ON place.id = session.environment
      JOIN device ON device.id = run.device JOIN environment ON environment.id = device.environment
      LEFT JOIN revision ON revision.id = run.revision
      WHERE run.id = ?
      """, [.integer(run)]
    ) { (row) throws(StoreError) in row.values }.first
    guard let found else { return nil }
    var row = RowWriter()
    row.add(packed)
    try writeMetrics(of: run, to: &row)
    try writeMissing(of: run, to: &row)
    for (column, value) in zip(schema.run.scalars, found) { column.write(value, to: &row) }
    for part in schema.run.parts {
      let owner = part.table == "device_property" ? "(SELECT device FROM run WHERE id = ?)" : "?"
      let key = part.table == "device_property" ? "device" : "run"
      try write(part, where: "\(key) = \(owner)", .integer(run), to: &row)
    }
    return row
  }

  /// The values of a suite; `nil` if the store does not have its description.
  func values(ofSuite id: String) throws(StoreError) -> RowWriter? {
    let list = schema.suite.scalars.map(\.name).joined(separator: ", ")
    let found = try connection.rows("SELECT \(list) FROM suite WHERE id = ?", [.text(id)]) {
      (row) throws(StoreError) in row.values
    }.first
    guard let found else { return nil }
    var row = RowWriter()
    for (column, value) in zip(schema.suite.scalars, found) { column.write(value, to: &row) }
    for part in schema.suite.parts { try write(part, where: "suite = ?", .text(id), to: &row) }
    return row
  }

  /// Appends a list for each column of a table.
  private func write(
    _ part: ClusterSchema.Part, where condition: String, _ value: SQLValue, to row: inout RowWriter
  ) throws(StoreError) {
    let rows = try connection.rows(Self.query(part, condition), [value]) {
      (row) throws(StoreError) in row.values
    }
    for (index, column) in part.columns.enumerated() {
      row.addCount(rows.count)
      for values in rows { column.write(values[index], to: &row) }
    }
  }

  private static func query(_ part: ClusterSchema.Part, _ condition: String) -> String {
    let list = part.columns.map(\.name).joined(separator: ", ")
    let order = part.order.isEmpty ? "" : " ORDER BY " + part.order.joined(separator: ", ")
    return "SELECT \(list) FROM \(part.table) WHERE \(condition)\(order)"
  }

  // MARK: - Packed columns

  /// The rows of the packed columns of a run, by the index of their table.
  ///
  /// Each row lacks its first column, the digest of the run.
  func packed(of run: Int64, digest: String) throws(StoreError) -> (digest: String, [RowWriter]) {
    var tables: [[[SQLValue]]] = []
    var all = RowWriter()
    for part in schema.packed {
      let rows = try connection.rows(Self.query(part, "run = ?"), [.integer(run)]) {
        (row) throws(StoreError) in row.values
      }
      tables.append(rows)
      for values in rows {
        for (column, value) in zip(part.columns, values) { column.write(value, to: &all) }
      }
    }
    let packed = all.bytes.isEmpty ? "" : String(all.hash, radix: 16)
    return (
      packed,
      zip(schema.packed, tables).map { part, rows in
        var writer = RowWriter()
        for values in rows {
          writer.add(digest)
          writer.add(packed)
          for (column, value) in zip(part.columns, values) { column.write(value, to: &writer) }
        }
        return writer
      }
    )
  }

  // MARK: - Metrics

  private mutating func writeMetrics(of run: Int64, to row: inout RowWriter) throws(StoreError) {
    var (keys, values): ([StoredMetricKey], [Double]) = ([], [])
    let found = try connection.rows(
      """
      SELECT metric.name AS name, value, computation
      FROM metric CROSS JOIN metric_value ON metric = metric.id AND run = ? ORDER BY name
      """, [.integer(run)]
    ) { (row) throws(StoreError) in
      (row.text("name"), row.real("value"), row.integer("computation"))
    }
    for (name, value, computation) in found {
      var key = try self.computation(computation)
      key.metric = name
      keys.append(key)
      values.append(value)
    }
    row.add(keys.isEmpty ? "" : keep(keys, in: \.metricSets))
    row.addCount(values.count)
    for value in values { row.add(value) }
  }

  private mutating func writeMissing(of run: Int64, to row: inout RowWriter) throws(StoreError) {
    let keys = try connection.rows(
      """
      SELECT metric.name AS name, computation.revision AS revision, parameters, text FROM run_missing
      JOIN missing_metric ON missing_metric.missing_set = run_missing.missing_set
      JOIN metric ON metric.id = metric JOIN computation ON computation.id = computation
      JOIN reason ON reason.id = reason
      WHERE run = ? ORDER BY name
      """, [.integer(run)]
    ) { (row) throws(StoreError) in
      StoredMetricKey(
        metric: row.text("name"), revision: row.integer("revision"),
        parameters: row.text("parameters"), reason: row.text("text"))
    }
    row.add(keys.isEmpty ? "" : keep(keys, in: \.missingSets))
  }

  private mutating func computation(_ id: Int64) throws(StoreError) -> StoredMetricKey {
    if let known = knownComputations[id] { return known }
    let key = try connection.rows(
      "SELECT revision, parameters FROM computation WHERE id = ?", [.integer(id)]
    ) { (row) throws(StoreError) in
      StoredMetricKey(revision: row.integer("revision"), parameters: row.text("parameters"))
    }.first
    let found = key ?? StoredMetricKey(revision: 0, parameters: "")
    knownComputations[id] = found
    return found
  }

  private mutating func keep(
    _ keys: [StoredMetricKey], in sets: WritableKeyPath<SentRows, [String: [StoredMetricKey]]>
  ) -> String {
    let digest = ContentDigest.text(
      of: keys.flatMap { [$0.metric, String($0.revision), $0.parameters, $0.reason] })
    self[keyPath: sets][digest] = keys
    return digest
  }

  /// Removes and returns the rows of the sets that the rows refer to, without those that the cluster has.
  mutating func takeSets(
    except known: Set<String>
  ) -> (metrics: RowWriter, missing: RowWriter, digests: Set<String>) {
    let (metrics, missing) = (metricSets, missingSets)
    (metricSets, missingSets) = ([:], [:])
    var writers = (RowWriter(), RowWriter())
    for (digest, keys) in metrics.sorted(by: { $0.key < $1.key }) where !known.contains(digest) {
      Self.write(digest, keys, to: &writers.0)
    }
    for (digest, keys) in missing.sorted(by: { $0.key < $1.key }) where !known.contains(digest) {
      Self.write(digest, keys, to: &writers.1)
      writers.1.addCount(keys.count)
      for key in keys { writers.1.add(key.reason ?? "") }
    }
    return (writers.0, writers.1, Set(metrics.keys).union(missing.keys))
  }

  private static func write(
    _ digest: String, _ keys: [StoredMetricKey], to writer: inout RowWriter
  ) {
    writer.add(digest)
    writer.addCount(keys.count)
    for key in keys { writer.add(key.metric) }
    writer.addCount(keys.count)
    for key in keys { writer.add(key.revision) }
    writer.addCount(keys.count)
    for key in keys { writer.add(key.parameters) }
  }
}

extension RowWriter {
  /// XXH3 of the bytes.
  var hash: UInt64 {
    bytes.withUnsafeBytes { XXH3_64bits($0.baseAddress, $0.count) }
  }
}
