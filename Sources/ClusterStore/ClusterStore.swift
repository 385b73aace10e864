internal import ClickHouse
public import RunStore
internal import Units

// ClusterStore fills the file of a `RunStore` from a ClickHouse cluster, and sends its changes back. It knows the tables of
// the cluster, and nothing of what runs mean. `docs/scale.md` describes the tables.

extension RunStore {
  /// Opens a store in an SQLite file, or in the cluster at an address such as `clickhouses://host/database`.
  ///
  ///     let store = try RunStore.open(anywhere: "clickhouse://localhost/frames", access: .read)
  ///
  /// The runs of a cluster that a command needs are in a temporary SQLite file, the slice, and changes are sent to the
  /// cluster before the function returns.
  ///
  /// - Parameter filter: its suite and stage are the only ones whose runs are read. Runs of a cluster are copied, so
  ///   fewer are faster. A file ignores the filter.
  /// - Throws: `StoreError`; the store is then unchanged.
  public static func open(
    anywhere path: String, access: Access, for filter: RunFilter = RunFilter()
  ) throws(StoreError) -> RunStore {
    guard isCluster(path) else { return try open(path, access: access) }
    let slice = try ClusterSlice(of: path, access: access, for: filter)
    return try RunStore(slice.connection, filledBy: slice)
  }

  /// Whether a text is the address of a ClickHouse cluster, and not the path of a file.
  public static func isCluster(_ path: String) -> Bool { ClusterAddress.isAddress(path) }
}

/// Creates, upgrades and inspects the ClickHouse tables that contain the runs of a store.
///
///     let cluster = try ClusterStore(at: "clickhouse://localhost:8123/frames")
///     try cluster.create()
///     try cluster.status().runs  // 0
///
/// `RunStore.open(anywhere:)` reads and changes the runs.
public struct ClusterStore {
  private let cluster: ClusterConnection
  private let schema: ClusterSchema

  private var address: ClusterAddress { cluster.address }

  /// Prepares a connection to the ClickHouse cluster at an address, without sending anything yet.
  ///
  /// - Throws: `StoreError` if the address is invalid, or libcurl is missing. Nothing is sent yet.
  public init(at address: String) throws(StoreError) {
    guard RunStore.isCluster(address) else { throw .noClusterAddress }
    cluster = try ClusterConnection(address)
    let folder = try SliceFolder()
    // An empty store declares the tables.
    schema = try ClusterSchema(try folder.connect())
  }

  private var onCluster: String { address.cluster.map { " ON CLUSTER \($0)" } ?? "" }

  /// Creates the store's database and tables in ClickHouse, unless they exist already.
  ///
  /// - Throws: `StoreError`; the next call continues.
  public func create() throws(StoreError) {
    if try cluster.version() != nil { return try cluster.checkVersion() }
    try cluster.define("CREATE DATABASE IF NOT EXISTS \(address.database)\(onCluster)")
    for table in schema.tables { try create(table) }
    try noteVersion()
  }

  /// Upgrades the store's tables in ClickHouse: adds the tables and columns that this version of the program needs.
  ///
  /// - Returns: the names of the added tables and columns, such as `run.note`.
  /// - Throws: `StoreError`; `newerVersion` if a newer program created the tables. The next call continues.
  public func migrate() throws(StoreError) -> [String] {
    guard let found = try cluster.version() else { throw cluster.withoutTables }
    guard found <= StoreOpening.version else {
      throw .newerVersion(path: address.text, found: found, known: StoreOpening.version)
    }
    var added: [String] = []
    for table in schema.tables {
      if try columns(of: table.dataName(in: address)).isEmpty { added.append(table.name) }
      try create(table)
      added += try addMissingColumns(to: table)
    }
    try noteVersion()
    return added
  }

  private func create(_ table: ClusterTable) throws(StoreError) {
    for statement in table.definitions(in: address) { try cluster.define(statement) }
  }

  private func columns(of table: String) throws(StoreError) -> Set<String> {
    var names: Set<String> = []
    try cluster.rows(
      """
      SELECT name FROM system.columns
      WHERE database = '\(address.database)' AND table = '\(table)'
      """
    ) { (reader) throws(RowReader.Fault) in names.insert(try reader.text()) }
    return names
  }

  /// Adds columns to the table with the rows and to the one that passes queries on; returns their names.
  private func addMissingColumns(to table: ClusterTable) throws(StoreError) -> [String] {
    var added: Set<String> = []
    for name in Set([table.dataName(in: address), table.name]).sorted(by: >) {
      let known = try columns(of: name)
      for column in table.columns where !known.contains(column.name) {
        try cluster.define(
          """
          ALTER TABLE \(cluster.name(name))\(onCluster) ADD COLUMN \(column.quoted) \(column.type)
          """)
        added.insert("\(table.name).\(column.name)")
      }
    }
    return added.sorted()
  }

  private func noteVersion() throws(StoreError) {
    var row = RowWriter()
    row.add(Int64(StoreOpening.version))
    try cluster.insert(row, into: ClusterSchema.versions)
  }

