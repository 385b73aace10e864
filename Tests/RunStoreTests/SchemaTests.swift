import Recordings
import Schemas
import TestSupport
import Testing

@testable import RunStore

@Suite("The schema")
struct SchemaTests {
  @Test("schemas/store.sql is the schema that the migrations create")
  func fresh() throws {
    let scratch = try Scratch()
    let store = try RunStore.open(scratch.path(), access: .create)
    #expect(Golden.complaint(about: try store.schemaText(), golden: "schemas/store.sql") == nil)
  }

  @Test("A migration that fails halfway changes nothing")
  func together() throws {
    let scratch = try Scratch()
    let connection = try Connection(scratch.path(), mode: .create)
    try connection.execute("PRAGMA application_id = \(StoreOpening.applicationID)")
    try connection.execute("CREATE TABLE suite_noise_floor (x)")
    #expect(throws: StoreError.self) { try RunStore.open(scratch.path(), access: .create) }
    #expect(try connection.integer("PRAGMA user_version") == 0)
    #expect(try connection.integer("SELECT count(*) FROM sqlite_schema") == 1)
  }

  @Test("Any SQLite client reads every value to the last bit")
  func view() throws {
    let scratch = try Scratch()
    let store = try RunStore.open(scratch.path(), access: .create)
    _ = try store.add(Made.draft("a"))
    var random = SeededGenerator(seed: 6)
    var values = [0, 1, -1, 0.1, .leastNonzeroMagnitude, -.leastNonzeroMagnitude]
    values += [
      .leastNormalMagnitude.nextDown, .leastNormalMagnitude, .greatestFiniteMagnitude, 0x1p-1010,
      0x1p64, 1.0.nextUp,
    ]
    while values.count < 300 {
      let value = Double(bitPattern: random.next())
      if value.isFinite { values.append(value) }
    }
    let metrics = values.indices.map { index in
      StoredMetric(
        metric: "m\(1000 + index)", revision: 1, parameters: "",
        value: index % 5 == 4 ? .withheld(because: "none") : .known(values[index]))
    }
    try store.setMetrics(metrics, of: RunID(1))
    let expected = metrics.map { metric in
      let value = metric.value.value.map { SQLValue.real($0) } ?? .null
      return [.text(metric.metric), value, SQLValue(metric.value.reason)]
    }
    #expect(
      try store.all("SELECT metric, value, reason FROM run_metric ORDER BY metric") == expected)
    let plain = """
      SELECT name, value FROM metric_value JOIN metric ON metric.id = metric_value.metric ORDER BY name
      """
    let known = expected.filter { $0[1] != .null }
    #expect(try store.all(plain) == known.map { Array($0.prefix(2)) })
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
  /// The schema as text, in the form of `schemas/store.sql`.
  fileprivate func schemaText() throws -> String {
    let header = """
      -- The schema of a store after all migrations; made by `UPDATE_GOLDEN=1 swift test --filter SchemaTests`.
      PRAGMA application_id = \(try connection.integer("PRAGMA application_id") ?? 0);
      PRAGMA user_version = \(try connection.integer("PRAGMA user_version") ?? 0);
      """
    let statements = try connection.rows(
      "SELECT sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY rowid"
    ) { (row) throws(StoreError) in row.text("sql") + ";" }
    return ([header] + statements).joined(separator: "\n\n") + "\n"
  }
}
