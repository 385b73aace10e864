internal import ClickHouse
internal import Recordings

/// A temporary SQLite store with the part of a cluster that a command needs.
///
/// The basic idea is that the cluster keeps and finds runs, and the tool computes. All code that reads or changes a
/// store works on the slice. Before a read, the slice fetches the rows that it lacks; after a change, it sends the
/// changed rows to the cluster. The slice is removed with its last reference.
final class ClusterSlice {
  let cluster: ClusterConnection
  let connection: Connection
  let schema: ClusterSchema
  private let folder: SliceFolder
  var writer: PulledRowWriter
  var rows: SentRows
  var pending: PendingValues
  /// What the cluster has of the runs of the slice, by their number in the slice.
  var known: [Int64: KnownRun] = [:]
  /// The numbers in the slice, by digest.
  var ids: [String: Int64] = [:]
  /// The versions of runs that were removed from the cluster, by digest.
  var removed: [String: KnownRun] = [:]
  /// The digests of the sets of metrics that the cluster has.
  var sentSets: Set<String> = []
  /// The versions of the descriptions of suites, by id.
  var suiteVersions: [String: UInt64] = [:]
  var numbers = RunNumbers()
  /// Whether the slice has the runs of one suite or stage only.
  private(set) var isPart = false

  /// What the cluster has of a run.
  struct KnownRun {
    let digest: String
    var version: UInt64
    let number: Int64
    var packed: String
    /// The digest of the row; 0 for a removed run.
    var hash: UInt64
    /// Whether the slice has the packed columns.
    var hasFrames: Bool
  }

  /// Runs that are added to a slice have numbers from here, and numbers in the cluster are smaller.
  static let firstOwn: Int64 = 1 << 53

  /// The greatest number of runs that a command without a suite may read.
  static let mostRuns = 1_000_000

  /// Opens a slice of the cluster at an address.
  ///
  /// - Parameters:
  ///   - access: `.create` starts with the descriptions of suites only, and fetches the runs that are added again.
  ///   - filter: its suite and stage are the only ones whose runs are read.
  init(
    of address: String, access: RunStore.Access, for filter: RunFilter
  ) throws(StoreError) {
    cluster = try ClusterConnection(address)
    try cluster.checkVersion()
    try cluster.waitForReplicas()
    folder = try SliceFolder()
    let path = "\(folder.path)/slice.db"
    connection = try StoreOpening(path: path, access: .create, patience: .seconds(30)).connect()
    // A slice that a crash damages is never read again.
    try connection.execute("PRAGMA synchronous = OFF")
    try connection.run(
      "INSERT INTO sqlite_sequence (name, seq) VALUES ('run', ?)", [.integer(Self.firstOwn)])
    schema = try ClusterSchema(connection)
    writer = PulledRowWriter(connection, schema)
    rows = SentRows(connection, schema)
    pending = PendingValues(connection)
    try pullSuites()
    if access == .create {
      try cluster.requireReplicas()
    } else {
      if access == .update { try cluster.requireReplicas() }
      try pullAll(for: filter)
    }
  }

  // MARK: - Runs

  private func pullAll(for filter: RunFilter) throws(StoreError) {
    try pullRevisions()
    let wanted = [("suite", filter.suite), ("stage", filter.stage)]
    let conditions = wanted.compactMap { column, value in
      value.map { "\(column) = \($0.clusterLiteral)" }
    }
    if !conditions.isEmpty {
      try pull(where: conditions.joined(separator: " AND "))
      // Without runs, messages say which suites and stages there are.
      isPart = !known.isEmpty
      if isPart { return }
    }
    let count =
      Int(
        try cluster.text(of: "SELECT count() FROM \(cluster.name("run"))").filter(\.isNumber)) ?? 0
    guard count <= Self.mostRuns else {
      throw .clusterTooLarge(path: cluster.address.text, runs: count)
    }
    try pull(where: nil)
  }