  // MARK: - Status

  /// Reads the numbers of runs and frames, the sizes of tables, and the servers of a store in ClickHouse.
  ///
  /// - Throws: `StoreError`, also if a shard does not answer.
  public func status() throws(StoreError) -> ClusterStatus {
    guard let version = try cluster.version() else { throw cluster.withoutTables }
    let server = try cluster.text(of: "SELECT version()").filter { !$0.isWhitespace }
    try cluster.waitForReplicas()
    var status = ClusterStatus(
      version: version, knownVersion: StoreOpening.version, serverVersion: server)
    try cluster.rows(
      """
      SELECT count(), toUInt64(sum(ifNull(frames, 0))) FROM \(cluster.name("run")) FINAL
      WHERE removed = 0
      """
    ) { (reader) throws(RowReader.Fault) in
      (status.runs, status.frames) = (Int(try reader.unsigned()), Int(try reader.unsigned()))
    }
    status.tables = try tables()
    status.shards = try shards()
    return status
  }

  private func tables() throws(StoreError) -> [ClusterStatus.Table] {
    let parts = address.cluster.map { "cluster('\($0)', 'system', 'parts')" } ?? "system.parts"
    var tables: [ClusterStatus.Table] = []
    try cluster.rows(
      """
      SELECT table, sum(rows), sum(bytes_on_disk) FROM \(parts)
      WHERE database = '\(address.database)' AND active GROUP BY table ORDER BY table
      """
    ) { (reader) throws(RowReader.Fault) in
      let name = try reader.text()
      tables.append(
        ClusterStatus.Table(
          name: name.hasSuffix("_data") ? String(name.dropLast(5)) : name,
          rows: Int(try reader.unsigned()), bytes: Int(try reader.unsigned())))
    }
    return tables
  }

  private func shards() throws(StoreError) -> [[String]] {
    guard let name = address.cluster else { return [] }
    var shards: [Int64: [String]] = [:]
    try cluster.rows(
      """
      SELECT toInt64(shard_num), concat(host_name, ':', toString(port)) FROM system.clusters
      WHERE cluster = '\(name)' ORDER BY shard_num, replica_num
      """
    ) { (reader) throws(RowReader.Fault) in
      shards[try reader.integer(), default: []].append(try reader.text())
    }
    return shards.sorted { $0.key < $1.key }.map(\.value)
  }

  // MARK: - Queries

  /// Runs the user's own SQL query on ClickHouse, which may read but not change data.
  ///
  /// - Parameters:
  ///   - format: the format of ClickHouse for the answer, unless the query names another one.
  ///   - seconds: the longest time that the query may take.
  /// - Returns: the answer, at most 64 MiB.
  public func answer(
    to query: String, format: String, seconds: Int = 60
  ) throws(StoreError) -> String {
    try cluster.waitForReplicas()
    return try cluster.text(
      of: query,
      settings: [
        ("database", address.database), ("default_format", format),
        ("distributed_product_mode", "local"), ("max_execution_time", String(seconds)),
        ("max_result_bytes", String(64 << 20)), ("readonly", "1"),
      ])
  }
}

extension StoreError {
  /// The error for a store that is not in a cluster.
  static var noClusterAddress: StoreError { .source(ClusterAddressFault.noScheme.complaint) }
}

/// The state of a store in ClickHouse: versions, numbers of runs and frames, sizes of tables, and servers.
public struct ClusterStatus: Sendable, Equatable {
  /// The version of the store's tables in ClickHouse.
  public let version: Int
  /// The version of the ClickHouse tables that this version of the program creates.
  public let knownVersion: Int
  /// The version of ClickHouse on the server that answered.
  public let serverVersion: String
  /// The number of runs in the ClickHouse database.
  public internal(set) var runs = 0
  /// The number of frames of all runs in the ClickHouse database.
  public internal(set) var frames = 0
  /// The tables of the ClickHouse database with their sizes; copies on other servers are not counted.
  public internal(set) var tables: [Table] = []
  /// The servers of each shard, as host and port; a shard is a part of the rows.
  ///
  /// Empty if the database is on a single server.
  public internal(set) var shards: [[String]] = []

  /// The size of a table in ClickHouse; copies of it on other servers are not counted.
  public struct Table: Sendable, Equatable {
    public let name: String
    /// The number of rows in the table, including old versions of rows that ClickHouse has not merged yet.
    public let rows: Int
    /// The size of the table in bytes, after compression by ClickHouse.
    public let bytes: Int
  }

  /// The average number of bytes that the recorded data of one frame takes in ClickHouse; `nil` if there are no frames.
  public var bytesPerFrame: Double? {
    let packed = tables.filter {
      ["counter", "frame_column", "frame_part_entries"].contains($0.name)
    }
    return frames == 0 ? nil : Double(packed.reduce(0) { $0 + $1.bytes }) / Double(frames)
  }
}
