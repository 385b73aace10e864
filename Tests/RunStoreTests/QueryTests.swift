import Testing

@testable import RunStore

@Suite("Queries of the user")
struct QueryTests {
  private let scratch: Scratch
  private let store: RunStore

  init() throws {
    scratch = try Scratch()
    store = try RunStore.open(scratch.path(), access: .create)
    _ = try store.add([Made.draft("a"), Made.draft("b")])
  }

  @Test("Columns and rows are returned; columns also if there are no rows")
  func rows() throws {
    let sql = "SELECT name AS n, 1.5, x'0a', NULL FROM run; -- and that is all"
    #expect(try store.all(sql) == ["a", "b"].map { [.text($0), .real(1.5), .blob([10]), .null] })
    #expect(try store.query("SELECT id, name FROM run WHERE 0") { _, _ in } == ["id", "name"])
  }

  @Test(
    "A query that writes or reads other files is refused",
    arguments: [
      "DELETE FROM run", "UPDATE run SET name = 'x'", "INSERT INTO metric (name) VALUES ('x')",
      "DROP TABLE run", "CREATE TABLE x (y)", "CREATE TEMP TABLE x (y)", "ATTACH 'x.db' AS x",
      "VACUUM", "VACUUM INTO 'x.db'", "PRAGMA user_version = 9", "PRAGMA query_only = 0",
      "PRAGMA journal_mode = DELETE", "BEGIN", "COMMIT", "SAVEPOINT x", "REINDEX", "ANALYZE",
      "DETACH main",
      "WITH x AS (SELECT 1) DELETE FROM run",
    ])
  func writing(sql: String) throws {
    let before = try store.runs()
    #expect(throws: StoreError.queryWrites) { try store.all(sql) }
    #expect(try store.runs() == before)
    #expect(try scratch.names().filter { $0.hasPrefix("x") } == [])
  }

  @Test("A query with a syntax error gives SQLite's message, with its position if there is one")
  func nonsense() throws {
    #expect(throws: StoreError.query(message: "no such column: nme", offset: 7)) {
      try store.all("SELECT nme FROM run")
    }
    let message = "table sqlite_master may not be modified"
    #expect(throws: StoreError.query(message: message, offset: nil)) {
      try store.all("UPDATE sqlite_master SET sql = ''")
    }
    #expect(throws: StoreError.query(message: "near \"SELEC\": syntax error", offset: 0)) {
      try store.all("SELEC 1")
    }
    #expect(throws: StoreError.query(message: "no such column: name", offset: 15)) {
      try store.all("SELECT 1 WHERE \"name\" = 1")
    }
  }

  @Test(
    "A query is exactly one statement",
    arguments: [("", 0), (" -- nothing", 0), (";", 0), ("SELECT 1; SELECT 2", 2)])
  func oneAtATime(sql: String, found: Int) {
    #expect(throws: StoreError.notOneQuery(found: found)) { try store.all(sql) }
  }

  @Test("A query may read the schema")
  func schema() throws {
    #expect(try store.all("PRAGMA table_info(label)").count == 3)
    #expect(try store.all("SELECT name FROM pragma_table_info('label')").count == 3)
    #expect(try store.all("SELECT name FROM sqlite_schema WHERE name = 'run'").count == 1)
    #expect(try store.all("EXPLAIN QUERY PLAN SELECT * FROM frame WHERE run = 1").count == 1)
  }

  @Test("The store stays usable after a query that fails while it runs")
  func usableAfterwards() throws {
    #expect(throws: StoreError.self) { try store.all("SELECT abs(-9223372036854775808)") }
    _ = try store.add(Made.draft("c"))
    #expect(try store.runs().count == 3)
  }
}
