internal import CXXHash
internal import ClickHouse
internal import Recordings
internal import RunStore
internal import System

/// Makes the rows of a cluster from the runs of a store.
///
/// Each table is read once for many runs: a query per table and run takes most of the time of a merge otherwise.
struct SentRows {
  private let store: RunStore
  private let schema: ClusterSchema
  private let query: String
  /// The sets of metrics that rows refer to, by digest, since the rows were last sent.
  private var metricSets: [String: [StoredMetric]] = [:]
  private var missingSets: [String: [StoredMetric]] = [:]

  init(_ store: RunStore, _ schema: ClusterSchema) {
    self.store = store
    self.schema = schema
    let own = ["digest"] + schema.runColumns
    let scalars =
      own.map { "run.\($0)" } + [
        "session.name", "place.digest", "device.digest", "environment.digest",
      ] + schema.deviceColumns.map { "device.\($0)" }
      + schema.revisionColumns.map { "revision.\($0)" }
    query = """
      SELECT wanted.key, device.id, \(scalars.joined(separator: ", "))
      FROM json_each(?) AS wanted CROSS JOIN run ON run.id = wanted.value
      LEFT JOIN session ON session.id = run.session
      LEFT JOIN environment AS place ON place.id = session.environment
      JOIN device ON device.id = run.device JOIN environment ON environment.id = device.environment
      LEFT JOIN revision ON revision.id = run.revision
      """
  }

  /// The values of some runs, in order; `nil` for a run that the store does not have.
  ///
  /// - Parameter packed: the digests of the packed columns.
  mutating func values(of runs: [RunID], packed: [String]) throws(StoreError) -> [RowWriter?] {
    let wanted = WantedRuns(runs, among: store.source?.runCount)
    var metrics = SentMetrics(try store.metricTable(of: runs))
    var parts: [[[[SQLValue]]]] = []
    for part in schema.run.parts.dropLast() { parts.append(try rows(of: part, wanted)) }
    var properties: [SQLValue: [[SQLValue]]] = [:]
    var written: [RowWriter?] = Array(repeating: nil, count: runs.count)
    try store.connection.forEachRow(query, [SQLValue(list: runs)]) { (found) throws(StoreError) in
      let values = found.values
      guard case .integer(let position) = values[0] else { return }
      let index = Int(position)
      var row = RowWriter()
      row.add(packed[index])
      write(metrics.sets(ofRunAt: index), to: &row)
      for (column, value) in zip(schema.run.scalars, values.dropFirst(2)) {
        column.write(value, to: &row)
      }
      for (part, rows) in zip(schema.run.parts, parts) { part.write(rows[index], to: &row) }
      if properties[values[1]] == nil {
        properties[values[1]] = try store.connection.rows(
          of: schema.deviceProperties, where: "device = ?", values[1])
      }
      schema.deviceProperties.write(properties[values[1]] ?? [], to: &row)
      written[index] = row
    }
    return written
  }

  /// The rows of a table, by the index of their run.
  private func rows(
    of part: ClusterSchema.Part, _ runs: WantedRuns
  ) throws(StoreError) -> [[[SQLValue]]] {
    var rows: [[[SQLValue]]] = Array(repeating: [], count: runs.count)
    let query = try runs.query(
      for: part.columns.map(\.name), in: part.table, orderedBy: part.order, on: store.connection)
    try runs.forEachRow(of: query) { (row, place) throws(StoreError) in
      rows[place].append(Array(row.values.dropFirst()))
    }
    return rows
  }

  // MARK: - Packed columns

