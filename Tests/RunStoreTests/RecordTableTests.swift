import Recordings
import Testing

@testable import RunStore

@Suite("Declarations of tables")
struct RecordTableTests {
  private let scratch: Scratch
  private let store: RunStore

  init() throws {
    scratch = try Scratch()
    store = try RunStore.open(scratch.path(), access: .create)
  }

  private func columns(of table: String) throws -> Set<String> {
    let names = try store.all("SELECT name FROM pragma_table_info('\(table)')")
    return Set(names.compactMap { if case .text(let name) = $0[0] { name } else { nil } })
  }

  @Test("Every column of a table is declared once")
  func complete() throws {
    func names<Record>(_ table: RecordTable<Record>) -> [String] { table.columns.map(\.name) }
    for (table, declared, keys) in [
      ("run", names(RunRecord.table), ["id"]),
      ("device", names(Device.table), ["id", "environment", "digest"]),
      ("suite", names(SuiteDescription.table), []),
      ("stage", names(SuiteDescription.Stage.table), ["suite", "position"]),
    ] {
      #expect(Set(declared).count == declared.count)
      #expect(try columns(of: table) == Set(declared + keys), "\(table)")
    }
  }

  @Test(
    "A declared column is inserted, selected, shown and compared without further code",
    // These two columns refer to rows of other tables.
    arguments: RunRecord.table.columns.map(\.name).filter { !["session", "device"].contains($0) })
  func derived(name: String) throws {
    let column = try #require(RunRecord.table.columns.first { $0.name == name })
    _ = try store.add(Made.draft("a", suite: "s", stage: "1"))
    let stored = try #require(try store.runs().first)
    var other = stored
    other.digest = "other"
    column.read(&other, .text("something else"))
    if column.value(other) != .text("something else") { column.read(&other, .integer(7)) }
    #expect(column.value(other) != column.value(stored))
    // The schema requires either a number of frames or a reason.
    if name == "withheld" { other.frameCount = nil }
    try store.put(Revision(), of: "something else")
    try store.connection.insert(other, into: RunRecord.table)
    let read = try #require(try store.runs().first { $0.digest == other.digest })
    #expect(column.value(read) == column.value(other))
    guard let fact = column.fact else { return }
    for use in fact.uses {
      let facts = RunRecord.table.facts(of: read, for: use)
      #expect(facts.contains { $0.name == fact.name && $0.value == column.text(other) })
    }
  }

  @Test("A column that a migration adds needs one line in the declaration")
  func added() throws {
    try store.connection.execute("ALTER TABLE run ADD COLUMN note TEXT")
    // Here the label stands for a property of the run that the reader of run.json would set.
    let note = RecordColumn<RunRecord>("note", \.description.labels["note"], fact: "note")
    let table = RecordTable("run", RunRecord.table.columns + [note])
    _ = try store.add(Made.draft("a"))
    var run = try #require(try store.runs().first)
    (run.digest, run.description.labels["note"]) = ("other", "the fan was on")
    try store.connection.insert(run, into: table)
    let read = try store.connection.rows("SELECT \(table.selected) FROM run ORDER BY id") {
      (row) throws(StoreError) in
      var run = RunRecord()
      table.read(row, into: &run)
      return run
    }
    #expect(read.map { $0.description.labels["note"] } == [nil, "the fan was on"])
    for use in RecordFact.Use.allCases {
      #expect(table.facts(of: read[1], for: use).contains { $0 == ("note", "the fan was on") })
    }
  }
}
