/// A read-only virtual table whose rows are unpacked from runs, such as `frame`.
///
/// Its first column is the run. A query with a condition on the run reads only the matching runs.
struct RunTable: Sendable {
  /// The name in SQL.
  let name: String
  /// The column declarations for SQLite.
  let declaration: String
  /// The rows of one run.
  let rows: @Sendable (RunDecoder, RunID) throws(StoreError) -> RunRows

  /// The names of all virtual tables.
  ///
  /// A store's schema must not use them.
  static let names = Set(all.map(\.name))

  private static let all: [RunTable] = [.frames, .framePartTimes, .counterSamples]

  /// Registers all tables with a connection.
  static func register(on connection: Connection) throws(StoreError) {
    for table in all { try register(table, on: connection) }
  }
}

/// The rows that one run adds to a virtual table.
struct RunRows: Sendable {
  /// The number of rows.
  let count: Int
  /// The value of a column, from 1 because column 0 is the run, in a row from 0.
  let value: @Sendable (_ row: Int, _ column: Int) -> SQLValue

  /// No rows.
  static let none = RunRows(count: 0) { _, _ in .null }
}
