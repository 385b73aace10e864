import Recordings
import Schemas
import TestSupport
import Testing

@testable import RunStore

@Suite("The schema")
struct SchemaTests {
  @Test("schemas/store.sql is what the migrations make")
  func fresh() throws {
    let scratch = try Scratch()
    let store = try RunStore.open(scratch.path(), access: .create)
    #expect(Golden.complaint(about: try store.schemaText(), golden: "schemas/store.sql") == nil)
  }

  @Test("Every earlier version is brought up to the same", arguments: 0..<StoreMigrations.all.count)
  func earlier(version: Int) throws {
    let scratch = try Scratch()
    try makeStore(at: version, in: scratch)
    let access: RunStore.Access = version == 0 ? .create : .update
    let migrated = try RunStore.open(scratch.path(), access: access).schemaText()
    let fresh = try RunStore.open(scratch.path("fresh.db"), access: .create).schemaText()
    #expect(migrated == fresh)
  }

  @Test(
    "A store of an earlier version is brought up to date where it is only to be read",
    arguments: 1..<StoreMigrations.all.count)
  func earlierRead(version: Int) throws {
    let scratch = try Scratch()
    try makeStore(at: version, in: scratch)
    #expect(try RunStore.open(scratch.path(), access: .read).runs().isEmpty)
    let found = try Connection(scratch.path(), mode: .immutable).integer("PRAGMA user_version")
    #expect(found == Int64(StoreOpening.version))
  }

  @Test("Steps of which a later one fails leave nothing of the earlier ones")
  func together() throws {
    let scratch = try Scratch()
    let connection = try Connection(scratch.path(), mode: .create)
    try connection.execute("PRAGMA application_id = \(StoreOpening.applicationID)")
    try connection.execute("CREATE TABLE suite_noise_floor (x)")
    #expect(throws: StoreError.self) { try RunStore.open(scratch.path(), access: .create) }
    #expect(try connection.integer("PRAGMA user_version") == 0)
    #expect(try connection.integer("SELECT count(*) FROM sqlite_schema") == 1)
  }

  @Test("Values kept by the second version come through to the third")
  func keptValues() throws {
    let scratch = try Scratch()
    try makeStore(at: 2, in: scratch)
    try Connection(scratch.path(), mode: .update).execute(
      """
      INSERT INTO metric VALUES (1, 'fps.avg'), (2, 'gpu.avg');
      INSERT INTO phrase VALUES (1, 'p'), (2, 'no samples'), (3, 'q');
      INSERT INTO metric_cell VALUES (1, 7, 1, 1, 60.5, NULL), (1, 8, 1, 1, 59.5, NULL),
        (1, 9, 2, 3, 58.5, NULL), (2, 7, 1, 1, NULL, 2), (2, 8, 1, 3, NULL, 2);
      """)
    let store = try RunStore.open(scratch.path(), access: .update)
    let kept = try store.values(ofMetric: "fps.avg")
    for (run, revision, parameters, value) in [
      (7, 1, "p", 60.5), (8, 1, "p", 59.5), (9, 2, "q", 58.5),
    ] {
      let expected = StoredMetric(
        metric: "fps.avg", revision: revision, parameters: parameters, value: .known(value))
      #expect(kept[RunID(Int64(run))] == expected)
    }
    let withheld = try store.values(ofMetric: "gpu.avg", for: [RunID(8), RunID(7), RunID(9)])
    #expect(withheld.map { $0?.parameters } == ["q", "p", nil])
    #expect(withheld[0]?.value == .withheld(because: "no samples"))
    #expect(try store.number("SELECT count(*) FROM metric_basis") == 4)
  }

  private func makeStore(at version: Int, in scratch: Scratch) throws {
    guard version > 0 else { return }
    let connection = try Connection(scratch.path(), mode: .create)
    for step in StoreMigrations.all.prefix(version) { try connection.execute(step) }
    try connection.execute("PRAGMA application_id = \(StoreOpening.applicationID)")
    try connection.execute("PRAGMA user_version = \(version)")
  }

  @Test("Every table is strict")
  func strict() throws {
    let scratch = try Scratch()
    let store = try RunStore.open(scratch.path(), access: .create)
    let loose = try store.all(
      """
      SELECT name FROM pragma_table_list
      WHERE schema = 'main' AND type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite_%'
      """)
    #expect(loose == [])
  }

  @Test("No column is named after a metric")
  func rowsNotColumns() throws {
    let scratch = try Scratch()
    let text = try RunStore.open(scratch.path(), access: .create).schemaText()
    #expect(!text.contains("fps"))
  }
}

extension RunStore {
  /// The schema as `schemas/store.sql` has it.
  fileprivate func schemaText() throws -> String {
    let header = """
      -- The schema of a store after all migrations; made by `UPDATE_GOLDEN=1 swift test --filter SchemaTests`.
      PRAGMA application_id = \(try connection.integer("PRAGMA application_id") ?? 0);
      PRAGMA user_version = \(try connection.integer("PRAGMA user_version") ?? 0);
      """
    let statements = try connection.rows(
      "SELECT sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY rowid"
    ) { (row) throws(StoreError) in row.text(0) + ";" }
    return ([header] + statements).joined(separator: "\n\n") + "\n"
  }
}