  /// The rows of the packed columns of a run, by the index of their table.
  ///
  /// Each row lacks its first column, the digest of the run.
  func packed(of run: RunID, digest: String) throws(StoreError) -> (digest: String, [RowWriter]) {
    var tables: [[[SQLValue]]] = []
    var all = RowWriter()
    for part in schema.packed {
      let rows = try store.connection.rows(of: part, where: "run = ?", .integer(run.number))
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

  private mutating func write(_ sets: SentMetrics.Sets, to row: inout RowWriter) {
    if !sets.metrics.isEmpty { metricSets[sets.metricDigest] = sets.metrics }
    if !sets.missing.isEmpty { missingSets[sets.missingDigest] = sets.missing }
    row.add(sets.metricDigest)
    row.addCount(sets.values.count)
    for value in sets.values { row.add(value) }
    row.add(sets.missingDigest)
  }

  /// Removes and returns the rows of the sets that the rows refer to, without those that the cluster has.
  mutating func takeSets(
    except known: Set<String>
  ) -> (metrics: RowWriter, missing: RowWriter, digests: Set<String>) {
    let (metrics, missing) = (metricSets, missingSets)
    (metricSets, missingSets) = ([:], [:])
    var writers = (RowWriter(), RowWriter())
    for (digest, set) in metrics.sorted(by: { $0.key < $1.key }) where !known.contains(digest) {
      Self.write(digest, set, to: &writers.0)
    }
    for (digest, set) in missing.sorted(by: { $0.key < $1.key }) where !known.contains(digest) {
      Self.write(digest, set, to: &writers.1)
      writers.1.addCount(set.count)
      for metric in set { writers.1.add(metric.value.reason ?? "") }
    }
    return (writers.0, writers.1, Set(metrics.keys).union(missing.keys))
  }

  private static func write(
    _ digest: String, _ metrics: [StoredMetric], to writer: inout RowWriter
  ) {
    writer.add(digest)
    writer.addCount(metrics.count)
    for metric in metrics { writer.add(metric.metric) }
    writer.addCount(metrics.count)
    for metric in metrics { writer.add(Int64(metric.revision)) }
    writer.addCount(metrics.count)
    for metric in metrics { writer.add(metric.parameters) }
  }
}

/// The metrics of runs as values and sets that many runs share.
private struct SentMetrics {
  /// The metrics of a run with values and without, with the digests of both sets; an empty set has no digest.
  struct Sets {
    let metrics: [StoredMetric]
    let missing: [StoredMetric]
    let metricDigest: String
    let missingDigest: String
    var values: [Double] = []
  }

  private let table: MetricTable
  private let columns: [MetricColumn]
  /// The sets of runs, by the sources of their metrics.
  ///
  /// Computing their digests takes longer than reading the values.
  private var known: [[Int32]: Sets] = [:]

  init(_ table: MetricTable) {
    self.table = table
    columns = table.metrics.map(table.column)
  }

  mutating func sets(ofRunAt index: Int) -> Sets {
    let sources = columns.map { $0.sources[index] }
    var sets = known[sources] ?? Self.sets(of: table.metrics(ofRunAt: index))
    known[sources] = sets
    sets.values = columns.compactMap { column in
      column.origins[Int(column.sources[index])].flatMap {
        $0.reason == nil ? column.values[index] : nil
      }
    }
    return sets
  }

  private static func sets(of all: [StoredMetric]) -> Sets {
    let (metrics, missing) = (
      all.filter { $0.value.reason == nil }, all.filter { $0.value.reason != nil }
    )
    return Sets(
      metrics: metrics, missing: missing, metricDigest: digest(of: metrics),
      missingDigest: digest(of: missing))
  }

  private static func digest(of metrics: [StoredMetric]) -> String {
    guard !metrics.isEmpty else { return "" }
    return ContentDigest.text(
      of: metrics.flatMap { [$0.metric, String($0.revision), $0.parameters, $0.value.reason] })
  }
}

extension ClusterSchema.Part {
  /// Appends a list for each column of the table.
  fileprivate func write(_ rows: [[SQLValue]], to row: inout RowWriter) {
    for (index, column) in columns.enumerated() {
      row.addCount(rows.count)
      for values in rows { column.write(values[index], to: &row) }
    }
  }
}

extension Connection {
  /// The rows of a table that meet a condition with one parameter.
  fileprivate func rows(
    of part: ClusterSchema.Part, where condition: String, _ value: SQLValue
  ) throws(StoreError) -> [[SQLValue]] {
    let list = part.columns.map(\.name).joined(separator: ", ")
    let order = part.order.isEmpty ? "" : " ORDER BY " + part.order.joined(separator: ", ")
    return try rows("SELECT \(list) FROM \(part.table) WHERE \(condition)\(order)", [value]) {
      (row) throws(StoreError) in row.values
    }
  }

  /// The values of a suite; `nil` if the store does not have its description.
  func row(ofSuite id: String, _ suite: ClusterSchema.Entity) throws(StoreError) -> RowWriter? {
    let list = suite.scalars.map(\.name).joined(separator: ", ")
    let found = try rows("SELECT \(list) FROM suite WHERE id = ?", [.text(id)]) {
      (row) throws(StoreError) in row.values
    }.first
    guard let found else { return nil }
    var row = RowWriter()
    for (column, value) in zip(suite.scalars, found) { column.write(value, to: &row) }
    for part in suite.parts {
      part.write(try rows(of: part, where: "suite = ?", .text(id)), to: &row)
    }
    return row
  }
}

extension RowWriter {
  /// XXH3 of the bytes.
  var hash: UInt64 {
    bytes.withUnsafeBytes { XXH3_64bits($0.baseAddress, $0.count) }
  }
}

/// Chooses numbers and versions for the rows of a cluster, which many hosts write at the same time.
struct RunNumbers {
  /// Distinguishes processes that add runs in the same millisecond.
  private let tag = Int64.random(in: 0..<1 << 12)
  private var latest: Int64 = 0

  /// 2025-01-01 in milliseconds since 1970.
  private static let start: Int64 = 1_735_689_600_000

  /// The number of a new run: greater than all earlier numbers of this process, and less than 2⁵³.
  ///
  /// A number is 40 bits of the time in milliseconds and 12 bits for the process. Every run of a process has its own
  /// millisecond, so that numbers are in the order in which runs were added.
  mutating func next() -> Int64 {
    let most: Int64 = 1 << 40
    latest = max(latest + 1, min(max(Platform.millisecondsSince1970 - Self.start, 0), most))
    return (latest << 12) | tag
  }

  /// The version of a row: greater than the former one.
  ///
  /// The high 24 bits count the versions. Of several first versions, which have no order, the row with the greatest
  /// digest wins on all hosts; of several later ones that follow the same version, the latest.
  static func version(after former: UInt64?, hash: UInt64) -> UInt64 {
    let low: UInt64 = (1 << 40) - 1
    guard let former else { return (1 << 40) | (hash & low) }
    return ((former >> 40) + 1) << 40 | (UInt64(max(Platform.millisecondsSince1970, 0)) & low)
  }
}
