internal import CSQLite
internal import Recordings
internal import System

/// One connection to a database, for one thread.
package final class Connection {
  /// The path as the user gave it.
  let path: String
  let handle: OpaquePointer
  var limit = StepLimit()
  /// How long to wait for locks of other connections, and why the last lock failed for another reason.
  var (patience, lockFault) = (Duration.zero, SystemFault?.none)
  private var statements: [String: Statement] = [:]
  private var insertions: [String: Insertion] = [:]
  /// Numbers of rows that never change, by statement and values.
  private var knownRows: [String: [[SQLValue]: Int64]] = [:]
  /// The set of missing metrics of the run that was written last: most runs lack the same ones for the same reasons.
  var latestMissing: (metrics: [StoredMetric], set: Int64)?

  /// The latest INSERT into a table.
  private struct Insertion {
    let columns: [String]
    let replaces: Bool
    let statement: Statement
  }

  enum Mode {
    case create
    case update
    /// Ignores the files next to the database, for folders that cannot be written.
    case immutable
  }

  /// Opens a file without reading it, with a named SQLite VFS; `nil` for the system's.
  init(_ path: String, mode: Mode, vfs: String? = nil) throws(StoreError) {
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(mode.name(of: path), &handle, mode.flags, vfs)
    guard let handle, code == SQLITE_OK else {
      defer { sqlite3_close_v2(handle) }
      throw Self.failure(code, on: handle, path: path)
    }
    self.path = path
    self.handle = handle
    sqlite3_extended_result_codes(handle, 1)
  }

  deinit {
    statements.removeAll()
    insertions.removeAll()
    sqlite3_close_v2(handle)
  }

  /// The SQL of all cached statements.
  var keptSQL: [String] { statements.keys.sorted() }

  /// Sets one of SQLite's flags.
  func configure(_ flag: Int32, _ isOn: Bool) {
    _ = csqlite_configure(handle, flag, isOn ? 1 : 0)
  }

  /// Runs statements without result rows.
  package func execute(_ sql: String) throws(StoreError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  package func forEachRow(
    _ sql: String, _ values: [SQLValue] = [], _ body: (Statement) throws(StoreError) -> Void
  ) throws(StoreError) {
    try kept(sql).forEachRow(values, body)
  }

  /// The prepared statement for a query, with which columns are resolved before rows are read.
  package func statement(_ sql: String) throws(StoreError) -> Statement { try kept(sql) }

  /// The prepared INSERT into a table with these columns, whose SQL is composed only if the last INSERT had others.
  func insertion(
    into table: String, _ replaces: Bool, of columns: some Sequence<String>, sql: () -> String
  ) throws(StoreError) -> Statement {
    if let known = insertions[table], known.replaces == replaces,
      known.columns.elementsEqual(columns)
    {
      return known.statement
    }
    let statement = try kept(sql())
    insertions[table] = Insertion(
      columns: Array(columns), replaces: replaces, statement: statement)
    return statement
  }

  /// Runs one statement without result rows.
  package func run(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) {
    try kept(sql).run(values)
  }

  package func rows<Row>(
    _ sql: String, _ values: [SQLValue] = [], _ read: (Statement) throws(StoreError) -> Row
  ) throws(StoreError) -> [Row] {
    var rows: [Row] = []
    try forEachRow(sql, values) { (row) throws(StoreError) in rows.append(try read(row)) }
    return rows
  }

  /// The integer in the first row; `nil` if there is no row.
  package func integer(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) -> Int64? {
    try rows(sql, values) { (row) throws(StoreError) in row.integer(row.only) }.first
  }

  /// The row number that `select` finds; if there is none, inserts the row.
  package func row(
    found select: String, made insert: String, _ values: [SQLValue]
  ) throws(StoreError) -> Int64 {
    if let number = try integer(select, values) { return number }
    try run(insert, values)
    return lastInserted
  }

  /// The row number of values in a table from which rows are never removed; cached.
  func lastingRow(
    found select: String, made insert: String, _ values: SQLValue...
  ) throws(StoreError) -> Int64 {
    if let number = knownRows[select]?[values] { return number }
    let number = try row(found: select, made: insert, values)
    knownRows[select, default: [:]][values] = number
    return number
  }

  /// Clears the cache of row numbers, because a transaction was rolled back.
  func forgetRows() {
    knownRows.removeAll()
    latestMissing = nil
  }

  package var lastInserted: Int64 { sqlite3_last_insert_rowid(handle) }

  /// The cached statement for this SQL; a new statement if the cached one is in use.
  private func kept(_ sql: String) throws(StoreError) -> Statement {
    if let statement = statements[sql], !statement.isBusy { return statement }
    let statement = try prepare(sql)
    statements[sql] = statement
    return statement
  }

  private func prepare(_ sql: String) throws(StoreError) -> Statement {
    var handle: OpaquePointer?
    let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
    let code = sqlite3_prepare_v3(self.handle, sql, -1, flags, &handle, nil)
    guard let handle, code == SQLITE_OK else { throw failure(code) }
    return Statement(handle, of: self)
  }
}

extension Connection.Mode {
  fileprivate var flags: Int32 {
    switch self {
    case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    case .update: SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
    case .immutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI
    }
  }

  /// The file name for SQLite, with a prefix so that names such as `:memory:` are files, too.
  fileprivate func name(of path: String) -> String {
    let plain = path.hasPrefix("/") ? path : "./" + path
    guard self == .immutable else { return plain }
    let bytes = plain.utf8.flatMap { byte in
      switch byte {
      case UInt8(ascii: "%"): Array("%25".utf8)
      case UInt8(ascii: "?"): Array("%3f".utf8)
      case UInt8(ascii: "#"): Array("%23".utf8)
      default: [byte]
      }
    }
    return "file:" + String(decoding: bytes, as: UTF8.self) + "?immutable=1"
  }
}

extension Connection {
  /// The facts of SQLite's last failure.
  func failure(_ code: Int32) -> StoreError {
    if code & 0xFF == SQLITE_BUSY, let lockFault {
      return .io(
        path: path,
        message: "its file system gives no locks (\(lockFault.message)); copy it to a local disk")
    }
    return Self.failure(code, on: handle, path: path)
  }

  /// The failure of a handle that is not a connection yet.
  static func failure(_ code: Int32, on handle: OpaquePointer?, path: String) -> StoreError {
    let message = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: return .busy(path: path)
    case SQLITE_FULL: return .diskFull(path: path)
    case SQLITE_READONLY, SQLITE_PERM: return .readOnly(path: path)
    case SQLITE_INTERRUPT:
      return .corrupt(
        path: path,
        detail: "SQLite took more steps to run a statement than a store of this size needs")
    case SQLITE_CORRUPT: return .corrupt(path: path, detail: message)
    case SQLITE_NOTADB: return .notAStore(path: path, found: .otherFile)
    case SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_TOOBIG:
      return .refused(path: path, detail: message)
    case SQLITE_IOERR, SQLITE_CANTOPEN:
      // The system's error number may have been overwritten by now.
      let words = code == failedWrite ? "a write failed, maybe because the disk is full" : message
      return fault(SystemFault(sqlite3_system_errno(handle)), message: words, path: path)
    default: return .io(path: path, message: message)
    }
  }

  /// SQLite's `SQLITE_IOERR_WRITE`.
  private static let failedWrite = SQLITE_IOERR | 3 << 8

  private static func fault(_ fault: SystemFault, message: String, path: String) -> StoreError {
    if fault.isFull { return .diskFull(path: path) }
    if fault.isReadOnly || SystemFault(writingFolderOf: path).isReadOnly {
      return .readOnly(path: path)
    }
    return .io(path: path, message: fault.text ?? message)
  }
}

