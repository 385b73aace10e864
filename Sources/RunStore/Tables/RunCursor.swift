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

  /// The value of a column in the current row.
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
