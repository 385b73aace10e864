internal import ClickHouse

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
  /// - Throws: `StoreError.clusterBehind` if a replica still lacks rows after a minute.
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
        throw .clusterBehind(path: address.text, replica: behind.name)
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
