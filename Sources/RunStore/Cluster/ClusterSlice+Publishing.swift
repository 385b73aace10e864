internal import ClickHouse

extension ClusterSlice {
  /// The number of bytes of packed columns after which rows are sent.
  private static let bytesPerInsert = 16 << 20

  /// Sends changed, added and removed runs to the cluster.
  ///
  /// The rows of the table `run` are sent last: a run without its row does not exist, whatever else was sent. Rows are
  /// sorted by digest, so that a repeated insert has equal blocks, which ClickHouse ignores.
  func publish(runs: [RunID]) throws(StoreError) {
    guard !runs.isEmpty else { return }
    try fetchValues(nil, of: runs)
    var batch = Batch(schema)
    var present: Set<String> = []
    for run in runs {
      guard let digest = try digest(of: run) else {
        // Removing a run removes shared rows that no other run has, whose numbers are then no longer valid.
        writer = PulledRowWriter(connection, schema)
        continue
      }
      present.insert(digest)
      try add(run.number, digest, to: &batch)
      if batch.size >= Self.bytesPerInsert { try send(&batch) }
    }
    for run in runs {
      guard let entry = known[run.number], !present.contains(entry.digest),
        ids[entry.digest] == run.number
      else { continue }
      removeRow(of: entry, number: run.number, in: &batch)
    }
    try send(&batch)
  }

  private func digest(of run: RunID) throws(StoreError) -> String? {
    try connection.rows("SELECT digest FROM run WHERE id = ?", [.integer(run.number)]) {
      (row) throws(StoreError) in row.text("digest")
    }.first
  }

  /// Rows to be sent.
  private struct Batch {
    var runs: [(digest: String, row: RowWriter)] = []
    var packed: [[(digest: String, row: RowWriter)]]
    var size = 0
    /// What the cluster has once the rows were sent; `nil` for a removed run.
    var outcomes: [(id: Int64, entry: KnownRun, isRemoved: Bool)] = []

    init(_ schema: ClusterSchema) { packed = schema.packed.map { _ in [] } }
  }

  private func add(
    _ id: Int64, _ digest: String, to batch: inout Batch
  ) throws(StoreError) {
    let former = known[id] ?? ids[digest].flatMap { known[$0] } ?? removed[digest]
    var packed = known[id]?.packed
    if packed == nil {
      let found = try rows.packed(of: id, digest: digest)
      packed = found.digest
      for (index, rows) in found.1.enumerated() where !rows.bytes.isEmpty {
        batch.packed[index].append((digest, rows))
        batch.size += rows.bytes.count
      }
    }
    guard let packed, let values = try rows.values(of: id, packed: packed) else { return }
    guard former?.hash != values.hash else { return }
    let number = known[id]?.number ?? numbers.next()
    let version = RunNumbers.version(after: former?.version, hash: values.hash)
    var row = RowWriter()
    row.add(version)
    row.add(UInt8(0))
    row.add(number)
    row.append(values)
    batch.runs.append((digest, row))
    batch.size += row.bytes.count
    let entry = KnownRun(
      digest: digest, version: version, number: number, packed: packed, hash: values.hash,
      hasFrames: true)
    batch.outcomes.append((id, entry, false))
  }

  private func removeRow(of entry: KnownRun, number id: Int64, in batch: inout Batch) {
    var row = RowWriter()
    var gone = entry
    gone.version = RunNumbers.version(after: entry.version, hash: 0)
    gone.hash = 0
    row.add(gone.version)
    row.add(UInt8(1))
    row.add(entry.number)
    for column in schema.runTable.columns.dropFirst(3) {
      if column.name == "digest" {
        row.add(entry.digest)
      } else {
        column.writeDefault(to: &row)
      }
    }
    batch.runs.append((entry.digest, row))
    batch.outcomes.append((id, gone, true))
  }

  private func send(_ batch: inout Batch) throws(StoreError) {
    guard !batch.runs.isEmpty else { return }
    for (part, rows) in zip(schema.packed, batch.packed) {
      try cluster.insert(Self.sorted(rows), into: schema.table(of: part))
    }
    let sets = rows.takeSets(except: sentSets)
    try cluster.insert(sets.metrics, into: ClusterSchema.metricSet)
    try cluster.insert(sets.missing, into: ClusterSchema.missingSet)
    sentSets.formUnion(sets.digests)
    try cluster.insert(Self.sorted(batch.runs), into: schema.runTable)
    for (id, entry, isRemoved) in batch.outcomes { note(entry, of: id, isRemoved: isRemoved) }
    batch = Batch(schema)
  }

  private static func sorted(_ rows: [(digest: String, row: RowWriter)]) -> RowWriter {
    var all = RowWriter()
    for (_, row) in rows.sorted(by: { $0.digest < $1.digest }) { all.append(row) }
    return all
  }

  /// Remembers what the cluster has of a run now.
  private func note(_ entry: KnownRun, of id: Int64, isRemoved: Bool) {
    if let former = ids[entry.digest], former != id { known[former] = nil }
    if isRemoved {
      (known[id], ids[entry.digest], removed[entry.digest]) = (nil, nil, entry)
    } else {
      (known[id], ids[entry.digest], removed[entry.digest]) = (entry, id, nil)
    }
  }

  /// Sends the description of a suite to the cluster.
  func publish(suite id: String) throws(StoreError) {
    guard let values = try rows.values(ofSuite: id) else { return }
    let version = RunNumbers.version(after: suiteVersions[id], hash: values.hash)
    var row = RowWriter()
    row.add(version)
    row.add(UInt8(0))
    row.append(values)
    try cluster.insert(row, into: schema.suiteTable)
    suiteVersions[id] = version
  }
}
