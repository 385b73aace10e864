internal import ClickHouse

extension ClusterSlice {
  /// The number of runs whose packed columns are read with one query.
  static let runsPerQuery = 200

  /// Reads the packed columns of runs that the slice lacks; `nil` for all runs.
  ///
  /// Call this outside of transactions, so that other connections see the columns.
  func fetchFrames(of runs: [RunID]? = nil) throws(StoreError) {
    let wanted = (runs?.map(\.number) ?? Array(known.keys)).filter {
      known[$0].map { !$0.hasFrames } ?? false
    }.sorted()
    for start in stride(from: 0, to: wanted.count, by: Self.runsPerQuery) {
      let ids = wanted[start..<min(start + Self.runsPerQuery, wanted.count)]
      try connection.transaction { () throws(StoreError) in
        for part in schema.packed { try pull(part, of: ids) }
      }
      for id in ids { known[id]?.hasFrames = true }
    }
  }

  private func pull(
    _ part: ClusterSchema.Part, of runs: ArraySlice<Int64>
  ) throws(StoreError) {
    let table = schema.table(of: part)
    let insertion = PulledRowWriter.insertion(part.table, ["run"] + part.columns.map(\.name))
    var failure: StoreError?
    var seen: Set<[SQLValue]> = []
    let digests = runs.compactMap { known[$0]?.digest }
    try cluster.rows(
      """
      SELECT \(table.names.joined(separator: ", ")) FROM \(cluster.name(table.name))
      WHERE digest IN \(digests.clusterList) LIMIT 1 BY \(table.key.joined(separator: ", "))
      """
    ) { (reader) throws(RowReader.Fault) in
      let (digest, packed) = (try reader.text(), try reader.text())
      var values: [SQLValue] = []
      for column in part.columns { values.append(try column.read(&reader)) }
      guard failure == nil, let id = ids[digest], known[id]?.packed == packed else { return }
      // A query that starts over on another node sends rows again.
      let key = part.columns.indices.filter { part.order.contains(part.columns[$0].name) }
      guard seen.insert([.integer(id)] + key.map { values[$0] }).inserted else { return }
      do throws(StoreError) {
        try connection.run(insertion, [.integer(id)] + values)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }
}
