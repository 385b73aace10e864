import Foundation
import Recordings
import Testing

@testable import RunStore

/// Opens and reads stores that were crafted to crash the reader, keep it busy forever or fill the disk.
@Suite("Hostile stores")
struct HostileStoreTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    let store = try RunStore.open(scratch.path(), access: .create)
    _ = try store.add(Made.draft("a"))
    _ = try store.add(
      Made.draft("b") { $0.timeline = .withheld(because: "the log is sampled") })
  }

  /// Changes the file as another program could.
  private func edit(_ sql: String, _ values: [SQLValue] = []) throws {
    let connection = try Connection(scratch.path(), mode: .update)
    if values.isEmpty { try connection.execute(sql) } else { try connection.run(sql, values) }
  }

  private static let endless = """
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
    """

  // MARK: - Schemas

  @Test(
    "A schema that runs code is refused in every access mode",
    arguments: [
      (
        "DROP TABLE marker; CREATE VIEW marker AS \(endless) SELECT i AS run FROM n",
        "the view \"marker\""
      ),
      (
        "DROP VIEW run_metric; CREATE VIEW run_metric AS \(endless) SELECT i AS run FROM n",
        "the view \"run_metric\""
      ),
      (
        """
        CREATE TRIGGER t AFTER INSERT ON run BEGIN
          INSERT INTO label VALUES (new.id, 'k', 'v');
        END
        """, "the trigger \"t\""
      ),
      ("CREATE TABLE frame (run)", "the table \"frame\""),
      ("CREATE VIEW Counter_Sample AS SELECT 1", "the view \"Counter_Sample\""),
      (
        """
        PRAGMA writable_schema = 1;
        INSERT INTO sqlite_schema VALUES ('table', 'v', 'v', 0, 'CREATE VIRTUAL TABLE v USING frame')
        """, "the table \"v\""
      ),
      (
        "ALTER TABLE marker ADD COLUMN boom TEXT AS (hex(zeroblob(1000000000)))",
        "the generated column \"marker.boom\""
      ),
    ])
  func schema(sql: String, object: String) throws {
    try edit(sql)
    let detail = "the schema has \(object), which is not part of a store"
    for access in [RunStore.Access.read, .update, .create] {
      #expect(throws: StoreError.corrupt(path: scratch.path(), detail: detail)) {
        try RunStore.open(scratch.path(), access: access)
      }
    }
  }

  @Test("A store without one of its tables is refused")
  func missingTable() throws {
    try edit("DROP TABLE reason")
    #expect(
      throws: StoreError.corrupt(
        path: scratch.path(), detail: "the schema has no table \"reason\"")
    ) { try RunStore.open(scratch.path(), access: .read) }
  }

  @Test("The list of tables is that of a new store, and views of the user are allowed")
  func tables() throws {
    try edit("CREATE VIEW own AS SELECT name FROM run")
    let store = try RunStore.open(scratch.path(), access: .read)
    let found = try store.all(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    #expect(Set(found.flatMap(\.self)) == Set(Connection.tables.map { SQLValue.text($0) }))
    #expect(try store.all("SELECT * FROM own").count == 2)
  }

  @Test("A negative version is refused", arguments: [-1, -5, Int(Int32.min)])
  func negativeVersion(version: Int) throws {
    try edit("PRAGMA user_version = \(version)")
    let detail = "the version of the store is \(version), expected a positive number"
    for access in [RunStore.Access.read, .update, .create] {
      #expect(throws: StoreError.corrupt(path: scratch.path(), detail: detail)) {
        try RunStore.open(scratch.path(), access: access)
      }
    }
  }

  @Test("The connection distrusts the schema and checks cells")
  func switches() throws {
    let connection = try RunStore.open(scratch.path(), access: .read).connection
    #expect(try connection.integer("PRAGMA trusted_schema") == 0)
    #expect(try connection.integer("PRAGMA cell_size_check") == 1)
  }

  // MARK: - Counts

  private func damage(_ part: String, of run: Int64) throws {
    let store = try RunStore.open(scratch.path(), access: .read)
    let expected = VerifyFinding.damaged(run: RunID(run), part: part, problem: .outOfRange)
    #expect(try store.verify() == [expected])
    #expect(throws: StoreError.self) { try store.recording(of: RunID(run)) }
  }

  private func packed(_ values: [Int64]) -> SQLValue {
    .blob(PackedColumn.pack(values.count, as: .values) { values[$0] })
  }

  @Test("A counter of 2⁴⁰ equal samples in a few bytes is refused", arguments: [1, 2] as [Int64])
  func samples(run: Int64) throws {
    try edit(
      "INSERT INTO counter VALUES (?, 1, 'cpu', 'load', '', '', 1 << 40, NULL, ?, ?, 0, 0)",
      [.integer(run), packed([1 << 40]), packed([1])])
    try damage("counter load", of: run)
  }

  @Test("A column whose header claims 2⁴⁰ entries in a few bytes is refused")
  func claim() throws {
    // The frame's header gives the size of its content: 2⁴³ bytes. The only block is empty.
    let frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0xE0, 0, 0, 0, 0, 0, 8, 0, 0, 1, 0, 0]
    let bytes = SQLValue.blob(Array(repeating: 0, count: 24) + frame)
    try edit("INSERT INTO frame_column VALUES (2, 'cpu', 1 << 40, ?)", [bytes])
    try damage("cpu", of: 2)
    try edit("DELETE FROM frame_column WHERE run = 2")
    try edit(
      "UPDATE frame_column SET count = 1 << 40, data = ? WHERE run = 1 AND signal = 'present'",
      [bytes])
    try damage("present", of: 1)
  }

  @Test(
    "Numbers that make sums overflow are refused",
    arguments: [
      ("INSERT INTO unplaced_frames VALUES (1, 'dropped', 9223372036854775807)", "unplaced frames"),
      ("INSERT INTO unplaced_frames VALUES (1, 'dropped', -1)", "unplaced frames"),
      (
        "INSERT INTO import_issue VALUES (1, 1, 'badNumber', 1, 'x', -9223372036854775808)",
        "issues"
      ),
    ])
  func overflow(sql: String, part: String) throws {
    try edit(sql.replacing("badNumber", with: ImportIssue.Kind.allCases[0].rawValue))
    try damage(part, of: 1)
  }

  // MARK: - Work and memory

  @Test("An endless statement of the store's own code is interrupted; a query of the user is not")
  func steps() throws {
    let store = try RunStore.open(scratch.path(), access: .read)
    let error = #expect(throws: StoreError.self) {
      try store.connection.integer("\(Self.endless) SELECT count(*) FROM n")
    }
    let isCorrupt = if case .corrupt = error { true } else { false }
    #expect(isCorrupt)
    let long = "\(Self.endless) SELECT count(*) FROM (SELECT i FROM n LIMIT 8000000)"
    #expect(try store.number(long) == 8_000_000)
    #expect(try store.runs().count == 2)
  }
}
