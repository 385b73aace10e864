public import ClickHouse

/// Why a store could not be opened, read or changed.
///
/// `StoreError+Wording.swift` turns each case into a message.
///
/// The store is unchanged after an error, except that a merge keeps the runs of complete batches.
public enum StoreError: Error, Sendable, Equatable {
  /// The file does not exist or is empty, but a store is required.
  case missing(path: String)
  /// The file is not a store, and was not changed.
  case notAStore(path: String, found: Found)
  /// A later version of the program created the store; it was not changed.
  case newerVersion(path: String, found: Int, known: Int)
  /// The file or its folder cannot be written.
  case readOnly(path: String)
  case diskFull(path: String)
  /// Another process locked the store for longer than the limit.
  case busy(path: String)
  /// The file cannot be opened or read; the message is the system's or SQLite's.
  case io(path: String, message: String)
  /// The file is damaged, or its schema is not that of a store; the detail says what was found.
  case corrupt(path: String, detail: String)
  /// A part of a run, such as `present` or `counter cpu_load`, does not decode.
  case damagedRun(path: String, run: RunID, part: String, problem: PackingProblem)
  /// The store does not accept the data: a constraint of the schema is violated, or a value or run is too large.
  case refused(path: String, detail: String)
  case noSuchRun(path: String, run: RunID)
  /// The query is invalid or could not be finished. `message` is SQLite's, or names the exceeded memory limit, and
  /// `offset` is the byte in the query, from 0, if it is known.
  case query(message: String, offset: Int?)
  /// A query that would change something or access other files.
  case queryWrites
  /// The text is not the address of a cluster.
  case clusterAddress(ClusterAddressFault)
  /// The cluster at the address `path` did not answer as expected.
  case cluster(path: String, ClusterFault)
  case clusterWithoutTables(path: String)
  case clusterOfOlderVersion(path: String, found: Int)
  /// ClickHouse has the version `found`, and the table `frame` needs the version `needed`.
  case clusterWithoutCodecs(path: String, found: String, needed: String)
  /// A replica of a table still lacks rows that other replicas have.
  case clusterBehind(path: String, replica: String)
  /// The command would read more runs of a cluster than it can.
  case clusterTooLarge(path: String, runs: Int)
  /// The text has several statements or none, but must have one query.
  case notOneQuery(found: Int)

  public enum Found: Sendable, Equatable {
    case directory
    /// A file that is not a database.
    case otherFile
    case otherDatabase(applicationID: Int32)
  }
}
