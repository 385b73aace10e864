internal import ClickHouse
internal import RunStore
internal import System
internal import Units

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
      throw .source(error.complaint)
    }
    let password = try ClusterPassword.read()
    do throws(ClusterFault) {
      client = try ClusterClient(address, password: password)
    } catch {
      throw .source(error.complaint(at: text))
    }
  }

  /// The name of a table for queries, with its database.
  func name(_ table: String) -> String { "\(address.database).\(table)" }

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
    try attempt { () throws(ClusterFault) in
      do throws(ClusterFault) {
        let text = try client.text(of: "SELECT max(version) FROM \(name("schema_version"))")
        guard let version = Int(text.filter { !$0.isWhitespace }) else {
          throw .foreignAnswer(node: address.nodes[0].name, status: 200)
        }
        return version == 0 ? nil : version
      } catch {
        // 60: no such table, 81: no such database.
        if case .server(60, _, _) = error { return nil }
        if case .server(81, _, _) = error { return nil }
        throw error
      }
    }
  }

  /// Refuses a cluster without tables, and one of a newer version.
  func checkVersion() throws(StoreError) {
    guard let found = try version() else { throw withoutTables }
    guard found <= StoreOpening.version else {
      throw .newerVersion(path: address.text, found: found, known: StoreOpening.version)
    }
    guard found == StoreOpening.version else {
      throw .source(
        Complaint(
          at: address.text, "the tables of the cluster have version \(found), which is too old",
          remedy:
            """
            the command \(Suggestion.command("cluster migrate", on: address.text)) updates the tables of the cluster
            """
        ))
    }
  }

  /// The error for a cluster without the tables of a store.
  var withoutTables: StoreError {
    .source(
      Complaint(
        at: address.text, "the cluster has no tables for runs",
        remedy:
          """
          the command \(Suggestion.command("cluster init", on: address.text)) creates the tables for runs
          """
      ))
  }

  private func attempt<Result>(
    _ body: () throws(ClusterFault) -> Result
  ) throws(StoreError) -> Result {
    do throws(ClusterFault) {
      return try body()
    } catch {
      throw .source(error.complaint(at: address.text))
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

extension ClusterConnection {
  /// How long a command waits for replicas that lack rows.
  ///
  /// ClickHouse can only write to a replica that was killed once ZooKeeper ended its old session, after 30 seconds.
  private static let patience = Duration.seconds(60)

  /// Waits until the replicas that queries read have all rows that any replica had when the wait began.
  ///
  /// A replica that was down answers as soon as it runs, with fewer rows than the others. Without this wait, a command
  /// would take them for all rows. The only replica of a shard cannot lack rows.
  ///
  /// - Throws: `StoreError` if a replica still lacks rows after a minute.
  func waitForReplicas() throws(StoreError) {
    guard address.cluster != nil else { return }
    let end = ContinuousClock.now + Self.patience
    var ends: [String: Int64] = [:]
    var start: Int64 = 0
    while true {
      let replicas = try replicas()
      for replica in replicas where ends[replica.name] == nil {
        ends[replica.name] = replica.newest
        start = max(start, replica.time)
      }
      let behind = replicas.filter { $0.isBehind(ends[$0.name] ?? 0, since: start) }
      guard let behind = try firstChanged(of: behind) else { return }
      guard ContinuousClock.now < end else {
        throw .source(
          Complaint(
            at: address.text,
            "server \(behind.name) does not have all rows of the cluster yet",
            remedy: "wait until ClickHouse has copied the rows to this server, and try again"))
      }
      ClusterClient.pause(milliseconds: 100)
    }
  }

  /// The first of some replicas whose table was ever changed: the numbers of one change and of none are both 0.
  private func firstChanged(of replicas: [Replica]) throws(StoreError) -> Replica? {
    for replica in replicas {
      guard !replica.isAlone, replica.newest == 0 else { return replica }
      let count = try text(
        of:
          "SELECT count() FROM system.zookeeper WHERE path = \((replica.path + "/log").clusterLiteral)"
      )
      if Int(count.filter(\.isNumber)) != 0 { return replica }
    }
    return nil
  }

  /// The state of a table on the replica of a shard that queries read.
  private struct Replica {
    let name: String
    /// The path of the table in ZooKeeper.
    let path: String
    /// The number of the newest change that any replica of the shard made.
    let newest: Int64
    /// The number of the change that this replica reads next.
    let next: Int64
    /// The number of inserts that this replica has read but not made.
    let waiting: Int64
    /// The time of the oldest of these inserts, and the present time, in seconds since 1970.
    let oldest: Int64
    let time: Int64
    /// Whether the replica has no connection to ZooKeeper.
    let isAlone: Bool

    func isBehind(_ end: Int64, since start: Int64) -> Bool {
      isAlone || next <= end || (waiting > 0 && oldest <= start)
    }
  }

  /// The replicas of shards with several; a replica without a connection to ZooKeeper does not know how many there are.
  private func replicas() throws(StoreError) -> [Replica] {
    var replicas: [Replica] = []
    try rows(
      """
      SELECT replica_path, zookeeper_path, toInt64(log_max_index), toInt64(log_pointer),
        toInt64(inserts_in_queue), toInt64(toUnixTimestamp(inserts_oldest_time)),
        toInt64(toUnixTimestamp(now())), toUInt8(is_readonly OR is_session_expired)
      FROM cluster('\(address.cluster ?? "")', 'system', 'replicas')
      WHERE database = '\(address.database)' AND total_replicas != 1
      """
    ) { (reader) throws(RowReader.Fault) in
      replicas.append(
        Replica(
          name: try reader.text(), path: try reader.text(), newest: try reader.integer(),
          next: try reader.integer(),
          waiting: try reader.integer(), oldest: try reader.integer(), time: try reader.integer(),
          isAlone: try reader.byte() != 0))
    }
    return replicas
  }
}

/// The password for a cluster, from the environment or from a file that the environment names.
enum ClusterPassword {
  /// The greatest number of bytes of a password.
  private static let mostBytes = 4096

  /// The password; `nil` if the environment names none.
  ///
  /// - Throws: `StoreError` if the file cannot be read.
  static func read() throws(StoreError) -> String? {
    if let text = Platform.environment("HITCHMARK_STORE_PASSWORD") { return text }
    guard let path = Platform.environment("HITCHMARK_STORE_PASSWORD_FILE") else { return nil }
    guard Platform.kind(of: path) == .file else {
      throw .io(path: path, message: "the password file does not exist, or is no regular file")
    }
    let bytes = Platform.content(of: path, limit: mostBytes)
    guard !bytes.isEmpty else {
      throw .io(path: path, message: "the password file is empty or cannot be read")
    }
    // Text editors end a file with a newline, which no password has.
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    return String(decoding: line, as: UTF8.self)
  }
}
