internal import CSQLite
internal import Recordings

/// Where packed columns lie in the store, and how they get there and back.
///
/// SQLite makes a row in memory, and gives it out whole. So a long column is put in as zeros, which take none, to be written
/// over piece by piece within the same transaction, and is read in pieces as well.
struct PackedBytes {
  let table: String
  let column: String
  /// Columns of more bytes than this are long.
  var most = 1 << 22

  /// Columns of frames.
  static let frames = PackedBytes(table: "frame_column", column: "data")
  /// Samples of counters.
  static let samples = PackedBytes(table: "counter", column: "samples")

  /// How many bytes are written or read at a time.
  private static let piece = 1 << 18

  /// What `read` needs of a row.
  var selected: String {
    "rowid, length(\(column)), CASE WHEN length(\(column)) <= \(most) THEN \(column) END"
  }

  /// An expression for what two values of `values` say.
  static let inserted = "ifnull(?, zeroblob(?))"

  /// What stands for bytes in a row that is inserted.
  func values(_ bytes: NumberColumn<UInt8>) -> [SQLValue] {
    let isLong = bytes.count > most
    let value = isLong ? .null : SQLValue.blob(Array(bytes))
    return [value, SQLValue(bytes.count)]
  }

  /// Writes bytes into the row that was inserted last, where they are too many to have been inserted with it.
  func complete(_ bytes: NumberColumn<UInt8>, in connection: Connection) throws(StoreError) {
    guard bytes.count > most else { return }
    let row = connection.lastInserted
    try connection.withBlob(table, column, row: row, isWritten: true) { (blob) throws(StoreError) in
      try bytes.withUnsafeBufferPointer { (all) throws(StoreError) in
        for start in stride(from: 0, to: all.count, by: Self.piece) {
          let piece = start..<min(start + Self.piece, all.count)
          let part = UnsafeBufferPointer(rebasing: all[piece])
          let code = sqlite3_blob_write(blob, part.baseAddress, Int32(part.count), Int32(start))
          guard code == SQLITE_OK else { throw connection.failure(code) }
        }
      }
    }
  }

  /// Reads bytes of a row.
  ///
  /// - Parameters:
  ///   - row: stands there.
  ///   - first: at which of its columns `selected` begins.
  /// - Returns: the bytes.
  /// - Throws: `StoreError`.
  func read(_ row: Statement, at first: Int32) throws(StoreError) -> NumberColumn<UInt8> {
    let length = Int(row.integer(first + 1))
    guard length > most else { return row.packedBytes(first + 2) }
    let connection = row.connection
    var bytes: NumberColumn<UInt8> = []
    bytes.reserveCapacity(length)
    try connection.withBlob(table, column, row: row.integer(first), isWritten: false) {
      (blob) throws(StoreError) in
      var piece = [UInt8](repeating: 0, count: Self.piece)
      for start in stride(from: 0, to: length, by: piece.count) {
        let count = min(piece.count, length - start)
        let code = sqlite3_blob_read(blob, &piece, Int32(count), Int32(start))
        guard code == SQLITE_OK else { throw connection.failure(code) }
        bytes += piece[..<count]
      }
    }
    return bytes
  }
}

extension Connection {
  /// Opens a value of a row, to be written or read in pieces.
  fileprivate func withBlob(
    _ table: String, _ column: String, row: Int64, isWritten: Bool,
    _ body: (OpaquePointer) throws(StoreError) -> Void
  ) throws(StoreError) {
    var blob: OpaquePointer?
    let code = sqlite3_blob_open(handle, "main", table, column, row, isWritten ? 1 : 0, &blob)
    defer { sqlite3_blob_close(blob) }
    guard let blob, code == SQLITE_OK else { throw failure(code) }
    try body(blob)
  }
}