  /// Fetches the runs that drafts may repeat or replace.
  func fetchRuns(like drafts: [RunDraft], withRivals: Bool) throws(StoreError) {
    try fetchRuns(digests: drafts.map(\.digest))
    guard withRivals else { return }
    let names = Set(drafts.map(\.name)).sorted().clusterList
    let sources = Set(drafts.map(\.packed.origin.source)).sorted().clusterList
    try pull(where: "name IN \(names) AND source IN \(sources)")
  }

  /// Fetches the runs with these digests, also removed ones.
  func fetchRuns(digests: [String]) throws(StoreError) {
    let unknown = digests.filter { ids[$0] == nil && removed[$0] == nil }
    guard !unknown.isEmpty else { return }
    try pull(where: "digest IN \(unknown.clusterList)", isByDigest: true)
  }

  /// Reads the newest version of each run that meets a condition into the slice.
  private func pull(where condition: String?, isByDigest: Bool = false) throws(StoreError) {
    try pending.insert(nil, of: nil)
    let run = cluster.name("run")
    let filter = condition.map { "WHERE \($0)" } ?? ""
    if !isByDigest { try pullSets(of: "\(run) \(filter)") }
    // An older version may meet a condition that the newest one does not, so runs are found by digest first.
    let newest =
      switch condition {
      case nil: "WHERE removed = 0"
      case let condition? where isByDigest: "WHERE \(condition)"
      case let condition?:
        "WHERE digest IN (SELECT digest FROM \(run) WHERE \(condition)) AND removed = 0 AND \(condition)"
      }
    var batch = PullBatch()
    try connection.transaction { () throws(StoreError) in
      let names = schema.runTable.names.joined(separator: ", ")
      try cluster.rows("SELECT \(names) FROM \(run) FINAL \(newest)") {
        (reader) throws(RowReader.Fault) in
        batch.add(try PulledRun(&reader, schema), to: self)
      }
      if let failure = batch.failure { throw failure }
      try insertValues(of: batch.waiting)
    }
  }

  /// Runs that were read; the first error of the slice is kept, because only errors of the answer end a query.
  private struct PullBatch {
    var failure: StoreError?
    /// Runs whose sets of metrics are not known yet.
    var waiting: [(id: Int64, run: PulledRun)] = []

    mutating func add(_ run: PulledRun, to slice: ClusterSlice) {
      guard failure == nil else { return }
      do throws(StoreError) {
        guard let id = try slice.insert(run) else { return }
        if slice.pending.unknown([run.metricSet, run.missingSet]).isEmpty {
          try slice.insertValues(of: run, id: id)
        } else {
          waiting.append((id, run))
        }
      } catch {
        failure = error
      }
    }
  }

  /// Inserts a run; returns its number, or `nil` if the slice has it already or it was removed.
  private func insert(_ run: PulledRun) throws(StoreError) -> Int64? {
    guard case .text(let digest) = run.values.scalars[0], ids[digest] == nil else { return nil }
    let entry = KnownRun(
      digest: digest, version: run.version, number: run.number, packed: run.packed,
      hash: run.isRemoved ? 0 : run.hash, hasFrames: run.packed.isEmpty)
    if run.isRemoved {
      removed[digest] = entry
      return nil
    }
    var id = run.number
    while known[id] != nil { id += 1 }
    try writer.insert(run, id: id)
    (known[id], ids[digest]) = (entry, id)
    return id
  }

  // MARK: - Values of metrics

  private func insertValues(of waiting: [(id: Int64, run: PulledRun)]) throws(StoreError) {
    guard !waiting.isEmpty else { return }
    try fetchSets(Set(waiting.flatMap { [$0.run.metricSet, $0.run.missingSet] }))
    for (id, run) in waiting { try insertValues(of: run, id: id) }
  }

