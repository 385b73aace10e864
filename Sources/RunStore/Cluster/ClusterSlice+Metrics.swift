internal import ClickHouse
internal import Recordings

extension ClusterSlice {
  /// The number of runs whose values of metrics are in memory at the same time.
  private static let mostRunsInMemory = 100_000

  /// The values of metrics of some runs; `nil` if the file of the slice has them.
  func metricTable(
    of runs: [RunID], only metrics: Set<String>?
  ) throws(StoreError) -> MetricTable? {
    try readMetrics()
    let isInFile = runs.contains { known[$0.number]?.hasMetrics ?? true }
    guard isInFile else { return self.metrics.table(of: runs, only: metrics) }
    try insertMetrics(of: Set(runs.map(\.number)))
    return nil
  }

  /// Inserts the values of metrics that the file of the slice lacks; `nil` for those of all runs.
  func fetchMetrics(of runs: [RunID]?) throws(StoreError) {
    try readMetrics()
    try insertMetrics(of: runs.map { Set($0.map(\.number)) })
  }

  private func insertMetrics(of chosen: Set<Int64>?) throws(StoreError) {
    try metrics.insert(chosen, into: connection)
    for id in chosen ?? Set(known.keys) { known[id]?.hasMetrics = true }
  }

  /// Reads the values that were not read yet.
  func readMetrics() throws(StoreError) {
    let selections = runsWithoutMetrics
    runsWithoutMetrics = []
    guard !selections.isEmpty else { return }
    // The values of more runs would take too much memory, so these runs are read one part after the other.
    let parts = Self.parts(of: known.values.map(\.digest), atMost: Self.mostRunsInMemory)
    for runs in selections {
      for part in parts {
        try readMetrics(of: runs, where: part)
        if parts.count > 1 { try insertMetrics(of: nil) }
      }
    }
  }

  /// Conditions that split runs into parts by their digests.
  static func parts(of digests: [String], atMost most: Int) -> [String] {
    guard digests.count > most else { return ["1"] }
    let sorted = digests.sorted()
    let bounds = stride(from: most, to: sorted.count, by: most).map { sorted[$0].clusterLiteral }
    let inner = zip(bounds, bounds.dropFirst()).map { "digest >= \($0) AND digest < \($1)" }
    return ["digest < \(bounds[0])"] + inner + ["digest >= \(bounds[bounds.count - 1])"]
  }

  private func readMetrics(of runs: RunSelection, where part: String) throws(StoreError) {
    try cluster.rows(
      """
      SELECT digest, metric_set, missing_set, metric_values FROM \(runs.table)
      WHERE \(runs.newestVersion) AND \(part)
      """
    ) { (reader) throws(RowReader.Fault) in try metrics.read(&reader, numberedBy: ids) }
    for list in metrics.unknownSets.clusterLists {
      try readSets(ClusterSchema.metricSet, list)
      try readSets(ClusterSchema.missingSet, list)
    }
  }

  private func readSets(_ table: ClusterTable, _ digests: String) throws(StoreError) {
    var sets: [MetricSet] = []
    try cluster.rows(
      """
      SELECT \(table.names.joined(separator: ", ")) FROM \(cluster.name(table.name))
      WHERE digest IN \(digests) LIMIT 1 BY digest
      """
    ) { (reader) throws(RowReader.Fault) in
      sets.append(try MetricSet(&reader, hasReasons: table.columns.count == 5))
    }
    try connection.transaction { () throws(StoreError) in
      for set in sets {
        sentSets.insert(set.digest)
        metrics.add(set)
        // The store has the names of all its metrics.
        for name in set.metrics { _ = try connection.metricRow(name) }
      }
    }
  }
}
