internal import CSQLite
internal import Schemas

/// How a file becomes an open store: looked at, refused or accepted, brought up to date, set up.
struct StoreOpening {
  let path: String
  let access: RunStore.Access
  /// How long to wait for other writers.
  let patience: Duration
  /// The name of the SQLite VFS; `nil` for the system's.
  var vfs: String?

  /// Marks a file as one of ours: "Htch" in ASCII.
  static let applicationID: Int32 = 0x4874_6368

  /// Bytes of a store that are read where they lie in memory; those behind are read page by page.
  private static let mostMapped = 1 << 30

  /// The version that this program writes.
  static var version: Int { StoreMigrations.all.count }

  func connect() throws(StoreError) -> Connection {
    try checkFile()
    guard access == .read else { return try connectForWriting() }
    do {
      return try connectForReading(.update)
    } catch {
      if case .olderVersion = error { return try connectAfterMigrating(else: error) }
      guard error.isForWantOfWriting, !hasLog else { throw error }
      return try connectForReading(.immutable)
    }
  }

  /// Brings a store up to date that is only to be read, where it can be written.
  private func connectAfterMigrating(else refusal: StoreError) throws(StoreError) -> Connection {
    do {
      _ = try connectForWriting()
    } catch {
      throw error.isForWantOfWriting ? refusal : error
    }
    return try connectForReading(.update)
  }

  /// Looks at the file before it is opened in earnest, which may already change a database.
  private func checkFile() throws(StoreError) {
    switch FileKind(of: path) {
    case .absent, .file(isEmpty: true):
      guard access == .create else { throw .missing(path: path) }
    case .file(isEmpty: false): try checkOwner()
    case .directory: throw .notAStore(path: path, found: .directory)
    case .special: throw .notAStore(path: path, found: .otherFile)
    case .unreadable(let message): throw .io(path: path, message: message)
    }
  }

  private func checkOwner() throws(StoreError) {
    let glance = try Connection(path, mode: .immutable, vfs: vfs)
    // Or SQLite would refuse a file into which a log was being written back when the process was killed.
    glance.configure(SQLITE_DBCONFIG_WRITABLE_SCHEMA, true)
    let found = Int32(truncatingIfNeeded: try glance.integer("PRAGMA application_id") ?? 0)
    guard found == Self.applicationID else {
      throw .notAStore(path: path, found: .otherDatabase(applicationID: found))
    }
    // Versions only grow, so one that is too high here is so in the log as well.
    try checkVersion(of: glance)
  }

  /// Whether a write-ahead log lies beside the file, without which it would be read as it no longer is.
  private var hasLog: Bool {
    switch FileKind(of: path + "-wal") {
    case .absent, .file(isEmpty: true): false
    case .directory, .special, .unreadable, .file(isEmpty: false): true
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
    connection.configure(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)
    return connection
  }

  private func connectForReading(_ mode: Connection.Mode) throws(StoreError) -> Connection {
    let connection = try configured(mode)
    let found = try checkVersion(of: connection)
    guard found == Self.version else {
      throw .olderVersion(path: path, found: found, known: Self.version)
    }
    try connection.checkSchema()
    try connection.checkTables()
    // Mapped, because small pages would each take a call to read.
    try connection.execute("PRAGMA query_only = 1; PRAGMA mmap_size = \(Self.mostMapped)")
    connection.configure(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)
    return connection
  }

  /// A connection that changes nothing yet: even closing it leaves the write-ahead log alone.
  private func configured(_ mode: Connection.Mode) throws(StoreError) -> Connection {
    let connection = try Connection(path, mode: mode, vfs: vfs)
    connection.configure(SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)
    connection.configure(SQLITE_DBCONFIG_DEFENSIVE, true)
    connection.configure(SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)
    connection.configure(SQLITE_DBCONFIG_DQS_DML, false)
    connection.configure(SQLITE_DBCONFIG_DQS_DDL, false)
    connection.configure(SQLITE_DBCONFIG_ENABLE_FKEY, true)
    let milliseconds = patience / .milliseconds(1)
    sqlite3_busy_timeout(connection.handle, Int32(clamping: Int(milliseconds)))
    connection.limitSteps()
    try connection.execute("PRAGMA cell_size_check = 1")
    return connection
  }

  /// Keeps pages small, in a new store, because a packed column of some kilobytes leaves half a page unused.
  ///
  /// The log is allowed as many more of them before it is written back.
  private func usePages(of connection: Connection) throws(StoreError) {
    try connection.execute("PRAGMA page_size = 1024; PRAGMA wal_autocheckpoint = 4000")
  }

  /// The version found; an empty database has version 0 and belongs to nobody yet.
  @discardableResult
  private func checkVersion(of connection: Connection) throws(StoreError) -> Int {
    let found = Int(try connection.integer("PRAGMA user_version") ?? 0)
    guard found <= Self.version else {
      throw .newerVersion(path: path, found: found, known: Self.version)
    }
    guard found >= 0 else {
      throw .corrupt(path: path, detail: "its version is \(found), expected 1 to \(Self.version)")
    }
    if found == 0, access != .create { throw .missing(path: path) }
    return found
  }

  /// Takes the steps that are missing, all in one transaction: a process that is killed leaves no store of an
  /// earlier version.
  ///
  /// Another process may take them at the same time, so what is still due is looked up inside.
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

  /// Lets readers go on while one writes.
  ///
  /// SQLite does not wait for others here, so this does.
  private func useWriteAheadLog(_ connection: Connection) throws(StoreError) {
    let deadline = ContinuousClock.now + patience
    while true {
      do {
        return try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
      } catch {
        guard case .busy = error, ContinuousClock.now < deadline else { throw error }
        sqlite3_sleep(10)
      }
    }
  }
}

extension StoreError {
  /// Whether only the files that SQLite keeps beside a store could not be made.
  fileprivate var isForWantOfWriting: Bool {
    switch self {
    case .readOnly, .diskFull: true
    default: false
    }
  }
}
