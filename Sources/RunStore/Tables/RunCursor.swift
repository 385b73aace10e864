/// What a virtual table answers with: the connection it reads from, for as long as it is registered.
final class RunTableSource {
  private let table: RunTable
  /// The connection owns the registration, so that it outlives it.
  private unowned let connection: Connection

  init(_ table: RunTable, on connection: Connection) {
    self.table = table
    self.connection = connection
  }

  var declaration: String { table.declaration }

  func rows(of run: RunID) throws(StoreError) -> RunRows {
    try table.rows(RunDecoder(connection: connection), run)
  }

  /// The runs to go through: all, or the one that is asked for, if there is such a run.
  func runs(_ number: Int64?) throws(StoreError) -> [RunID] {
    let read = { (row: Statement) throws(StoreError) in RunID(row.integer("id")) }
    if let number {
      return try connection.rows("SELECT id FROM run WHERE id = ?", [.integer(number)], read)
    }
    return try connection.rows("SELECT id FROM run ORDER BY id", [], read)
  }
}

/// A place in a virtual table; one run is unpacked at a time.
final class RunCursor {
  private let source: RunTableSource
  private var runs: [RunID] = []
  private var run = 0
  private var rows = RunRows.none
  private var row = 0

  init(_ source: RunTableSource) {
    self.source = source
  }

  /// Whether the cursor stands behind the last row.
  var isAtEnd: Bool { run >= runs.count }

  /// A number for the row, unique as long as no run has more than four thousand million.
  var rowID: Int64 { (isAtEnd ? 0 : runs[run].number) << 32 | Int64(row) }

  /// Starts at the first row of the runs asked for.
  func start(run number: Int64?) throws(StoreError) {
    runs = try source.runs(number)
    run = -1
    try nextRun()
  }

  /// Goes to the next row.
  func advance() throws(StoreError) {
    row += 1
    if row >= rows.count { try nextRun() }
  }

  /// The value of a column in this row.
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
