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
    try source?.fetchMetrics(of: changes.map(\.run))
    try connection.transaction { () throws(StoreError) in
      for change in changes {
        try checkExistence(of: change.run)
        try writeMetrics(change.metrics, of: change.run)
      }
    }
    try source?.publish(runs: changes.map(\.run), of: self)
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

  func writeMetrics(_ metrics: [StoredMetric], of run: RunID) throws(StoreError) {
    var missing = try missingMetrics(of: run)
    for stored in metrics {
      if let value = stored.value.value {
        missing[stored.metric] = nil
        try write(value, of: stored, run)
      } else {
        missing[stored.metric] = stored
        try connection.run(
          "DELETE FROM metric_value WHERE metric = ? AND run = ?",
          [.integer(try connection.metricRow(stored.metric)), .integer(run.number)])
      }
    }
    try writeMissing(Array(missing.values), of: run)
  }

  /// Writes the values of a new run, of which nothing is stored yet, within a transaction.
  func insertMetrics(_ metrics: [StoredMetric], of run: RunID) throws(StoreError) {
    let missing = metrics.filter { $0.value.value == nil }
    let isKnown = connection.latestMissing?.metrics == missing
    for stored in metrics {
      if let value = stored.value.value {
        try write(value, of: stored, run)
      } else if !isKnown {
        // Metrics are numbered in the order of the first run that has them.
        _ = try connection.metricRow(stored.metric)
      }
    }
    if !missing.isEmpty { try writeMissing(missing, of: run) }
  }

  private func write(
    _ value: Double, of stored: StoredMetric, _ run: RunID
  ) throws(StoreError) {
    try connection.run(
      "INSERT OR REPLACE INTO metric_value (metric, run, value, computation) VALUES (?, ?, ?, ?)",
      [
        .integer(try connection.metricRow(stored.metric)), .integer(run.number), .real(value),
        .integer(try connection.computationRow(Int64(stored.revision), stored.parameters)),
      ])
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
    let set = try connection.missingSetRow(of: missing)
    try connection.run(
      "INSERT OR REPLACE INTO run_missing (run, missing_set) VALUES (?, ?)",
      [.integer(run.number), .integer(set)])
  }
}

extension Connection {
  /// The number of a set of metrics without values, which is added if it is missing.
  package func missingSetRow(of missing: [StoredMetric]) throws(StoreError) -> Int64 {
    if let latestMissing, latestMissing.metrics == missing { return latestMissing.set }
    let sorted = missing.sorted { $0.metric < $1.metric }
    let digest = ContentDigest.text(
      of: sorted.flatMap { [$0.metric, String($0.revision), $0.parameters, $0.value.reason] })
    let known = try integer("SELECT id FROM missing_set WHERE digest = ?", [.text(digest)])
    let set = if let known { known } else { try insertMissingSet(sorted, digest: digest) }
    latestMissing = (missing, set)
    return set
  }

