internal import ClickHouse
internal import Recordings
internal import RunStore
internal import System
internal import Units

/// A temporary SQLite store with the part of a cluster that a command needs.
///
/// A `RunStore` works on it, and asks it to fetch and publish rows. The slice is removed with its last reference.
final class ClusterSlice: RowSource {
  let cluster: ClusterConnection
  private let access: RunStore.Access
  let connection: Connection
  let schema: ClusterSchema
  private let folder: SliceFolder
  var writer: PulledRowWriter
  /// The values of metrics that are not in the file of the slice.
  var metrics = PulledMetrics()
  /// The runs whose values of metrics were not read yet.
  var runsWithoutMetrics: [RunSelection] = []
  /// What the cluster has of the runs of the slice, by their number in the slice.
  var known: [Int64: KnownRun] = [:]
  /// The numbers in the slice, by digest.
  var ids: [String: Int64] = [:]
  /// The versions of runs that were removed from the cluster, by digest.
  var removed: [String: KnownRun] = [:]
  /// The digests of the sets of metrics that the cluster has.
  var sentSets: Set<String> = []
  /// The versions of the descriptions of suites, by id.
  private var suiteVersions: [String: UInt64] = [:]
  var numbers = RunNumbers()
  /// Whether the slice has the runs of one suite or stage only.
  private(set) var isPart = false

  struct KnownRun {
    let digest: String
    var version: UInt64
    let number: Int64
    var packed: String
    /// Whether the file of the slice has the packed columns.
    var hasFrames: Bool
    /// Whether the file of the slice has the values of metrics.
    var hasMetrics: Bool
  }

  /// Runs that are added to a slice have numbers from here, and numbers in the cluster are smaller.
  static let firstOwn: Int64 = 1 << 53

