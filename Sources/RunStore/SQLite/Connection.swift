internal import CSQLite
internal import System

/// One connection to a database, for one thread.
final class Connection {
  /// The path as the user gave it.
  let path: String
  let handle: OpaquePointer
  /// The limit for the work of statements.
  var limit = StepLimit()
  /// How long to wait for locks of other connections, and why the last lock failed for another reason.
  var (patience, lockFault) = (Duration.zero, SystemFault?.none)
  private var statements: [String: Statement] = [:]
  /// Numbers of rows that never change, by statement and values.
  private var knownRows: [String: [[SQLValue]: Int64]] = [:]

  /// How a file is opened.
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
    sqlite3_close_v2(handle)
  }

  /// The SQL of all cached statements.
  var keptSQL: [String] { statements.keys.sorted() }

  /// Sets one of SQLite's flags.
  func configure(_ flag: Int32, _ isOn: Bool) {
    _ = csqlite_configure(handle, flag, isOn ? 1 : 0)
  }

  /// Runs statements without result rows.
  func execute(_ sql: String) throws(StoreError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// Runs one statement with values, and calls a function for each row.
  func forEachRow(
    _ sql: String, _ values: [SQLValue] = [], _ body: (Statement) throws(StoreError) -> Void
  ) throws(StoreError) {
    try kept(sql).forEachRow(values, body)
  }

  /// The prepared statement for a query, with which columns are resolved before rows are read.
  func statement(_ sql: String) throws(StoreError) -> Statement { try kept(sql) }

  /// Runs one statement without result rows.
  func run(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) {
    try kept(sql).run(values)
  }

  /// Runs one statement, and converts each row.
  func rows<Row>(
    _ sql: String, _ values: [SQLValue] = [], _ read: (Statement) throws(StoreError) -> Row
  ) throws(StoreError) -> [Row] {
    var rows: [Row] = []
    try forEachRow(sql, values) { (row) throws(StoreError) in rows.append(try read(row)) }
    return rows
  }

  /// The integer in the first row; `nil` if there is no row.
  func integer(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) -> Int64? {
    try rows(sql, values) { (row) throws(StoreError) in row.integer(row.only) }.first
  }

  /// The row number that `select` finds; if there is none, inserts the row.
  func row(
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
  func forgetRows() { knownRows.removeAll() }

  /// The number of the last inserted row.
  var lastInserted: Int64 { sqlite3_last_insert_rowid(handle) }

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
