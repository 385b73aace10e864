internal import CSQLite
internal import Schemas
internal import System

/// Opens a file as a store: checks it, accepts or refuses it, migrates it and configures the connection.
package struct StoreOpening {
  let path: String
  let access: RunStore.Access
  /// The maximum time to wait for other writers.
  let patience: Duration
  /// The name of the SQLite VFS; `nil` for the system's.
  var vfs: String?
  /// Whether the store is removed when the process ends, and is not worth saving from a crash.
  var isTemporary = false

  /// The application id that marks a file as a store: "Htch" in ASCII.
  static let applicationID: Int32 = 0x4874_6368

  /// The number of bytes of a store that are memory-mapped; SQLite reads the rest page by page.
  ///
  /// Mapped pages count as memory of the process. With 1 GiB, `trend` of a million runs needed 531 MB instead of
  /// 425 MB, in the same time. Without any, `verify` of eight million frames takes 10% more CPU time; a store that becomes
  /// shorter while it is mapped ends the process with a message (`Platform.reportShortenedFiles`).
  private static let mostMapped = 1 << 28

  /// The version that this program writes.
  package static var version: Int { StoreMigrations.all.count }

  /// Creates a store that is removed when the process ends, and is not worth saving from a crash.
  package static func temporary(at path: String) throws(StoreError) -> Connection {
    try StoreOpening(path: path, access: .create, patience: .seconds(30), isTemporary: true)
      .connect()
  }

  func connect() throws(StoreError) -> Connection {
    let isOlder = try checkFile() < Self.version
    // SQLite would create files next to the store, and a migration would change it.
    if Confinement.isOn { return try connectForReading(hasLog ? .update : .immutable) }
    guard access == .read else { return try connectForWriting() }
    if isOlder { try migrateIfWritable() }
    do {
      return try connectForReading(.update)
    } catch {
      guard error.isBecauseOfWriting, !hasLog else { throw error }
      return try connectForReading(.immutable)
    }
  }

  /// Migrates a store that is opened for reading, if it can be written.
  private func migrateIfWritable() throws(StoreError) {
    do {
      _ = try connectForWriting()
    } catch {
      guard error.isBecauseOfWriting else { throw error }
    }
  }

  /// Checks the file before it is opened, because opening may already change a database.
  ///
  /// - Returns: the version of the store in the file; a newer version may be in the log.
  private func checkFile() throws(StoreError) -> Int {
    if let fault = SystemFault(reading: path) { throw .io(path: path, message: fault.message) }
    switch Platform.kind(of: path) {
    case .file where Platform.size(of: path) > 0: return try checkOwner()
    case .nothing, .file:
      guard access == .create else { throw .missing(path: path) }
      return 0
    case .folder: throw .notAStore(path: path, found: .directory)
    case .special: throw .notAStore(path: path, found: .otherFile)
    }
  }

  private func checkOwner() throws(StoreError) -> Int {
    let glance = try Connection(path, mode: .immutable, vfs: vfs)
    // Otherwise SQLite refuses a file if a process was killed while it copied the log into the file.
    glance.configure(SQLITE_DBCONFIG_WRITABLE_SCHEMA, true)
    let found = Int32(truncatingIfNeeded: try glance.integer("PRAGMA application_id") ?? 0)
    guard found == Self.applicationID else {
      throw .notAStore(path: path, found: .otherDatabase(applicationID: found))
    }
    // Versions only increase, so a version that is too high here is too high in the log, too.
    return try checkVersion(of: glance)
  }

  /// Whether there is a write-ahead log next to the file.
  ///
  /// Without its contents, the file is outdated.
  private var hasLog: Bool {
    let log = path + "-wal"
    if SystemFault(reading: log) != nil { return true }
    return switch Platform.kind(of: log) {
    case .nothing: false
    case .file: Platform.size(of: log) > 0
    case .folder, .special: true
    }
  }

  private func connectForWriting() throws(StoreError) -> Connection {
    let connection = try configured(access == .create ? .create : .update)
    try checkVersion(of: connection)
    try connection.checkSchema()
    try usePages(of: connection)
    try migrate(connection)
    try connection.checkTables()
    try useWriteAheadLog(connection)
    // The log of a temporary store is removed with the store.
    connection.configure(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, isTemporary)
    return connection
  }

  private func connectForReading(_ mode: Connection.Mode) throws(StoreError) -> Connection {
    let connection = try configured(mode)
    let found = try checkVersion(of: connection)
    try connection.checkSchema()
    try connection.checkTables(version: found)
    if found < Self.version { try addMissingTables(to: connection, from: found) }
    // Mapped, because each small page would need a system call.
    try connection.execute("PRAGMA query_only = 1; PRAGMA mmap_size = \(Self.mostMapped)")
    if Confinement.isOn { try connection.execute("PRAGMA temp_store = MEMORY") }
    connection.configure(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)
    return connection
  }

  /// Creates the tables that a store of an earlier version lacks as empty temporary tables, so that it can be read
  /// where it cannot be written.
  private func addMissingTables(
    to connection: Connection, from version: Int
  ) throws(StoreError) {
    try connection.execute("PRAGMA temp_store = MEMORY")
    for step in StoreMigrations.all.dropFirst(version) {
      try connection.execute(step.replacing("CREATE TABLE", with: "CREATE TEMP TABLE"))
    }
  }

  /// A connection that changes nothing so far; closing it leaves the write-ahead log alone.
  private func configured(_ mode: Connection.Mode) throws(StoreError) -> Connection {
    let connection = try Connection(path, mode: mode, vfs: vfs)
    connection.configure(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)
    connection.configure(SQLITE_DBCONFIG_DEFENSIVE, true)
    connection.configure(SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)
    connection.configure(SQLITE_DBCONFIG_DQS_DML, false)
    connection.configure(SQLITE_DBCONFIG_DQS_DDL, false)
    connection.configure(SQLITE_DBCONFIG_ENABLE_FKEY, true)
    connection.waitForLocks(patience)
    connection.limitSteps()
    try connection.execute("PRAGMA cell_size_check = 1")
    return connection
  }

  /// Sets small pages in a new store, because a packed column of some kilobytes would leave half of a large page
  /// unused.
  ///
  /// The checkpoint limit of the log and the number of pages in memory are raised accordingly: an import reads each page
  /// of its indexes again otherwise. A temporary store has larger pages, of which 64 MiB stay in memory, because rows
  /// arrive in another order than that of its tables.
  private func usePages(of connection: Connection) throws(StoreError) {
    try connection.execute(
      isTemporary
        ? "PRAGMA page_size = 4096; PRAGMA cache_size = -65536; PRAGMA synchronous = OFF"
        : "PRAGMA page_size = 1024; PRAGMA cache_size = -8192")
    try connection.execute("PRAGMA wal_autocheckpoint = 4000")
  }

  /// The version of the store; an empty database has version 0.
  @discardableResult
  private func checkVersion(of connection: Connection) throws(StoreError) -> Int {
    let found = Int(try connection.integer("PRAGMA user_version") ?? 0)
    guard found <= Self.version else {
      throw .newerVersion(path: path, found: found, known: Self.version)
    }
    guard found >= 0 else {
      throw .corrupt(
        path: path, detail: "the version of the store is \(found), expected a positive number")
    }
    if found == 0, access != .create { throw .missing(path: path) }
    return found
  }

  /// Applies the missing migrations in one transaction, so that a killed process leaves no intermediate version.
  ///
  /// The version is checked again within the transaction, because another process may migrate at the same time.
  private func migrate(_ connection: Connection) throws(StoreError) {
    guard try version(of: connection) < Self.version else { return }
    try connection.transaction { () throws(StoreError) in
      for step in StoreMigrations.all.dropFirst(try version(of: connection)) {
        try connection.execute(step)
      }
      try connection.execute("PRAGMA application_id = \(Self.applicationID)")
      try connection.execute("PRAGMA user_version = \(Self.version)")
    }
  }

  private func version(of connection: Connection) throws(StoreError) -> Int {
    Int(try connection.integer("PRAGMA user_version") ?? 0)
  }

  /// Enables write-ahead logging, so that readers continue while a process writes.
  ///
  /// SQLite does not wait for other processes here, so this function retries.
  private func useWriteAheadLog(_ connection: Connection) throws(StoreError) {
    let deadline = ContinuousClock.now + patience
    while true {
      do {
        return try connection.execute(
          "PRAGMA journal_mode = WAL; PRAGMA synchronous = \(isTemporary ? "OFF" : "FULL")")
      } catch {
        guard case .busy = error, ContinuousClock.now < deadline, !Interruption.isRequested else {
          throw error
        }
        sqlite3_sleep(10)
      }
    }
  }
}

extension StoreError {
  /// Whether only the files that SQLite creates next to a store could not be created.
  fileprivate var isBecauseOfWriting: Bool {
    switch self {
    case .readOnly, .diskFull: true
    default: false
    }
  }
}
