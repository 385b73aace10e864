internal import CSQLite
internal import Recordings

/// One prepared statement of a connection; finalized with its last reference.
package final class Statement {
  private let handle: OpaquePointer
  unowned let connection: Connection

  init(_ handle: OpaquePointer, of connection: Connection) {
    self.handle = handle
    self.connection = connection
  }

  deinit { sqlite3_finalize(handle) }

  /// Whether the rows of the statement are being read.
  var isBusy: Bool { sqlite3_stmt_busy(handle) != 0 }

  /// Whether the statement changes nothing in the database, according to SQLite.
  var isReadOnly: Bool { sqlite3_stmt_readonly(handle) != 0 }

  var columnNames: [String] {
    (0..<sqlite3_column_count(handle)).map { index in
      sqlite3_column_name(handle, index).map { String(cString: $0) } ?? ""
    }
  }

  /// The positions of the columns, by name.
  private lazy var positions = Dictionary(
    columnNames.enumerated().map { ($1, Column(position: Int32($0))) }
  ) { first, _ in first }

  /// A result column.
  ///
  /// Resolve it once for queries with many rows, because a lookup by name takes longer than reading a number.
  package struct Column {
    fileprivate let position: Int32

    /// The column after this one.
    var next: Column { Column(position: position + 1) }
  }

  /// The column with a name, which must exist.
  package subscript(name: String) -> Column {
    guard let column = positions[name] else { preconditionFailure("no column \(name)") }
    return column
  }

  /// Runs the statement to its end, and calls a function for each row.
  package func forEachRow(
    _ values: [SQLValue], _ body: (Statement) throws(StoreError) -> Void
  ) throws(StoreError) {
    try connection.countingSteps { () throws(StoreError) in
      defer { sqlite3_reset(handle) }
      try bind(values)
      while try step() { try body(self) }
    }
  }

  /// Runs the statement, which has no result rows.
  package func run(_ values: [SQLValue]) throws(StoreError) {
    try forEachRow(values) { _ throws(StoreError) in }
  }

  private func bind(_ values: [SQLValue]) throws(StoreError) {
    for (index, value) in values.enumerated() {
      let code = bind(value, at: Int32(index + 1))
      guard code == SQLITE_OK else { throw connection.failure(code) }
    }
  }

  private func bind(_ value: SQLValue, at index: Int32) -> Int32 {
    switch value {
    case .null: sqlite3_bind_null(handle, index)
    case .integer(let number): sqlite3_bind_int64(handle, index, number)
    case .real(let number): sqlite3_bind_double(handle, index, number)
    case .text(let text):
      text.utf8.withContiguousStorageIfAvailable { bytes in bind(text: bytes, at: index) }
        ?? Array(text.utf8).withUnsafeBufferPointer { bytes in bind(text: bytes, at: index) }
    case .blob(let bytes):
      if bytes.isEmpty {
        sqlite3_bind_zeroblob(handle, index, 0)
      } else {
        sqlite3_bind_blob64(handle, index, bytes, UInt64(bytes.count), csqlite_copy())
      }
    }
  }

  /// Binds with a length, so that a NUL within a text is preserved.
  private func bind(text bytes: UnsafeBufferPointer<UInt8>, at index: Int32) -> Int32 {
    guard let start = bytes.baseAddress, !bytes.isEmpty else {
      return sqlite3_bind_text(handle, index, "", 0, csqlite_copy())
    }
    return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
      sqlite3_bind_text64(
        handle, index, $0, UInt64(bytes.count), csqlite_copy(), UInt8(SQLITE_UTF8))
    }
  }

  private func step() throws(StoreError) -> Bool {
    let code = sqlite3_step(handle)
    switch code {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw connection.failure(code)
    }
  }
}

extension Statement {
  /// The column of a statement with one column.
  var only: Column { Column(position: 0) }

  /// An integer of the row; 0 for `NULL`, which the schema excludes where this is used.
  func integer(_ column: Column) -> Int64 { sqlite3_column_int64(handle, column.position) }

  /// A number of the row; 0 for `NULL`, which the schema excludes where this is used.
  func real(_ column: Column) -> Double { sqlite3_column_double(handle, column.position) }

  func isNull(_ column: Column) -> Bool {
    sqlite3_column_type(handle, column.position) == SQLITE_NULL
  }

  func optionalInteger(_ column: Column) -> Int64? { isNull(column) ? nil : integer(column) }

  func optionalText(_ column: Column) -> String? {
    guard let start = sqlite3_column_text(handle, column.position) else { return nil }
    let count = Int(sqlite3_column_bytes(handle, column.position))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// Whether the row has this text, `nil` for `NULL`; allocates no `String`.
  func hasText(_ utf8: UnsafeRawBufferPointer?, in column: Column) -> Bool {
    guard let start = sqlite3_column_text(handle, column.position) else { return utf8 == nil }
    guard let utf8 else { return false }
    let count = sqlite3_column_bytes(handle, column.position)
    return Int(count) == utf8.count && csqlite_equal(start, utf8.baseAddress, count) != 0
  }

  private func bytes(_ column: Column) -> [UInt8] {
    let start = sqlite3_column_blob(handle, column.position)
    let count = start == nil ? 0 : Int(sqlite3_column_bytes(handle, column.position))
    return Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  func value(_ column: Column) -> SQLValue {
    switch sqlite3_column_type(handle, column.position) {
    case SQLITE_INTEGER: .integer(integer(column))
    case SQLITE_FLOAT: .real(real(column))
    case SQLITE_TEXT: .text(optionalText(column) ?? "")
    case SQLITE_BLOB: .blob(bytes(column))
    default: .null
    }
  }

  package var values: [SQLValue] {
    (0..<sqlite3_column_count(handle)).map { value(Column(position: $0)) }
  }

  // MARK: - By name

  package func integer(_ name: String) -> Int64 { integer(self[name]) }
  func real(_ name: String) -> Double { real(self[name]) }
  /// A text of the row; empty for `NULL`, which the schema excludes where this is used.
  package func text(_ name: String) -> String { optionalText(self[name]) ?? "" }
  func bytes(_ name: String) -> [UInt8] { bytes(self[name]) }
  func isNull(_ name: String) -> Bool { isNull(self[name]) }
  package func optionalInteger(_ name: String) -> Int64? { optionalInteger(self[name]) }
  func optionalReal(_ name: String) -> Double? { isNull(self[name]) ? nil : real(self[name]) }
  package func optionalText(_ name: String) -> String? { optionalText(self[name]) }
  func optionalBytes(_ name: String) -> [UInt8]? { isNull(self[name]) ? nil : bytes(self[name]) }

  /// A count, which is small enough that sums cannot overflow.
  func count(_ name: String) throws(PackingProblem) -> Int {
    let count = integer(name)
    guard (0...1 << 40).contains(count) else { throw .outOfRange }
    return Int(count)
  }
}

/// One value in a row of an SQLite table: null, integer, number, text or bytes.
public enum SQLValue: Sendable, Hashable {
  case null
  case integer(Int64)
  /// A binary64 number; never NaN.
  case real(Double)
  case text(String)
  case blob([UInt8])

  package init(_ text: String?) { self = text.map(SQLValue.text) ?? .null }
  package init(_ number: Int64?) { self = number.map(SQLValue.integer) ?? .null }
  package init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }
  init(_ number: Double?) { self = number.map(SQLValue.real) ?? .null }
  init(_ flag: Bool?) { self = flag.map { .integer($0 ? 1 : 0) } ?? .null }
  init(_ bytes: [UInt8]?) { self = bytes.map(SQLValue.blob) ?? .null }
}
