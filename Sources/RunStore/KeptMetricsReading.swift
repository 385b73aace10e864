/// Reads the rows of `run_metrics` for a stretch of runs.
struct KeptMetricsReading {
  private let runs: ArraySlice<RunID>
  private let sets: KeptMetricSets
  private let connection: Connection
  private(set) var kept: KeptMetricsStretch
  private var latest: KeptMetricSet.Unpacking?

  init(of runs: ArraySlice<RunID>, among sets: KeptMetricSets, on connection: Connection) {
    self.runs = runs
    self.sets = sets
    self.connection = connection
    kept = KeptMetricsStretch(count: runs.count)
  }

  /// Reads along the numbers of the table, of which the runs are many, in ascending order.
  mutating func readRange() throws(StoreError) {
    guard let first = runs.first?.number, let last = runs.last?.number else { return }
    var next = runs.startIndex
    try connection.forEachRow(
      "SELECT run, metric_set, data FROM run_metrics WHERE run BETWEEN ? AND ?",
      [.integer(first), .integer(last)]
    ) { (row) throws(StoreError) in
      let run = row.integer(0)
      while next < runs.endIndex, runs[next].number < run { next += 1 }
      guard next < runs.endIndex, runs[next].number == run else { return }
      try add(row, ofRow: next - runs.startIndex)
    }
  }

  /// Looks up one run after the other.
  mutating func readEach() throws(StoreError) {
    try connection.forEachRow(
      """
      SELECT wanted.key, metric_set, data
      FROM json_each(?) AS wanted CROSS JOIN run_metrics ON run_metrics.run = wanted.value
      """, [SQLValue(list: Array(runs))]
    ) { (row) throws(StoreError) in try add(row, ofRow: Int(row.integer(0))) }
  }

  private mutating func add(_ row: Statement, ofRow place: Int) throws(StoreError) {
    let number = row.integer(1)
    // Nearly always that of the row before.
    if latest?.number != number { latest = try sets.set(number, on: connection).unpacking }
    guard let latest else { return }
    do throws(PackingProblem) {
      try row.withBytes(2) { (bytes) throws(PackingProblem) in
        try kept.set(bytes, by: latest, ofRow: place)
      }
    } catch {
      throw .damagedRun(
        path: connection.path, run: runs[runs.startIndex + place], part: "metrics", problem: error)
    }
  }
}
