internal import CSQLite
internal import Recordings

/// One prepared statement of a connection; finalised with its last reference.
final class Statement {
  private let handle: OpaquePointer
  unowned let connection: Connection

  init(_ handle: OpaquePointer, of connection: Connection) {
    self.handle = handle
    self.connection = connection
  }

  deinit { sqlite3_finalize(handle) }

  /// Whether it stands within its rows.
  var isBusy: Bool { sqlite3_stmt_busy(handle) != 0 }

  /// Whether it changes nothing in the database, by SQLite's account.
  var isReadOnly: Bool { sqlite3_stmt_readonly(handle) != 0 }

  /// The names of the columns of its rows.
  var columnNames: [String] {
    (0..<sqlite3_column_count(handle)).map { index in
      sqlite3_column_name(handle, index).map { String(cString: $0) } ?? ""
    }
  }

  /// The position of each column, by its name.
  private lazy var positions = Dictionary(
    columnNames.enumerated().map { ($1, Column(position: Int32($0))) }
  ) { first, _ in first }

  /// A column of the rows.
  ///
  /// Resolve it once for queries of many rows; a lookup by name takes longer than reading a number.
  struct Column {
    fileprivate let position: Int32
  }

  /// The column of a name, which the statement must have.
  subscript(name: String) -> Column {
    guard let column = positions[name] else { preconditionFailure("no column \(name)") }
    return column
  }

  /// Runs it to its end with these values, and calls back for each row.
  func forEachRow(
    _ values: [SQLValue], _ body: (Statement) throws(StoreError) -> Void
  ) throws(StoreError) {
    try connection.countingSteps { () throws(StoreError) in
      defer { sqlite3_reset(handle) }
      try bind(values)
      while try step() { try body(self) }
    }
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

  /// With its length, so that a NUL within a text stays a part of it.
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
  /// A whole number of the row; 0 where it has none, which the schema excludes where this is used.
  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  /// A count of the row, with which sums cannot overflow.
  func count(_ column: Int32) throws(PackingProblem) -> Int {
    let count = integer(column)
    guard (0...1 << 40).contains(count) else { throw .outOfRange }
    return Int(count)
  }

  /// A number of the row, likewise.
  func real(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

  /// A text of the row, likewise.
  func text(_ column: Int32) -> String { optionalText(column) ?? "" }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

  func optionalReal(_ column: Int32) -> Double? { isNull(column) ? nil : real(column) }

  func optionalText(_ column: Int32) -> String? {
    guard let start = sqlite3_column_text(handle, column) else { return nil }
    let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether the row has this text, `nil` for none; makes no `String` to compare.
  func hasText(_ utf8: UnsafeRawBufferPointer?, in column: Int32) -> Bool {
    guard let start = sqlite3_column_text(handle, column) else { return utf8 == nil }
    guard let utf8 else { return false }
    return UnsafeRawBufferPointer(
      start: start, count: Int(sqlite3_column_bytes(handle, column))
    ).isEqual(to: utf8)
  }

  func bytes(_ column: Int32) -> [UInt8] { optionalBytes(column) ?? [] }

  func optionalBytes(_ column: Int32) -> [UInt8]? {
    guard !isNull(column) else { return nil }
    let start = sqlite3_column_blob(handle, column)
    let count = Int(sqlite3_column_bytes(handle, column))
    return Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  func integer(_ column: Column) -> Int64 { integer(column.position) }
  func real(_ column: Column) -> Double { real(column.position) }
  func optionalInteger(_ column: Column) -> Int64? { optionalInteger(column.position) }

  func integer(_ name: String) -> Int64 { integer(self[name]) }
  func text(_ name: String) -> String { text(self[name].position) }
  func bytes(_ name: String) -> [UInt8] { bytes(self[name].position) }
  func optionalInteger(_ name: String) -> Int64? { optionalInteger(self[name].position) }
  func optionalBytes(_ name: String) -> [UInt8]? { optionalBytes(self[name].position) }

  /// A value of the row, whatever it is.
  func value(_ column: Int32) -> SQLValue {
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: .integer(integer(column))
    case SQLITE_FLOAT: .real(real(column))
    case SQLITE_TEXT: .text(text(column))
    case SQLITE_BLOB: .blob(bytes(column))
    default: .null
    }
  }
}