  /// The indexes of runs that a command uses which changes nothing.
  private static let readIndexes: Set<String> = ["run_by_stage", "run_by_revision"]

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
    self.access = access
    cluster = try ClusterConnection(address)
    try cluster.checkVersion()
    try cluster.waitForReplicas()
    folder = try SliceFolder()
    connection = try folder.connect()
    try connection.run(
      "INSERT INTO sqlite_sequence (name, seq) VALUES ('run', ?)", [.integer(Self.firstOwn)])
    schema = try ClusterSchema(connection)
    writer = try PulledRowWriter(connection, schema)
    try pullSuites()
    if access != .read { try cluster.requireReplicas() }
    if access != .create { try pullAll(for: filter) }
  }

  private func pullAll(for filter: RunFilter) throws(StoreError) {
    let wanted = [("suite", filter.suite), ("stage", filter.stage)]
    let conditions = wanted.compactMap { column, value in
      value.map { "\(column) = \($0.clusterLiteral)" }
    }
    if !conditions.isEmpty {
      try pull(selection(conditions.joined(separator: " AND ")))
      // Without runs, messages say which suites and stages there are.
      isPart = !known.isEmpty
    }
    if !isPart { try pull(selection(nil), atMost: Self.mostRuns) }
    // The history of a suite may lead through commits of others.
    try pullRevisions(of: selection(nil))
  }

  var address: String { cluster.address.text }
  var runCount: Int { known.count }
  var firstOwn: RunID { RunID(Self.firstOwn) }

  func selection(_ condition: String?, isByDigest: Bool = false) -> RunSelection {
    RunSelection(table: cluster.name("run"), condition: condition, isByDigest: isByDigest)
  }

  func fetchRuns(like drafts: [RunDraft], withRivals: Bool) throws(StoreError) {
    let unknown = drafts.map(\.digest).filter { ids[$0] == nil && removed[$0] == nil }
    for list in unknown.clusterLists {
      try fetch(selection("digest IN \(list)", isByDigest: true))
    }
    guard withRivals else { return }
    let names = Set(drafts.map(\.name)).sorted().clusterList
    let sources = Set(drafts.map(\.source)).sorted().clusterList
    try fetch(selection("name IN \(names) AND source IN \(sources)"))
  }

  private func fetch(_ runs: RunSelection) throws(StoreError) {
    if try pull(runs) { try pullRevisions(of: runs) }
  }

  // MARK: - Runs

  /// Reads the newest version of each run into the slice; returns `false` if there are none.
  @discardableResult
  private func pull(
    _ runs: RunSelection, atMost limit: Int = .max
  ) throws(StoreError) -> Bool {
    let (count, parts) = try contents(of: runs)
    guard count > 0 else { return false }
    guard count <= limit else {
      throw .source(
        Complaint(
          at: address,
          "the cluster has \(counted(count, "run")), which is too many for one command",
          wanted: "the limit is 1,000,000", remedy: "name a suite with --suite"))
    }
    runsWithoutMetrics.append(runs)
    let columns = PulledColumns(scalars: schema.ownScalars, parts: parts)
    // Devices and commits are inserted after the runs that refer to them, so that a run that is added meanwhile cannot
    // lack its device.
    try connection.execute("PRAGMA foreign_keys = OFF")
    try connection.transaction { () throws(StoreError) in
      // Making the indexes of many runs afterwards takes a third less time.
      let indexes = count <= 1000 ? [] : try connection.dropIndexes(of: ["run", "label"])
      try pullRuns(runs, columns)
      try pullDevices()
      for index in indexes where access != .read || Self.readIndexes.contains(index.name) {
        try connection.execute(index.sql)
      }
    }
    try connection.execute("PRAGMA foreign_keys = ON")
    return true
  }

  /// The number of versions of runs, and the tables that have rows of these runs.
  private func contents(
    of runs: RunSelection
  ) throws(StoreError) -> (count: Int, parts: [ClusterSchema.Part]) {
    let parts = schema.run.parts.dropLast()
    let lengths = parts.map { "sum(length(\($0.lists[0].quoted)))" }
    var found: (count: Int, parts: [ClusterSchema.Part]) = (0, [])
    try cluster.rows(
      """
      SELECT \((["count()"] + lengths).joined(separator: ", ")) FROM \(runs.table)
      WHERE \(runs.anyVersion)
      """
    ) { (reader) throws(RowReader.Fault) in
      found = (Int(try reader.unsigned()), [])
      for part in parts where try reader.unsigned() > 0 { found.parts.append(part) }
    }
    return found
  }

  private func pullRuns(_ runs: RunSelection, _ columns: PulledColumns) throws(StoreError) {
    // Only errors of the answer end a query.
    var failure: StoreError?
    try cluster.rows("SELECT \(columns.selected) FROM \(runs.table) WHERE \(runs.newestVersion)") {
      (reader) throws(RowReader.Fault) in
      let run = try PulledRun(&reader, columns)
      guard failure == nil else { return }
      do throws(StoreError) { try insert(run, columns) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Inserts a run, unless the slice has it already or it was removed.
  private func insert(_ run: PulledRun, _ columns: PulledColumns) throws(StoreError) {
    guard case .text(let digest) = run.own[0], ids[digest] == nil else { return }
    let entry = KnownRun(
      digest: digest, version: run.version, number: run.number, packed: run.packed,
      hasFrames: run.packed.isEmpty, hasMetrics: false)
    if run.isRemoved {
      removed[digest] = entry
      return
    }
    var id = run.number
    while known[id] != nil { id += 1 }
    try writer.insert(run, id: id, columns)
    (known[id], ids[digest]) = (entry, id)
  }

  // MARK: - Devices, commits and suites

  private func pullDevices() throws(StoreError) {
    let facts = schema.deviceScalars
    let properties = schema.deviceProperties
    let columns = (facts.map(\.quoted) + properties.lists.map(\.quoted)).map { "any(\($0))" }
    let digests = writer.lackingDevices.keys.sorted()
    var devices: [(digest: String, facts: [SQLValue], properties: [[SQLValue]])] = []
    for list in digests.clusterLists {
      try cluster.rows(
        """
        SELECT device_digest, \(columns.joined(separator: ", ")) FROM \(cluster.name("run"))
        WHERE device_digest IN \(list) AND removed = 0 GROUP BY device_digest
        """
      ) { (reader) throws(RowReader.Fault) in
        devices.append(
          (try reader.text(), try reader.values(facts), try reader.lists([properties])[0]))
      }
    }
    for (digest, facts, properties) in devices {
      try writer.insert(device: digest, facts, properties: properties)
    }
  }

  /// Reads what any run knows of each commit.
  private func pullRevisions(of runs: RunSelection) throws(StoreError) {
    let columns = schema.revisionColumns.map { "any(`revision_\($0)`)" }.joined(separator: ", ")
    var rows: [[SQLValue]] = []
    try cluster.rows(
      """
      SELECT assumeNotNull(revision) AS id, \(columns) FROM \(runs.table)
      WHERE revision IS NOT NULL AND removed = 0 AND (\(runs.anyVersion)) GROUP BY id
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

  private func pullSuites() throws(StoreError) {
    var suites: [String: (version: UInt64, values: [SQLValue], parts: [[[SQLValue]]])] = [:]
    let table = schema.suiteTable
    try cluster.rows(
      "SELECT \(table.names.joined(separator: ", ")) FROM \(cluster.name(table.name)) FINAL"
    ) { (reader) throws(RowReader.Fault) in
      let version = try reader.unsigned()
      _ = try reader.byte()
      let values = try reader.values(schema.suite.scalars[...])
      let parts = try reader.lists(schema.suite.parts)
      if case .text(let id) = values[0] { suites[id] = (version, values, parts) }
    }
    for (id, suite) in suites.sorted(by: { $0.key < $1.key }) {
      suiteVersions[id] = suite.version
      try writer.insert(suite: suite.values, parts: suite.parts)
    }
  }

  func publish(suite id: String) throws(StoreError) {
    guard let values = try connection.row(ofSuite: id, schema.suite) else { return }
    let version = RunNumbers.version(after: suiteVersions[id], hash: values.hash)
    var row = RowWriter()
    row.add(version)
    row.add(UInt8(0))
    row.append(values)
    try cluster.insert(row, into: schema.suiteTable)
    suiteVersions[id] = version
  }
}

extension Connection {
  /// Removes the indexes of some tables; returns their names and the statements that create them again.
  fileprivate func dropIndexes(
    of tables: [String]
  ) throws(StoreError) -> [(name: String, sql: String)] {
    let indexes = try rows(
      """
      SELECT name, sql FROM sqlite_schema
      WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN (SELECT value FROM json_each(?))
      """, [SQLValue(list: tables)]
    ) { (row) throws(StoreError) in (name: row.text("name"), sql: row.text("sql")) }
    for index in indexes { try execute("DROP INDEX \(index.name)") }
    return indexes
  }
}

extension ClusterSlice {
  /// The number of runs whose packed columns are read with one query.
  static let runsPerQuery = 200

  /// Reads the packed columns of runs that the slice lacks; `nil` for all runs.
  func fetchFrames(of runs: [RunID]?) throws(StoreError) {
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

extension ClusterSlice {
  private static let mostRunsInMemory = 100_000

  func metricTable(
    of runs: [RunID], only metrics: Set<String>?
  ) throws(StoreError) -> MetricTable? {
    try fetchMetricNames()
    let isInFile = runs.contains { known[$0.number]?.hasMetrics ?? true }
    guard isInFile else { return self.metrics.table(of: runs, only: metrics) }
    try insertMetrics(of: Set(runs.map(\.number)))
    return nil
  }

  /// Inserts the values of metrics that the file of the slice lacks; `nil` for those of all runs.
  func fetchMetrics(of runs: [RunID]?) throws(StoreError) {
    try fetchMetricNames()
    try insertMetrics(of: runs.map { Set($0.map(\.number)) })
  }

  private func insertMetrics(of chosen: Set<Int64>?) throws(StoreError) {
    try metrics.insert(chosen, into: connection)
    for id in chosen ?? Set(known.keys) { known[id]?.hasMetrics = true }
  }

  /// Reads the values that were not read yet.
  func fetchMetricNames() throws(StoreError) {
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

/// The folder of a slice, which only the user can read; removed with its last reference.
final class SliceFolder {
  private let folder: PrivateFolder

  var path: String { folder.path }

  init() throws(StoreError) {
    let store = "slice.db"
    guard
      let folder = PrivateFolder(for: ["", "-journal", "-wal", "-shm"].map { store + $0 })
    else { throw .io(path: "/tmp", message: SystemFault.last.message) }
    self.folder = folder
  }

  deinit { folder.remove() }

  /// Creates the store of the slice.
  func connect() throws(StoreError) -> Connection {
    try StoreOpening.temporary(at: "\(path)/slice.db")
  }
}
