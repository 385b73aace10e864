internal import CSQLite

// SQLite calls a virtual table through a structure of C functions, which receive only pointers. Each pointer therefore
// carries a Swift object: `RunTableSource` with the registration and with each table, `RunCursor` with each cursor. The
// function that creates an object retains it, and the function that SQLite calls at the end releases it.

extension RunTable {
  /// Registers the table with a connection, under its name and without a CREATE statement.
  static func register(_ table: RunTable, on connection: Connection) throws(StoreError) {
    let source = Unmanaged.passRetained(RunTableSource(table, on: connection)).toOpaque()
    let code = sqlite3_create_module_v2(connection.handle, table.name, module, source) { object in
      RunTable.release(RunTableSource.self, object)
    }
    guard code == SQLITE_OK else { throw connection.failure(code) }
  }

  /// The functions that all tables share.
  ///
  /// SQLite keeps the pointer, so they are never freed.
  nonisolated(unsafe) private static let module: UnsafePointer<sqlite3_module> = {
    var functions = sqlite3_module()
    functions.xConnect = connect
    functions.xBestIndex = bestIndex
    functions.xDisconnect = disconnect
    functions.xOpen = openCursor
    functions.xClose = closeCursor
    functions.xFilter = filter
    functions.xNext = next
    functions.xEof = { cursor in RunTable.cursor(cursor)?.isAtEnd == false ? 0 : 1 }
    functions.xColumn = column
    functions.xRowid = { cursor, number in
      number?.pointee = RunTable.cursor(cursor)?.rowID ?? 0
      return SQLITE_OK
    }
    let module = UnsafeMutablePointer<sqlite3_module>.allocate(capacity: 1)
    module.initialize(to: functions)
    return UnsafePointer(module)
  }()

  private static func release<Object: AnyObject>(
    _ type: Object.Type, _ object: UnsafeMutableRawPointer?
  ) {
    if let object { Unmanaged<Object>.fromOpaque(object).release() }
  }

  private static func cursor(_ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>?) -> RunCursor? {
    let object = cursor.map { UnsafeRawPointer($0).load(as: csqlite_cursor.self).object }
    return object?.map { Unmanaged<RunCursor>.fromOpaque($0).takeUnretainedValue() }
  }
}

private typealias Table = UnsafeMutablePointer<sqlite3_vtab>
private typealias Cursor = UnsafeMutablePointer<sqlite3_vtab_cursor>

// MARK: - Tables

extension RunTable {
  private static let connect:
    @convention(c) (
      OpaquePointer?, UnsafeMutableRawPointer?, Int32, UnsafePointer<UnsafePointer<CChar>?>?,
      UnsafeMutablePointer<Table?>?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    ) -> Int32 = { database, object, _, _, table, _ in
      guard let object, let table else { return SQLITE_MISUSE }
      let source = Unmanaged<RunTableSource>.fromOpaque(object)
      let code = sqlite3_declare_vtab(database, source.takeUnretainedValue().declaration)
      guard code == SQLITE_OK else { return code }
      let made = UnsafeMutablePointer<csqlite_table>.allocate(capacity: 1)
      made.initialize(to: csqlite_table(base: sqlite3_vtab(), object: source.retain().toOpaque()))
      table.pointee = UnsafeMutableRawPointer(made).assumingMemoryBound(to: sqlite3_vtab.self)
      return SQLITE_OK
    }

  private static let disconnect: @convention(c) (Table?) -> Int32 = { table in
    guard let table else { return SQLITE_OK }
    let made = UnsafeMutableRawPointer(table).assumingMemoryBound(to: csqlite_table.self)
    release(RunTableSource.self, made.pointee.object)
    made.deallocate()
    return SQLITE_OK
  }

  /// Requests the run as a constraint if the query has one, because otherwise all runs are unpacked.
  private static let bestIndex:
    @convention(c) (Table?, UnsafeMutablePointer<sqlite3_index_info>?) -> Int32 = { _, info in
      guard let info else { return SQLITE_MISUSE }
      let constraints = UnsafeBufferPointer(
        start: info.pointee.aConstraint, count: Int(info.pointee.nConstraint))
      let run = constraints.firstIndex { constraint in
        constraint.iColumn == 0 && constraint.usable != 0
          && Int32(constraint.op) == SQLITE_INDEX_CONSTRAINT_EQ
      }
      if let run {
        info.pointee.aConstraintUsage[run].argvIndex = 1
        info.pointee.aConstraintUsage[run].omit = 0
      }
      info.pointee.idxNum = run == nil ? 0 : 1
      info.pointee.estimatedCost = run == nil ? 1e9 : 1e4
      info.pointee.estimatedRows = run == nil ? 1_000_000_000 : 10_000
      return SQLITE_OK
    }
}

// MARK: - Cursors

extension RunTable {
  private static let openCursor: @convention(c) (Table?, UnsafeMutablePointer<Cursor?>?) -> Int32 =
    { table, cursor in
      guard let table, let cursor else { return SQLITE_MISUSE }
      let object = UnsafeRawPointer(table).load(as: csqlite_table.self).object
      guard let object else { return SQLITE_MISUSE }
      let source = Unmanaged<RunTableSource>.fromOpaque(object).takeUnretainedValue()
      let made = UnsafeMutablePointer<csqlite_cursor>.allocate(capacity: 1)
      let place = Unmanaged.passRetained(RunCursor(source)).toOpaque()
      made.initialize(to: csqlite_cursor(base: sqlite3_vtab_cursor(), object: place))
      cursor.pointee = UnsafeMutableRawPointer(made).assumingMemoryBound(
        to: sqlite3_vtab_cursor.self)
      return SQLITE_OK
    }

