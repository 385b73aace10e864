/// A store of runs in one SQLite file: recordings go in, and come back as they were.
///
/// It is for one thread: open another for another thread. Any number of processes may have a store open;
/// writers wait for each other, and readers for nobody.
public final class RunStore {
  /// What a store is opened for.
  public enum Access: Sendable {
    /// To read and change it; made when there is none.
    case create
    /// To read and change it; it must exist.
    case update
    /// To read it; it must exist. Works where nothing can be written.
    case read
  }

  /// The file, as it was named.
  public var path: String { connection.path }

  let connection: Connection
  /// Connections that see the state which `connection` holds, for other threads.
  var companions: [Companion] = []

  private init(_ connection: Connection) {
    self.connection = connection
  }

  /// Opens a store, and brings one of an earlier version up to date, to be read as well.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - access: what it is opened for.
  /// - Returns: the store.
  /// - Throws: `StoreError`; the file is then as it was.
  public static func open(_ path: String, access: Access) throws(StoreError) -> RunStore {
    try open(path, access: access, patience: .seconds(30))
  }

  /// Opens a store, waiting for other writers only so long.
  static func open(
    _ path: String, access: Access, patience: Duration, vfs: String? = nil
  ) throws(StoreError) -> RunStore {
    let opening = StoreOpening(path: path, access: access, patience: patience, vfs: vfs)
    let connection = try opening.connect()
    try RunTable.register(on: connection)
    return RunStore(connection)
  }
}

/// The number of a run in one store; never given to another run of it.
public struct RunID: Sendable, Hashable, Comparable {
  /// The number, from 1.
  public let number: Int64

  /// Creates the id of a number that the user gave.
  ///
  /// - Parameter number: from 1.
  public init(_ number: Int64) { self.number = number }

  /// Orders runs as they were added.
  public static func < (left: RunID, right: RunID) -> Bool { left.number < right.number }
}
