internal import ClickHouse

/// A connection to the cluster of a store, whose errors are those of a store.
final class ClusterConnection {
  let address: ClusterAddress
  private let client: ClusterClient
  /// The settings of inserts: they end when all replicas that must have the rows have them.
  private var insertSettings = [("insert_distributed_sync", "1"), ("insert_deduplicate", "1")]

  /// The settings of queries.
  ///
  /// A subquery reads only its own shard, because all rows of a run are on one shard. ClickHouse reads the replicas in the
  /// order of its configuration, so that a query sees the rows of the insert before it.
  private static let readSettings = [
    ("distributed_product_mode", "local"), ("load_balancing", "in_order"),
  ]

  /// Creates a connection to the cluster at an address.
  ///
  /// - Throws: `StoreError` if the address is invalid, or libcurl cannot be loaded.
  init(_ text: String) throws(StoreError) {
    do throws(ClusterAddressFault) {
      address = try ClusterAddress(text)
    } catch {
      throw .clusterAddress(error)
    }
    let password = try ClusterPassword.read()
    do throws(ClusterFault) {
      client = try ClusterClient(address, password: password)
    } catch {
      throw .cluster(path: text, error)
    }
  }

  /// The name of a table for queries, with its database.
  func name(_ table: String) -> String { "\(address.database).\(table)" }

  /// Runs a statement and returns its answer as text.
  @discardableResult
  func text(of statement: String, settings: [(String, String)] = []) throws(StoreError) -> String {
    try attempt { () throws(ClusterFault) in
      try client.text(of: statement, settings: settings)
    }
  }

  /// Runs a statement that all nodes of the cluster must run, for a minute at most.
  func define(_ statement: String) throws(StoreError) {
    let limits = address.cluster == nil ? [] : [("distributed_ddl_task_timeout", "60")]
    try text(of: statement, settings: limits)
  }

  /// Reads rows; a row may be read twice if a node fails.
  func rows(
    _ query: String, _ read: (inout RowReader) throws(RowReader.Fault) -> Void
  ) throws(StoreError) {
    try attempt { () throws(ClusterFault) in
      try client.rows(query, settings: Self.readSettings, read)
    }
  }

  /// Inserts rows into a table; nothing without rows.
  func insert(_ rows: RowWriter, into table: ClusterTable) throws(StoreError) {
    guard !rows.bytes.isEmpty else { return }
    try attempt { () throws(ClusterFault) in
      try client.insert(
        into: name(table.name), columns: table.names, rows.bytes, settings: insertSettings)
    }
  }

  /// Makes inserts wait for a second replica, if every shard has one.
  func requireReplicas() throws(StoreError) {
    guard let cluster = address.cluster else { return }
    let least = try text(
      of: """
        SELECT min(replicas) FROM (
          SELECT count() AS replicas FROM system.clusters WHERE cluster = '\(cluster)'
          GROUP BY shard_num)
        """)
    if Int(least.filter(\.isNumber)) ?? 0 >= 2 { insertSettings.append(("insert_quorum", "2")) }
  }

  /// The version of the schema of the tables; `nil` if the database or the table of versions is missing.
  func version() throws(StoreError) -> Int? {
    do throws(StoreError) {
      let text = try text(of: "SELECT max(version) FROM \(name("schema_version"))")
      guard let version = Int(text.filter { !$0.isWhitespace }) else {
        throw .cluster(path: address.text, .foreignAnswer(node: address.nodes[0].name, status: 200))
      }
      return version == 0 ? nil : version
    } catch {
      // 60: no such table, 81: no such database.
      if case .cluster(_, .server(60, _, _)) = error { return nil }
      if case .cluster(_, .server(81, _, _)) = error { return nil }
      throw error
    }
  }

  /// Refuses a cluster without tables, and one of a newer version.
  func checkVersion() throws(StoreError) {
    guard let found = try version() else { throw .clusterWithoutTables(path: address.text) }
    guard found <= StoreOpening.version else {
      throw .newerVersion(path: address.text, found: found, known: StoreOpening.version)
    }
    guard found == StoreOpening.version else {
      throw .clusterOfOlderVersion(path: address.text, found: found)
    }
  }

  private func attempt<Result>(
    _ body: () throws(ClusterFault) -> Result
  ) throws(StoreError) -> Result {
    do throws(ClusterFault) {
      return try body()
    } catch {
      throw .cluster(path: address.text, error)
    }
  }
}

extension String {
  /// The text as a literal of ClickHouse's SQL.
  var clusterLiteral: String {
    "'" + replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}

extension [String] {
  /// The texts as a list of ClickHouse's SQL.
  var clusterList: String { "(" + map(\.clusterLiteral).joined(separator: ", ") + ")" }

  /// The texts as lists of at most 1,000, because ClickHouse limits the length of a query.
  var clusterLists: [String] {
    stride(from: 0, to: count, by: 1000).map { start in
      Array(self[start..<Swift.min(start + 1000, count)]).clusterList
    }
  }
}
