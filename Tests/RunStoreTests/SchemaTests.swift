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

  @Test("Values kept by the second version come through to the newest")
  func keptValues() throws {
    let scratch = try Scratch()
    try makeStore(at: 2, in: scratch)
    let connection = try Connection(scratch.path(), mode: .update)
    try connection.execute(Self.runs)
    try connection.execute(
      """
      INSERT INTO metric VALUES (1, 'fps.avg'), (2, 'gpu.avg');
      INSERT INTO phrase VALUES (1, 'p'), (2, 'no samples'), (3, 'q');
      INSERT INTO metric_cell VALUES (1, 7, 1, 1, 60.5, NULL), (1, 8, 1, 1, 59.5, NULL),
        (1, 9, 2, 3, 58.5, NULL), (2, 7, 1, 1, NULL, 2), (2, 8, 1, 3, NULL, 2);
      """)
    let store = try RunStore.open(scratch.path(), access: .update)
    let kept = try store.keptMetrics(of: [RunID(7), RunID(8), RunID(9)])
    let rates = kept.values(of: "fps.avg")
    #expect(rates.map { $0?.value } == [.known(60.5), .known(59.5), .known(58.5)])
    #expect(rates.map { $0?.revision } == [1, 1, 2])
    #expect(rates.map { $0?.parameters } == ["p", "p", "q"])
    let withheld = kept.values(of: "gpu.avg")
    #expect(withheld.map { $0?.parameters } == ["p", "q", nil])
    #expect(withheld[1]?.value == .withheld(because: "no samples"))
    #expect(try store.number("SELECT count(*) FROM metric_basis") == 4)
  }

  @Test("Values kept by the fifth version come through to the bit, and sets of metrics once")
  func keptSets() throws {
    let scratch = try Scratch()
    try makeStore(at: 5, in: scratch)
    let connection = try Connection(scratch.path(), mode: .update)
    try connection.execute(Self.runs)
    try connection.execute(
      """
      INSERT INTO metric VALUES (1, 'fps.avg'), (2, 'gpu.avg'), (3, 'frames');
      INSERT INTO metric_basis VALUES (1, 1, 'p', NULL), (2, 3, '', NULL), (-1, 1, 'p', 'no samples');
      INSERT INTO metric_entry VALUES (1, 7, 1, 0.1), (2, 7, -1, NULL), (3, 7, 2, 300),
        (3, 8, 2, 5e-324), (2, 8, -1, NULL), (1, 8, 1, -1e308), (3, 9, 2, 0);
      PRAGMA foreign_keys = 0;
      INSERT INTO metric_entry VALUES (3, 99, 2, 7);
      """)
    let store = try RunStore.open(scratch.path(), access: .update)
    let kept = try store.keptMetrics(of: [RunID(7), RunID(8), RunID(9), RunID(99)])
    func values(of metric: String) -> [Double?] {
      kept.values(of: metric).map { $0?.value.value }
    }
    #expect(values(of: "fps.avg") == [0.1, -1e308, nil, nil])
    #expect(values(of: "frames") == [300, .leastNonzeroMagnitude, 0, nil])
    #expect(
      kept.values(of: "gpu.avg").map { $0?.value.reason } == ["no samples", "no samples", nil, nil])
    #expect(try store.number("SELECT count(*) FROM metric_set") == 2)
    // What is added from now on finds the sets that the step made.
    try store.setMetrics(
      [StoredMetric(metric: "frames", revision: 3, parameters: "", value: .known(1))],
      of: RunID(9))
    #expect(try store.number("SELECT count(*) FROM metric_set") == 2)
  }

  @Test("The view metric_value gives every value to the last bit")
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
      try store.all("SELECT metric, value, reason FROM metric_value ORDER BY metric") == expected)
  }

  /// Runs 7, 8 and 9, as any version takes them.
  private static let runs = """
    INSERT INTO environment VALUES (1, 'e');
    INSERT INTO device (id, environment, digest) VALUES (1, 1, 'd');
    INSERT INTO run (id, name, digest, content_digest, source, format, dialect, device, withheld)
    VALUES (7, 'a', '7', '', '', '', '', 1, 'none'), (8, 'b', '8', '', '', '', '', 1, 'none'),
      (9, 'c', '9', '', '', '', '', 1, 'none');
    """

  private func makeStore(at version: Int, in scratch: Scratch) throws {
    guard version > 0 else { return }
    let connection = try Connection(scratch.path(), mode: .create)
    try connection.registerPackedValues()
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
