public import Recordings

extension RunStore {
  /// Reads the stored metric values of some runs, one column per metric.
  ///
  ///     let table = try store.metricTable(of: [RunID(1), RunID(2)], only: ["fps.avg"])
  ///     table.values(of: "fps.avg").map { $0?.value.value }  // [59.9, 60]
  ///
  /// O(n) per metric if the ids ascend with few gaps, as those of all runs do; otherwise O(n log m) in the m runs of the
  /// store. Columns are read on as many threads as `holdStill` allows.
  ///
  /// - Parameters:
  ///   - runs: each once.
  ///   - metrics: the ids of the metrics to read; `nil` for all.
  public func metricTable(
    of runs: [RunID], only metrics: Set<String>? = nil
  ) throws(StoreError) -> MetricTable {
    try connection.snapshot { () throws(StoreError) in
      let known = try connection.rows("SELECT id, name FROM metric") { (row) throws(StoreError) in
        (id: row.integer("id"), name: row.text("name"))
      }
      let reading = MetricReading(of: runs, origins: try connection.metricOrigins())
      let columns = try sharedAmongThreads(
        known.filter { metrics?.contains($0.name) ?? true }
      ) { (connection, metric) throws(StoreError) in
        try reading.column(of: metric.name, numbered: metric.id, on: connection)
      }
      return MetricTable(runCount: runs.count, columns: columns)
    }
  }
}

/// Reads the values of one metric after the other for the same runs.
private struct MetricReading: Sendable {
  let runs: [RunID]
  let origins: MetricOrigins
  /// Whether a scan of all values of a metric is shorter than a lookup per run.
  private let areCloseTogether: Bool

  init(of runs: [RunID], origins: MetricOrigins) {
    self.runs = runs
    self.origins = origins
    areCloseTogether = runs.areCloseTogether
  }

  func column(
    of name: String, numbered metric: Int64, on connection: Connection
  ) throws(StoreError) -> MetricColumn {
    var column = GrowingColumn(count: runs.count)
    if areCloseTogether, let first = runs.first, let last = runs.last {
      let query = try connection.statement(
        """
        SELECT run, value, computation, reason FROM metric_value
        WHERE metric = ? AND run BETWEEN ? AND ?
        """)
      let run = query["run"]
      var next = 0
      try column.read(
        query, [.integer(metric), .integer(first.number), .integer(last.number)], origins
      ) { row in
        let number = row.integer(run)
        while next < runs.count, runs[next].number < number { next += 1 }
        return next < runs.count && runs[next].number == number ? next : nil
      }
    } else {
      let query = try connection.statement(
        """
        SELECT wanted.key AS place, metric_value.value AS value, computation, reason
        FROM json_each(?) AS wanted CROSS JOIN metric_value ON metric = ? AND run = wanted.value
        """)
      let place = query["place"]
      try column.read(query, [SQLValue(list: runs), .integer(metric)], origins) { row in
        Int(row.integer(place))
      }
    }
    return MetricColumn(
      metric: name, values: column.values, sources: column.sources, origins: column.origins)
  }
}

/// A column while its rows are read.
private struct GrowingColumn {
  private(set) var values: [Double]
  private(set) var sources: [Int32]
  private(set) var origins: [MetricColumn.Origin?] = [nil]
  private var numbers: [MetricOrigins.Key: Int32] = [:]
  /// The origin of the row before, which is nearly always that of the next row.
  private var latest: (key: MetricOrigins.Key, number: Int32)?

  init(count: Int) {
    values = Array(repeating: 0, count: count)
    sources = Array(repeating: 0, count: count)
  }

  /// Reads all rows of a query; `place` returns the position of a row's run, or `nil` for a run that is not wanted.
  mutating func read(
    _ query: Statement, _ parameters: [SQLValue], _ known: MetricOrigins,
    place: (Statement) -> Int?
  ) throws(StoreError) {
    let (value, computation, reason) = (query["value"], query["computation"], query["reason"])
    try query.forEachRow(parameters) { (row) throws(StoreError) in
      guard let place = place(row) else { return }
      let key = MetricOrigins.Key(
        computation: row.integer(computation), reason: row.optionalInteger(reason))
      sources[place] = number(of: key, known)
      values[place] = row.real(value)
    }
  }

  private mutating func number(of key: MetricOrigins.Key, _ known: MetricOrigins) -> Int32 {
    if let latest, latest.key == key { return latest.number }
    let number = numbers[key] ?? Int32(origins.count)
    if number == origins.count {
      numbers[key] = number
      origins.append(known[key])
    }
    latest = (key, number)
    return number
  }
}

/// The rows of `computation` and `reason`, of which there are few.
private struct MetricOrigins: Sendable {
  struct Key: Hashable {
    let computation: Int64
    let reason: Int64?
  }

  let computations: [Int64: (revision: Int, parameters: String)]
  let reasons: [Int64: String]

  subscript(key: Key) -> MetricColumn.Origin? {
    computations[key.computation].map { computation in
      MetricColumn.Origin(
        revision: computation.revision, parameters: computation.parameters,
        reason: key.reason.map { reasons[$0] ?? "" })
    }
  }
}

extension Connection {
  fileprivate func metricOrigins() throws(StoreError) -> MetricOrigins {
    let computations = try rows("SELECT id, revision, parameters FROM computation") {
      (row) throws(StoreError) in
      (
        row.integer("id"),
        (revision: Int(row.integer("revision")), parameters: row.text("parameters"))
      )
    }
    let reasons = try rows("SELECT id, text FROM reason") { (row) throws(StoreError) in
      (row.integer("id"), row.text("text"))
    }
    return MetricOrigins(
      computations: Dictionary(computations) { first, _ in first },
      reasons: Dictionary(reasons) { first, _ in first })
  }
}

extension [RunID] {
  /// Whether they ascend with few numbers between them; O(n).
  ///
  /// A row of a scan takes an eighth of the time of a lookup.
  fileprivate var areCloseTogether: Bool {
    guard let first = first?.number, let last = last?.number,
      UInt64(bitPattern: last &- first) < UInt64(count) * 8
    else { return false }
    return zip(self, dropFirst()).allSatisfy { $0 < $1 }
  }
}