  private func insertMissingSet(
    _ missing: [StoredMetric], digest: String
  ) throws(StoreError) -> Int64 {
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
  package func metricRow(_ name: String) throws(StoreError) -> Int64 {
    try lastingRow(
      found: "SELECT id FROM metric WHERE name = ?",
      made: "INSERT INTO metric (name) VALUES (?)", .text(name))
  }

  /// The number of a computation, which is added if it is missing.
  package func computationRow(_ revision: Int64, _ parameters: String) throws(StoreError) -> Int64 {
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

extension RunStore {
  /// Reads the stored metric values of some runs as a table with one column per metric.
  ///
  ///     let table = try store.metricTable(of: [RunID(1), RunID(2)], only: ["fps.avg"])
  ///     table.values(of: "fps.avg").map { $0?.value.value }  // [59.9, 60]
  ///
  /// O(n) per metric if few other runs have numbers between those of these runs; otherwise O(n log m) in the m runs of
  /// the store. Columns are read on as many threads as `holdStill` allows.
  ///
  /// - Parameters:
  ///   - runs: each run once.
  ///   - metrics: the ids of the metrics to read; `nil` for all.
  public func metricTable(
    of runs: [RunID], only metrics: Set<String>? = nil
  ) throws(StoreError) -> MetricTable {
    if let table = try source?.metricTable(of: runs, only: metrics) { return table }
    return try connection.snapshot { () throws(StoreError) in
      let known = try connection.rows("SELECT id, name FROM metric") { (row) throws(StoreError) in
        (id: row.integer("id"), name: row.text("name"))
      }
      let reading = try MetricReading(of: runs, among: source?.runCount, on: connection)
      let columns = try sharedAmongThreads(
        known.filter { metrics?.contains($0.name) ?? true }
      ) { (connection, metric) throws(StoreError) in
        try reading.column(of: metric.name, numbered: metric.id, on: connection)
      }
      return MetricTable(runCount: runs.count, columns: columns)
    }
  }
}

/// Reads the values of metrics for the same runs, one metric at a time.
private struct MetricReading: Sendable {
  private let runs: WantedRuns
  private let computations: [Int64: Computation]
  private let missing: MissingSets

  init(of runs: [RunID], among others: Int?, on connection: Connection) throws(StoreError) {
    self.runs = WantedRuns(runs, among: others)
    computations = try connection.computations()
    missing = try MissingSets(of: self.runs, on: connection)
  }

  func column(
    of name: String, numbered metric: Int64, on connection: Connection
  ) throws(StoreError) -> MetricColumn {
    var values = Array(repeating: 0.0, count: runs.count)
    var sources = Array(repeating: Int32(0), count: runs.count)
    var origins: [MetricColumn.Origin?] = [nil]
    var numbers: [Int64: Int32] = [:]
    // Consecutive rows usually have the same computation.
    var latest: (computation: Int64, source: Int32) = (.min, 0)
    let query = try runs.query(
      for: ["value", "computation"], in: "metric_value", where: "metric = ?1", on: connection)
    let (value, computation) = (query["value"], query["computation"])
    try runs.forEachRow(of: query, .integer(metric)) { (row, place) throws(StoreError) in
      let number = row.integer(computation)
      if number != latest.computation {
        let source = numbers[number] ?? Int32(origins.count)
        if source == origins.count {
          numbers[number] = source
          origins.append(computations[number]?.origin(because: nil))
        }
        latest = (number, source)
      }
      values[place] = row.real(value)
      sources[place] = latest.source
    }
    missing.fill(&sources, &origins, for: metric)
    return MetricColumn(metric: name, values: values, sources: sources, origins: origins)
  }
}

/// The metrics without a value of each run, in the sets that runs share.
private struct MissingSets: Sendable {
  /// The index in `sets` of each run's set; -1 if the run has none.
  private var indices: [Int32]
  /// Per set, why each metric is missing.
  private var sets: [[Int64: MetricColumn.Origin]] = []

  init(of runs: WantedRuns, on connection: Connection) throws(StoreError) {
    var indices = Array(repeating: Int32(-1), count: runs.count)
    var numbers: [Int64: Int32] = [:]
    let query = try runs.query(for: ["missing_set"], in: "run_missing", on: connection)
    let set = query["missing_set"]
    try runs.forEachRow(of: query) { (row, place) throws(StoreError) in
      let id = row.integer(set)
      let index = numbers[id] ?? Int32(numbers.count)
      numbers[id] = index
      indices[place] = index
    }
    self.indices = indices
    for (id, _) in numbers.sorted(by: { $0.value < $1.value }) {
      sets.append(try connection.missingMetrics(ofSet: id))
    }
  }

  /// Stores why a metric is missing; O(runs) if any set has the metric.
  func fill(
    _ sources: inout [Int32], _ origins: inout [MetricColumn.Origin?], for metric: Int64
  ) {
    var numbers: [MetricColumn.Origin: Int32] = [:]
    let sourceOfSet = sets.map { set in
      guard let origin = set[metric] else { return Int32(0) }
      if let number = numbers[origin] { return number }
      numbers[origin] = Int32(origins.count)
      origins.append(origin)
      return Int32(origins.count - 1)
    }
    guard !numbers.isEmpty else { return }
    for (place, index) in indices.enumerated() where index >= 0 && sources[place] == 0 {
      sources[place] = sourceOfSet[Int(index)]
    }
  }
}

/// A row of the table `computation`.
private struct Computation {
  let revision: Int
  let parameters: String

  func origin(because reason: String?) -> MetricColumn.Origin {
    MetricColumn.Origin(revision: revision, parameters: parameters, reason: reason)
  }
}

extension Connection {
  fileprivate func computations() throws(StoreError) -> [Int64: Computation] {
    let rows = try rows("SELECT id, revision, parameters FROM computation") {
      (row) throws(StoreError) in
      (
        row.integer("id"),
        Computation(revision: Int(row.integer("revision")), parameters: row.text("parameters"))
      )
    }
    return Dictionary(rows) { first, _ in first }
  }

  /// Why each metric of a set is missing, by the metric's number.
  fileprivate func missingMetrics(
    ofSet set: Int64
  ) throws(StoreError) -> [Int64: MetricColumn.Origin] {
    let rows = try rows(
      """
      SELECT metric, revision, parameters, text FROM missing_metric
      JOIN computation ON computation.id = computation JOIN reason ON reason.id = reason
      WHERE missing_set = ?
      """, [.integer(set)]
    ) { (row) throws(StoreError) in
      let computation = Computation(
        revision: Int(row.integer("revision")), parameters: row.text("parameters"))
      return (row.integer("metric"), computation.origin(because: row.text("text")))
    }
    return Dictionary(rows) { first, _ in first }
  }
}

/// The requested runs, and the query that finds their rows.
package struct WantedRuns: Sendable {
  /// The ids, ascending.
  private let ids: [RunID]
  /// The index of each of these ids in the request.
  private let places: [Int]
  /// Whether few other runs are between the ids: a scan is then shorter than a lookup per run.
  ///
  /// A row of a scan takes an eighth of the time of a lookup.
  private let areCloseTogether: Bool

  package var count: Int { ids.count }

  /// Prepares to read some runs; O(n log n), or O(n) if the ids ascend.
  ///
  /// - Parameter others: the number of all runs, if their numbers are far from each other, as in a file that a source fills.
  package init(_ requested: [RunID], among others: Int?) {
    let ascend = zip(requested, requested.dropFirst()).allSatisfy { $0 < $1 }
    places =
      ascend ? Array(requested.indices) : requested.indices.sorted { requested[$0] < requested[$1] }
    ids = places.map { requested[$0] }
    guard let first = ids.first?.number, let last = ids.last?.number else {
      areCloseTogether = false
      return
    }
    let most = UInt64(ids.count) * 8
    areCloseTogether = (others.map(UInt64.init) ?? UInt64(bitPattern: last &- first)) < most
  }

  /// A query for columns of the rows of these runs in a table with a column `run`.
  ///
  /// - Parameters:
  ///   - condition: may have the parameter `?1`.
  ///   - order: the columns by which the rows of a run are sorted.
  package func query(
    for columns: [String], in table: String, where condition: String = "TRUE",
    orderedBy order: [String] = [], on connection: Connection
  ) throws(StoreError) -> Statement {
    let columns = columns.map { ", \(table).\($0)" }.joined()
    let run = areCloseTogether ? "run" : "wanted.key"
    let order = order.map { "\(table).\($0)" }
    let sorting = order.isEmpty ? "" : " ORDER BY " + ([run] + order).joined(separator: ", ")
    return try connection.statement(
      areCloseTogether
        ? "SELECT run\(columns) FROM \(table) WHERE \(condition) AND run BETWEEN ?2 AND ?3\(sorting)"
        : """
        SELECT wanted.key AS position\(columns)
        FROM json_each(?2) AS wanted CROSS JOIN \(table) ON \(condition) AND run = wanted.value\(sorting)
        """)
  }

  /// Calls a function for each row of such a query, with the index of its run in the request.
  package func forEachRow(
    of query: Statement, _ parameter: SQLValue = .null,
    _ body: (Statement, Int) throws(StoreError) -> Void
  ) throws(StoreError) {
    guard areCloseTogether, let first = ids.first, let last = ids.last else {
      let position = query["position"]
      return try query.forEachRow([parameter, SQLValue(list: ids)]) { (row) throws(StoreError) in
        try body(row, places[Int(row.integer(position))])
      }
    }
    let run = query["run"]
    var next = 0
    try query.forEachRow([parameter, .integer(first.number), .integer(last.number)]) {
      (row) throws(StoreError) in
      let number = row.integer(run)
      while next < ids.count, ids[next].number < number { next += 1 }
      if next < ids.count, ids[next].number == number { try body(row, places[next]) }
    }
  }
}
