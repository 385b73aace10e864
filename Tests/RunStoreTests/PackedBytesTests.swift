import Recordings
import TestSupport
import Testing

@testable import RunStore

@Suite("Packed bytes")
struct PackedBytesTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private static let place = PackedBytes(table: "kept", column: "bytes", most: 1000)

  private func connection() throws(StoreError) -> Connection {
    let connection = try Connection(scratch.path(), mode: .create)
    try connection.execute("CREATE TABLE kept (length INTEGER, bytes BLOB) STRICT")
    return connection
  }

  private func keep(
    _ bytes: NumberColumn<UInt8>, in connection: Connection
  ) throws(StoreError) {
    try connection.run(
      "INSERT INTO kept VALUES (?, \(PackedBytes.inserted))",
      [SQLValue(bytes.count)] + Self.place.values(bytes))
    try Self.place.complete(bytes, in: connection)
  }

  @Test("Few bytes and many come back, and lie in the store as if all had been inserted at once")
  func lengths() throws {
    let connection = try connection()
    var random = SeededGenerator(seed: 1)
    let kept = [0, 1, 999, 1000, 1001, 262_144, 262_145, 800_000].map { count in
      NumberColumn((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
    }
    try connection.transaction { () throws(StoreError) in
      for bytes in kept { try keep(bytes, in: connection) }
    }
    let read = try connection.rows("SELECT \(Self.place.selected) FROM kept ORDER BY rowid") {
      (row) throws(StoreError) in try Self.place.read(row, at: 0)
    }
    #expect(read == kept)
    let whole = try connection.rows("SELECT bytes FROM kept ORDER BY rowid") {
      (row) throws(StoreError) in row.bytes(0)
    }
    #expect(whole == kept.map { Array($0) })
  }

  @Test("What a transaction takes back takes the bytes along")
  func takenBack() throws {
    let connection = try connection()
    let bytes = NumberColumn([UInt8](repeating: 7, count: 5000))
    #expect(throws: StoreError.self) {
      try connection.transaction { () throws(StoreError) in
        try keep(bytes, in: connection)
        throw StoreError.readOnly(path: "")
      }
    }
    #expect(try connection.integer("SELECT count(*) FROM kept") == 0)
  }
}