  private static let closeCursor: @convention(c) (Cursor?) -> Int32 = { cursor in
    guard let cursor else { return SQLITE_OK }
    let made = UnsafeMutableRawPointer(cursor).assumingMemoryBound(to: csqlite_cursor.self)
    release(RunCursor.self, made.pointee.object)
    made.deallocate()
    return SQLITE_OK
  }

  private static let filter:
    @convention(c) (
      Cursor?, Int32, UnsafePointer<CChar>?, Int32, UnsafeMutablePointer<OpaquePointer?>?
    ) -> Int32 = { place, plan, _, _, values in
      reportingFailure(of: place) { (cursor) throws(StoreError) in
        guard plan == 1, let value = values?.pointee else { return try cursor.start(run: nil) }
        // A value that is not a number becomes 0, which no run has.
        try cursor.start(run: sqlite3_value_int64(value))
      }
    }

  private static let next: @convention(c) (Cursor?) -> Int32 = { place in
    reportingFailure(of: place) { (cursor) throws(StoreError) in try cursor.advance() }
  }

  /// Runs a body and gives SQLite the message of an error, which is the only way to pass it to `hitchmark sql`.
  private static func reportingFailure(
    of place: Cursor?, _ body: (RunCursor) throws(StoreError) -> Void
  ) -> Int32 {
    guard let cursor = cursor(place) else { return SQLITE_MISUSE }
    do {
      try body(cursor)
      return SQLITE_OK
    } catch {
      if let table = place?.pointee.pVtab { csqlite_fail(table, error.tableMessage) }
      return SQLITE_ERROR
    }
  }
}

// MARK: - Values

extension RunTable {
  private static let column: @convention(c) (Cursor?, OpaquePointer?, Int32) -> Int32 = {
    place, result, column in
    guard let cursor = cursor(place) else { return SQLITE_MISUSE }
    switch cursor.value(Int(column)) {
    case .null: sqlite3_result_null(result)
    case .integer(let number): sqlite3_result_int64(result, number)
    case .real(let number): sqlite3_result_double(result, number)
    case .text(let text): sqlite3_result_text(result, text, -1, csqlite_copy())
    case .blob(let bytes):
      sqlite3_result_blob(result, bytes, Int32(clamping: bytes.count), csqlite_copy())
    }
    return SQLITE_OK
  }
}

extension StoreError {
  /// The message of a query if a run cannot be unpacked.
  fileprivate var tableMessage: String {
    switch self {
    case .damagedRun(_, let run, let part, _):
      "run \(run.number) is damaged: the stored \(part) cannot be decoded"
    case .corrupt(_, let detail): "the store is damaged: \(detail)"
    case .io(_, let message): "the store cannot be read: \(message)"
    default: "the store cannot be read"
    }
  }
}

/// The state of a virtual table: the connection that it reads from.
final class RunTableSource {
  private let table: RunTable
  /// Unowned, because the connection owns the registration and outlives it.
  private unowned let connection: Connection

  init(_ table: RunTable, on connection: Connection) {
    self.table = table
    self.connection = connection
  }

  var declaration: String { table.declaration }

  func rows(of run: RunID) throws(StoreError) -> RunRows {
    try table.rows(RunDecoder(connection: connection), run)
  }

  /// The runs to read: all, or the requested one if it exists.
  func runs(_ number: Int64?) throws(StoreError) -> [RunID] {
    let read = { (row: Statement) throws(StoreError) in RunID(row.integer("id")) }
    if let number {
      return try connection.rows("SELECT id FROM run WHERE id = ?", [.integer(number)], read)
    }
    return try connection.rows("SELECT id FROM run ORDER BY id", [], read)
  }
}

/// A cursor in a virtual table; one run is unpacked at a time.
final class RunCursor {
  private let source: RunTableSource
  private var runs: [RunID] = []
  private var run = 0
  private var rows = RunRows.none
  private var row = 0

  init(_ source: RunTableSource) {
    self.source = source
  }

  /// Whether the cursor is after the last row.
  var isAtEnd: Bool { run >= runs.count }

  /// A unique number for the row, if no run has more than 2³² rows.
  var rowID: Int64 { (isAtEnd ? 0 : runs[run].number) << 32 | Int64(row) }

  /// Moves to the first row of the requested runs.
  func start(run number: Int64?) throws(StoreError) {
    runs = try source.runs(number)
    run = -1
    try nextRun()
  }

  /// Moves to the next row.
  func advance() throws(StoreError) {
    row += 1
    if row >= rows.count { try nextRun() }
  }

  func value(_ column: Int) -> SQLValue {
    if isAtEnd { return .null }
    return column == 0 ? .integer(runs[run].number) : rows.value(row, column)
  }

  private func nextRun() throws(StoreError) {
    row = 0
    rows = .none
    repeat {
      run += 1
      if isAtEnd { return }
      rows = try source.rows(of: runs[run])
    } while rows.count == 0
  }
}