  private func insertValues(of run: PulledRun, id: Int64) throws(StoreError) {
    if !run.metricValues.isEmpty { pending.add(run.metricValues, set: run.metricSet, of: id) }
    if !run.missingSet.isEmpty {
      try connection.run(
        """
        INSERT INTO run_missing (run, missing_set) SELECT ?, id FROM missing_set WHERE digest = ?
        """, [.integer(id), .text(run.missingSet)])
    }
    if pending.isFull { try pending.insert(nil, of: nil) }
  }

  /// Inserts the values of some metrics of some runs that the slice lacks; `nil` for all.
  func fetchValues(_ metrics: Set<String>?, of runs: [RunID]?) throws(StoreError) {
    try pending.insert(metrics, of: runs.map { Set($0.map(\.number)) })
  }

  /// Reads the sets of metrics of the runs in a table.
  private func pullSets(of runs: String) throws(StoreError) {
    try readSets(ClusterSchema.metricSet, "GLOBAL IN (SELECT DISTINCT metric_set FROM \(runs))")
    try readSets(ClusterSchema.missingSet, "GLOBAL IN (SELECT DISTINCT missing_set FROM \(runs))")
  }

  private func fetchSets(_ digests: Set<String>) throws(StoreError) {
    let unknown = pending.unknown(digests)
    guard !unknown.isEmpty else { return }
    try readSets(ClusterSchema.metricSet, "IN \(unknown.clusterList)")
    try readSets(ClusterSchema.missingSet, "IN \(unknown.clusterList)")
  }

  private func readSets(_ table: ClusterTable, _ condition: String) throws(StoreError) {
    var sets: [MetricSet] = []
    try cluster.rows(
      """
      SELECT \(table.names.joined(separator: ", ")) FROM \(cluster.name(table.name))
      WHERE digest \(condition) LIMIT 1 BY digest
      """
    ) { (reader) throws(RowReader.Fault) in
      sets.append(try MetricSet(&reader, hasReasons: table.columns.count == 5))
    }
    for set in sets where sentSets.insert(set.digest).inserted {
      try pending.add(set)
      if let reasons = set.reasons { try connection.insert(set, reasons) }
    }
  }

  // MARK: - Suites and commits

  private func pullSuites() throws(StoreError) {
    var suites: [String: (version: UInt64, values: PulledValues)] = [:]
    let table = schema.suiteTable
    try cluster.rows(
      "SELECT \(table.names.joined(separator: ", ")) FROM \(cluster.name(table.name)) FINAL"
    ) { (reader) throws(RowReader.Fault) in
      let version = try reader.unsigned()
      _ = try reader.byte()
      let values = try PulledValues(&reader, schema.suite)
      if case .text(let id) = values.scalars[0] { suites[id] = (version, values) }
    }
    for (id, suite) in suites.sorted(by: { $0.key < $1.key }) {
      suiteVersions[id] = suite.version
      try writer.insert(suite: suite.values)
    }
  }

  /// Reads what any run knows of each commit: the history of a suite may lead through commits of others.
  private func pullRevisions() throws(StoreError) {
    let columns = schema.revisionColumns.map { "any(`revision_\($0)`)" }.joined(separator: ", ")
    var rows: [[SQLValue]] = []
    try cluster.rows(
      """
      SELECT assumeNotNull(revision) AS id, \(columns) FROM \(cluster.name("run"))
      WHERE revision IS NOT NULL AND removed = 0 GROUP BY id
      """
    ) { (reader) throws(RowReader.Fault) in
      var row: [SQLValue] = [.text(try reader.text())]
      for _ in schema.revisionColumns {
        row.append(try reader.isMissing() ? .null : .text(try reader.text()))
      }
      rows.append(row)
    }
    let insertion = PulledRowWriter.insertion(
      "revision", ["id"] + schema.revisionColumns, orIgnore: true)
    try connection.transaction { () throws(StoreError) in
      for row in rows { try connection.run(insertion, row) }
    }
  }
}
