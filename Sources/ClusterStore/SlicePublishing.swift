internal import ClickHouse
internal import RunStore

extension ClusterSlice {
  /// The number of bytes after which rows are sent.
  private static let bytesPerInsert = 16 << 20
  private static let runsPerRead = 100

  /// Sends the rows of the table of runs last: a run without its row does not exist, whatever else was sent.
  ///
  /// Rows are sorted by digest, so that a repeated insert has equal blocks, which ClickHouse ignores.
  func publish(runs: [RunID], of store: RunStore) throws(StoreError) {
    guard !runs.isEmpty else { return }
    let changed = try connection.digests(of: runs).map(changedRun)
    let present = Set(changed.map(\.digest))
    let gone = runs.compactMap { known[$0.number] }.filter { !present.contains($0.digest) }
    var batch = Batch(SentRows(store, schema), schema)
    let sent = try add(changed, to: &batch)
    for var entry in gone {
      entry.version = RunNumbers.version(after: entry.version, hash: 0)
      batch.add(entry, isRemoved: true, valuesOfRemoved(entry.digest))
      removed[entry.digest] = entry
    }
    try send(&batch)
    for entry in gone { known[ids.removeValue(forKey: entry.digest) ?? 0] = nil }
    for (id, entry) in sent {
      if let former = ids[entry.digest], former != id.number { known[former] = nil }
      (known[id.number], ids[entry.digest], removed[entry.digest]) = (entry, id.number, nil)
    }
    // Removing a run removes shared rows that no other run has, whose numbers are then no longer valid.
    if changed.count < runs.count { writer = try PulledRowWriter(connection, schema) }
  }

  func add(
    _ runs: [(id: RunID, digest: String)], of store: RunStore
  ) throws(StoreError) -> Int {
    let versions = try versions(of: runs.map(\.digest))
    let new = runs.compactMap { run in
      let former = versions[run.digest]
      return former?.isRemoved ?? true
        ? SentRun(id: run.id, digest: run.digest, formerVersion: former?.version) : nil
    }
    try store.prepareFrames(of: new.map(\.id))
    var batch = Batch(SentRows(store, schema), schema)
    _ = try add(new, to: &batch)
    try send(&batch)
    return new.count
  }

  /// The newest versions of the runs with these digests, also of removed ones.
  private func versions(
    of digests: [String]
  ) throws(StoreError) -> [String: (version: UInt64, isRemoved: Bool)] {
    var versions: [String: (version: UInt64, isRemoved: Bool)] = [:]
    for list in digests.clusterLists {
      let runs = selection("digest IN \(list)", isByDigest: true)
      try cluster.rows(
        "SELECT digest, version, removed FROM \(runs.table) WHERE \(runs.newestVersion)"
      ) { (reader) throws(RowReader.Fault) in
        versions[try reader.text()] = (try reader.unsigned(), try reader.byte() != 0)
      }
    }
    return versions
  }

  private struct SentRun {
    let id: RunID
    let digest: String
    /// The version of the run, or of the removed run, in the cluster; `nil` if it has neither.
    let formerVersion: UInt64?
    /// What the cluster has of the run; `nil` for a new run.
    var known: KnownRun?
  }

  private struct Batch {
    var source: SentRows
    var runs: [(digest: String, row: RowWriter)] = []
    var packed: [[(digest: String, row: RowWriter)]]
    var size = 0

    init(_ source: SentRows, _ schema: ClusterSchema) {
      self.source = source
      packed = schema.packed.map { _ in [] }
    }

    mutating func add(_ entry: KnownRun, isRemoved: Bool, _ values: RowWriter) {
      var row = RowWriter()
      row.add(entry.version)
      row.add(UInt8(isRemoved ? 1 : 0))
      row.add(entry.number)
      row.append(values)
      runs.append((entry.digest, row))
      size += row.bytes.count
    }
  }