extension Connection {
  /// Makes SQLite wait for the locks of other connections, until a signal asks this process to end.
  func waitForLocks(_ patience: Duration) {
    self.patience = patience
    sqlite3_busy_handler(
      handle,
      { object, round in
        let fault = SystemFault.last
        guard let object else { return 0 }
        let connection = Unmanaged<Connection>.fromOpaque(object).takeUnretainedValue()
        return connection.waits(round, after: fault) ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  /// Milliseconds between two attempts.
  private static let pause: Int32 = 5

  private func waits(_ round: Int32, after fault: SystemFault) -> Bool {
    lockFault = fault.isWithoutLocks ? fault : nil
    guard lockFault == nil, !Interruption.isRequested,
      .milliseconds(Int64(round) * Int64(Self.pause)) < patience
    else { return false }
    sqlite3_sleep(Self.pause)
    return true
  }
}

/// A limit for the work of one statement, so that a crafted store cannot keep SQLite busy forever.
///
/// Hitchmark's own statements visit each row a bounded number of times. The allowed number of steps of SQLite's virtual
/// machine is therefore proportional to the size of the file. Queries of the user have no limit.
struct StepLimit {
  /// Whether the limit applies at present.
  var isOn = true
  /// The depth of nested statements.
  var depth = 0
  /// The number of progress reports of SQLite since the outermost statement began.
  var ticks = 0

  static let steps: Int32 = 1 << 20
  /// The number of reports that any statement may have; about two seconds.
  static let least = 64
  /// The number of bytes of the file per additional report: 64 steps per byte.
  ///
  /// An integrity check takes 0.14 steps per byte.
  static let bytesOfTick = 1 << 14
}

extension Connection {
  /// Makes SQLite end statements that take more steps than a store of this size needs.
  func limitSteps() {
    sqlite3_progress_handler(
      handle, StepLimit.steps,
      { object in
        guard let object else { return 0 }
        return Unmanaged<Connection>.fromOpaque(object).takeUnretainedValue().isBeyondLimit()
          ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func isBeyondLimit() -> Bool {
    limit.ticks += 1
    guard limit.isOn, limit.ticks > StepLimit.least else { return false }
    let bytes = Platform.size(of: path) + Platform.size(of: path + "-wal")
    return limit.ticks > StepLimit.least + bytes / StepLimit.bytesOfTick
  }

  /// Counts the steps of a statement, including nested ones, from 0.
  func countingSteps<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    if limit.depth == 0 { limit.ticks = 0 }
    limit.depth += 1
    defer { limit.depth -= 1 }
    return try body()
  }
}

extension Connection {
  /// Runs the body in a transaction that holds the write lock from its start: all of it or nothing.
  ///
  /// Within another transaction, the body joins it.
  package func transaction<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    guard sqlite3_get_autocommit(handle) != 0 else { return try body() }
    try execute("BEGIN IMMEDIATE")
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      rollBack()
      forgetRows()
      throw error
    }
  }

  /// Runs reads that all see one state of the store.
  func snapshot<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    guard sqlite3_get_autocommit(handle) != 0 else { return try body() }
    try run("BEGIN")
    defer { endSnapshot() }
    return try body()
  }

  /// Ends a snapshot with a prepared statement: for short runs, parsing "ROLLBACK" would take longer than reading.
  private func endSnapshot() {
    if sqlite3_get_autocommit(handle) == 0, (try? run("ROLLBACK")) == nil { rollBack() }
  }

  /// Rolls back, unless SQLite has already done so.
  ///
  /// Its errors are ignored, because the first error is already known.
  private func rollBack() {
    if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
  }
}
