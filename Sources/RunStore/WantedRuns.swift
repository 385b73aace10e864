/// The requested runs, and the query that finds their rows.
struct WantedRuns: Sendable {
  /// The ids, ascending.
  private let ids: [RunID]
  /// The index of each of these ids in the request.
  private let places: [Int]
  /// Whether few other runs are between the ids: a scan is then shorter than a lookup per run.
  ///
  /// A row of a scan takes an eighth of the time of a lookup.
  private let areCloseTogether: Bool

  var count: Int { ids.count }

  /// Prepares to read some runs; O(n log n), or O(n) if the ids ascend.
  ///
  /// - Parameter others: the number of all runs, if their numbers are far from each other, as in a slice of a cluster.
  init(_ requested: [RunID], among others: Int?) {
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
  func query(
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
  func forEachRow(
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
