public import Recordings

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
    if let table = try slice?.metricTable(of: runs, only: metrics) { return table }
    return try connection.snapshot { () throws(StoreError) in
      let known = try connection.rows("SELECT id, name FROM metric") { (row) throws(StoreError) in
        (id: row.integer("id"), name: row.text("name"))
      }
      let reading = try MetricReading(of: runs, among: slice?.known.count, on: connection)
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