  private func changedRun(_ id: RunID, _ digest: String) -> SentRun {
    let known = known[id.number]
    let former = known ?? ids[digest].flatMap { self.known[$0] } ?? removed[digest]
    return SentRun(id: id, digest: digest, formerVersion: former?.version, known: known)
  }

  /// Adds the rows of runs to a batch, and sends the batch whenever it is large; returns what the cluster then has.
  private func add(
    _ runs: [SentRun], to batch: inout Batch
  ) throws(StoreError) -> [(id: RunID, entry: KnownRun)] {
    var entries: [(id: RunID, entry: KnownRun)] = []
    for start in stride(from: 0, to: runs.count, by: Self.runsPerRead) {
      let some = Array(runs[start..<min(start + Self.runsPerRead, runs.count)])
      var packed: [String] = []
      for run in some { packed.append(try addPacked(of: run, to: &batch)) }
      let rows = try batch.source.values(of: some.map(\.id), packed: packed)
      for (index, run) in some.enumerated() {
        guard let values = rows[index] else { continue }
        let entry = entry(of: run, packed: packed[index], hash: values.hash)
        batch.add(entry, isRemoved: false, values)
        entries.append((run.id, entry))
      }
      if batch.size >= Self.bytesPerInsert { try send(&batch) }
    }
    return entries
  }

  /// Adds the packed columns of a new run; returns their digest.
  private func addPacked(of run: SentRun, to batch: inout Batch) throws(StoreError) -> String {
    if let known = run.known { return known.packed }
    let (digest, tables) = try batch.source.packed(of: run.id, digest: run.digest)
    for (index, rows) in tables.enumerated() where !rows.bytes.isEmpty {
      batch.packed[index].append((run.digest, rows))
      batch.size += rows.bytes.count
    }
    return digest
  }

  private func entry(of run: SentRun, packed: String, hash: UInt64) -> KnownRun {
    KnownRun(
      digest: run.digest, version: RunNumbers.version(after: run.formerVersion, hash: hash),
      number: run.known?.number ?? numbers.next(), packed: packed,
      hasFrames: run.known?.hasFrames ?? true, hasMetrics: run.known?.hasMetrics ?? true)
  }

  /// The values of a removed run: the digest, and the defaults of all other columns.
  private func valuesOfRemoved(_ digest: String) -> RowWriter {
    var row = RowWriter()
    for column in schema.runTable.columns.dropFirst(3) {
      if column.name == schema.run.key {
        row.add(digest)
      } else {
        column.writeDefault(to: &row)
      }
    }
    return row
  }

  private func send(_ batch: inout Batch) throws(StoreError) {
    guard !batch.runs.isEmpty else { return }
    for (part, rows) in zip(schema.packed, batch.packed) {
      try cluster.insert(Self.sorted(rows), into: schema.table(of: part))
    }
    let sets = batch.source.takeSets(except: sentSets)
    try cluster.insert(sets.metrics, into: ClusterSchema.metricSet)
    try cluster.insert(sets.missing, into: ClusterSchema.missingSet)
    sentSets.formUnion(sets.digests)
    try cluster.insert(Self.sorted(batch.runs), into: schema.runTable)
    batch = Batch(batch.source, schema)
  }

  private static func sorted(_ rows: [(digest: String, row: RowWriter)]) -> RowWriter {
    var all = RowWriter()
    for (_, row) in rows.sorted(by: { $0.digest < $1.digest }) { all.append(row) }
    return all
  }
}

extension Connection {
  /// The digests of those runs that the store has, in the order of the runs.
  fileprivate func digests(
    of runs: [RunID]
  ) throws(StoreError) -> [(id: RunID, digest: String)] {
    try rows(
      """
      SELECT run.id AS id, digest FROM json_each(?) AS wanted CROSS JOIN run ON run.id = wanted.value
      ORDER BY wanted.key
      """, [SQLValue(list: runs)]
    ) { (row) throws(StoreError) in (RunID(row.integer("id")), row.text("digest")) }
  }
}
