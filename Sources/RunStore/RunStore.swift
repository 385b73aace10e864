// RunStore stores recordings and metric values in one SQLite file and reads them back without loss. It knows no
// formulas and no trace formats. `docs/store.md` describes the tables and the packed columns.

/// A store of runs in one SQLite file.
///
/// It returns recordings exactly as they were added.
///
///     let store = try RunStore.open("runs.db", access: .create)
///     _ = try store.add(draft)
///     let runs = try store.runs(RunFilter(suite: "app"))
///
/// A store belongs to one thread; open it again for another thread. Any number of processes may open the same store.
/// Writers wait for each other, and readers never wait.
public final class RunStore {
  /// How a store is opened: for reading or for writing.
  public enum Access: Sendable {
    /// Read and change; the store is created if it does not exist.
    case create
    /// Read and change; the store must exist.
    case update
    /// Read only; the store must exist. Works in folders that cannot be written.
    case read
  }

  /// The path of the store's file, as given.
  public var path: String { connection.path }

  let connection: Connection
  /// Connections for other threads, which see the same state as `connection`.
  var companions: [Companion] = []

  private init(_ connection: Connection) {
    self.connection = connection
  }

  /// Opens the file of a store, and migrates a store of an earlier version.
  ///
  /// - Throws: `StoreError`; the file is then unchanged.
  public static func open(_ path: String, access: Access) throws(StoreError) -> RunStore {
    try open(path, access: access, patience: .seconds(30))
  }

  /// Opens a store with a limit for waiting for other writers.
  static func open(
    _ path: String, access: Access, patience: Duration, vfs: String? = nil
  ) throws(StoreError) -> RunStore {
    let opening = StoreOpening(path: path, access: access, patience: patience, vfs: vfs)
    let connection = try opening.connect()
    try RunTable.register(on: connection)
    return RunStore(connection)
  }
}

/// The number by which a store identifies a run.
///
/// Numbers are never reused.
public struct RunID: Sendable, Hashable, Comparable {
  /// The number of the run in its store, from 1.
  public let number: Int64

  /// Creates the id of a run from its number, which is at least 1.
  public init(_ number: Int64) { self.number = number }

  /// Orders the ids of runs by the time at which the runs were added.
  public static func < (left: RunID, right: RunID) -> Bool { left.number < right.number }
}
