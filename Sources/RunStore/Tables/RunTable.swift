/// A read-only virtual table whose rows are unpacked from runs, such as `frame`.
///
/// Its first column is the run. A query that says which runs it wants reads only those.
struct RunTable: Sendable {
  /// The name in SQL.
  let name: String
  /// The columns, as SQLite wants them declared.
  let declaration: String
  /// The rows of one run.
  let rows: @Sendable (RunDecoder, RunID) throws(StoreError) -> RunRows

  /// The names of all virtual tables, which no object of a store's schema may have.
  static let names: Set<String> = [RunTable.frames.name, RunTable.counterSamples.name]

  /// Makes every table known to a connection.
  static func register(on connection: Connection) throws(StoreError) {
    try register(.frames, on: connection)
    try register(.counterSamples, on: connection)
  }
}

/// The rows that one run adds to a virtual table.
struct RunRows: Sendable {
  /// How many there are.
  let count: Int
  /// The value of a column, from 1 because column 0 is the run, in a row from 0.
  let value: @Sendable (_ row: Int, _ column: Int) -> SQLValue

  /// No rows.
  static let none = RunRows(count: 0) { _, _ in .null }
}
