internal import CSQLite

/// One connection to a database, for one thread.
final class Connection {
  /// The file, as the user named it.
  let path: String
  let handle: OpaquePointer
  /// How much work a statement may do.
  var limit = StepLimit()
  private var statements: [String: Statement] = [:]
  /// Numbers of rows that never change, by the statement that finds them and the text they hold.
  private var knownRows: [String: [[SQLValue]: Int64]] = [:]

  /// How a file is opened.
  enum Mode {
    case create
    case update
    /// Without a look at the files beside it: for folders that cannot be written.
    case immutable
  }

  /// Opens a file without reading it, through the SQLite VFS of a name; `nil` is the system's.
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

  /// The SQL of every statement that was prepared for keeps.
  var keptSQL: [String] { statements.keys.sorted() }

  /// Sets one of SQLite's switches.
  func configure(_ flag: Int32, _ isOn: Bool) {
    _ = csqlite_configure(handle, flag, isOn ? 1 : 0)
  }

  /// Runs statements that give no rows.
  func execute(_ sql: String) throws(StoreError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// Runs one statement with values, and calls back for each row.
  func forEachRow(
    _ sql: String, _ values: [SQLValue] = [], _ body: (Statement) throws(StoreError) -> Void
  ) throws(StoreError) {
    try kept(sql).forEachRow(values, body)
  }

  /// The prepared statement of a query, to resolve its columns before its rows are read.
  func statement(_ sql: String) throws(StoreError) -> Statement { try kept(sql) }

  /// Runs one statement that gives no rows.
  func run(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) {
    try kept(sql).forEachRow(values) { _ throws(StoreError) in }
  }

  /// What `read` makes of each row.
  func rows<Row>(
    _ sql: String, _ values: [SQLValue] = [], _ read: (Statement) throws(StoreError) -> Row
  ) throws(StoreError) -> [Row] {
    var rows: [Row] = []
    try forEachRow(sql, values) { (row) throws(StoreError) in rows.append(try read(row)) }
    return rows
  }

  /// The whole number in the first row, or `nil` when there is no row.
  func integer(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) -> Int64? {
    try rows(sql, values) { (row) throws(StoreError) in row.integer(row.only) }.first
  }

  /// The number of the row that one statement finds, or else another makes of the same values.
  func row(
    found select: String, made insert: String, _ values: [SQLValue]
  ) throws(StoreError) -> Int64 {
    if let number = try integer(select, values) { return number }
    try run(insert, values)
    return lastInserted
  }

  /// The number of the row that holds some values in a table from which nothing is ever removed; found once.
  func lastingRow(
    found select: String, made insert: String, _ values: SQLValue...
  ) throws(StoreError) -> Int64 {
    if let number = knownRows[select]?[values] { return number }
    let number = try row(found: select, made: insert, values)
    knownRows[select, default: [:]][values] = number
    return number
  }

  /// Forgets rows that a transaction made and took back.
  func forgetRows() { knownRows.removeAll() }

  /// Number of the row that was inserted last.
  var lastInserted: Int64 { sqlite3_last_insert_rowid(handle) }

  /// The statement for this SQL, prepared once; another one while that stands within its rows.
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

  /// The name that SQLite takes for the file and for nothing else: `:memory:` is a file too.
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
