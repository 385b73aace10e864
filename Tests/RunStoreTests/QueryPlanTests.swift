import Foundation
import Recordings
import Testing
import Units

@testable import RunStore

@Suite("Query plans")
struct QueryPlanTests {
  /// Tables that are small by nature, or read as a whole on purpose.
  private let small: Set<String> = [
    "suite", "stage", "device", "device_property", "environment", "json_each", "metric", "revision",
    "suite_measure", "wanted", "computation", "reason", "entry", "field",
    "pragma_table_info", "pragma_foreign_key_list",
  ]

  @Test("No statement scans a whole table if it needs only some rows")
  func plans() throws {
    let scratch = try Scratch()
    let store = try RunStore.open(scratch.path(), access: .create)
    try useEverything(store)
    for sql in store.connection.keptSQL where !sql.hasPrefix("PRAGMA") {
      for step in try plan(of: sql, in: store)
      where step.hasPrefix("SCAN ") && !isWholeOnPurpose(sql, step) {
        let table = String(step.split(separator: " ")[1])
        #expect(small.contains(table), "\(step) in \(sql)")
      }
    }
  }

  @Test("No statement in the sources is missing from these plans")
  func everyStatement() throws {
    let scratch = try Scratch()
    let store = try RunStore.open(scratch.path(), access: .create)
    try useEverything(store)
    let kept = store.connection.keptSQL.joined(separator: "\n")
    for line in try Self.sourceLines() {
      guard let start = line.firstMatch(of: /(^\s*|")(SELECT|INSERT|UPDATE|DELETE) [^"\\]*/) else {
        continue
      }
      let sql = start.output.0.trimmingPrefix(/[\s"]*/)
      // A text with several statements runs as a script, which the tests of `remove` cover.
      if sql.hasSuffix(";") || sql.hasPrefix("DELETE FROM environment") { continue }
      #expect(kept.contains(sql), "not run: \(sql)")
    }
  }

  private static func sourceLines() throws -> [Substring] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/RunStore").standardizedFileURL
    let files = try #require(FileManager.default.enumerator(atPath: folder.path))
    let sources = files.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
    return try sources.flatMap { file in
      try String(contentsOf: folder.appending(path: file), encoding: .utf8).split(separator: "\n")
    }
  }

  @Test("Statements are prepared once, however many runs are read")
  func preparedOnce() throws {
    let scratch = try Scratch()
    let store = try RunStore.open(scratch.path(), access: .create)
    _ = try store.add((0..<20).map { Made.draft("\($0)") })
    _ = try store.recording(of: RunID(1))
    let before = store.connection.keptSQL
    for run in try store.runs(RunFilter()) { _ = try store.recording(of: run.id) }
    #expect(store.connection.keptSQL.count <= before.count + 5)
  }

  /// Statements that read a whole table on purpose: they need every run (`WHERE TRUE` is the condition without a filter),
  /// read an index that contains all columns they need, or check the schema when a store is opened.
  private func isWholeOnPurpose(_ sql: String, _ step: String) -> Bool {
    let whole = [
      "SELECT name, unit, unit_symbol, lower_is_better, min(run)",
      "SELECT \"table\", rowid, parent FROM pragma_foreign_key_check",
      "SELECT id, frames, content_digest FROM run ORDER BY id", "SELECT id FROM run ORDER BY id",
      "SELECT DISTINCT run FROM metric_value",
    ]
    let isWithoutCondition = sql.contains("WHERE TRUE") || sql.contains("FROM sqlite_schema")
    return isWithoutCondition || step.hasPrefix("SCAN run USING COVERING INDEX")
      || whole.contains { sql.hasPrefix($0) }
  }

  @Test("The places of runs are read with one range scan, and so are metric values")
  func history() throws {
    let scratch = try Scratch()
    let store = try RunStore.open(scratch.path(), access: .create)
    _ = try store.add((0..<20).map { Made.draft("\($0)") })
    let before = store.connection.keptSQL
    let history = try store.history()
    let stored = StoredMetric(metric: "m", revision: 1, parameters: "", value: .known(1))
    try store.setMetrics([stored], of: RunID(1))
    _ = try store.metricTable(of: history.runs.map(\.id))
    var steps: [String] = []
    let values = try #require(
      store.connection.keptSQL.first { $0.hasPrefix("SELECT run, metric_value.value") })
    for sql in store.connection.keptSQL
    where !before.contains(sql) && sql.contains("FROM run ") && !sql.hasPrefix("SELECT 1") {
      steps += try plan(of: sql, in: store)
    }
    let stretch = "SEARCH run USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"
    #expect(steps.filter { $0 == stretch }.count == 1, "\(steps)")
    // The other searches find the first and the last number.
    #expect(steps.allSatisfy { $0 == stretch || $0 == "SEARCH run" }, "\(steps)")
    #expect(
      try plan(of: values, in: store) == [
        "SEARCH metric_value USING PRIMARY KEY (metric=? AND run>? AND run<?)"
      ])
  }

  @Test(
    "The view of metrics finds the rows of one run or one metric without reading all values",
    arguments: ["run = 5", "metric = 'fps.avg'"])
  func view(condition: String) throws {
    let scratch = try Scratch()
    let store = try RunStore.open(scratch.path(), access: .create)
    let steps = try plan(of: "SELECT value FROM run_metric WHERE \(condition)", in: store)
    #expect(steps.contains { $0.hasPrefix("SEARCH metric_value") }, "\(steps)")
  }

  /// Merges the store into a new one, adds a run to that, and merges it back.
  private func merge(_ store: RunStore) throws {
    let scratch = try Scratch()
    let other = try RunStore.open(scratch.path(), access: .create)
    _ = try other.merge(store)
    _ = try other.add(
      Made.draft("only there") {
        $0.description.commit = "c"
        $0.description.device.properties["only"] = "there"
      })
    _ = try store.merge(other)
  }

  private func useEverything(_ store: RunStore) throws {
    let stored = StoredMetric(metric: "m", revision: 1, parameters: "", value: .known(1))
    let withheld = StoredMetric(
      metric: "n", revision: 1, parameters: "", value: .withheld(because: "no samples"))
    let draft = RunDraft(
      suite: "s", stage: "1", name: "a", digest: "d", recording: Made.anything(seed: 1),
      metrics: [stored, withheld])
    _ = try store.add([draft, Made.draft("b"), draft])
    try merge(store)
    // Simulates digests that an earlier version computed differently.
    try store.connection.execute("UPDATE environment SET digest = 'former ' || id")
    _ = try store.add(
      Made.draft("other device") { $0.description.device.properties["governor"] = "powersave" })
    var suite = SuiteDescription(id: "s")
    suite.stages = [.init(id: "1", title: "one", baseline: nil, note: nil)]
    suite.metrics = ["fps.avg"]
    suite.parameters = ["points": "1s"]
    suite.measures = [OwnMeasure(name: "layout", unit: .count, lowerIsBetter: nil)]
    suite.thresholds.limits = [.init(metric: "fps.avg", bound: ">= 55 fps")]
    suite.thresholds.comparisons = [.init(from: "1", to: "2")]
    suite.thresholds.noiseFloors = ["fps.avg": "2%"]
    try store.put(suite)
    try askEverything(store)
    _ = try store.rivals(of: [draft], upTo: try #require(try store.newestRun))
    // A value that is withheld from now on, and then no withheld value at all.
    let (lost, found) = (
      StoredMetric(metric: "m", revision: 1, parameters: "", value: withheld.value),
      StoredMetric(metric: "n", revision: 1, parameters: "", value: stored.value)
    )
    try store.setMetrics([lost], of: RunID(1))
    try store.setMetrics([stored, found], of: RunID(1))
    var change = RunChange()
    (change.labels, change.removedLabels) = (["a": "b"], ["a"])
    try store.change([RunID(1)], change)
    try store.remove([RunID(1)])
    try store.holdStill()
  }

  private func askEverything(_ store: RunStore) throws {
    var filter = RunFilter(suite: "s", stage: "1")
    filter.name = "a"
    filter.labels = ["build": "release"]
    _ = try store.runs(filter)
    filter = RunFilter()
    filter.commit = "deadbeef"
    _ = try store.runs(filter)
    filter.commit = nil
    filter.session = "s1"
    _ = try store.runs(filter)
    filter = RunFilter()
    filter.labels = ["build": "release"]
    _ = try store.runs(filter)
    filter = RunFilter()
    filter.device = "phone"
    filter.commits = ["deadbeef"]
    _ = try store.runs(filter)
    filter.commits = nil
    _ = try store.runs(filter)
    _ = try store.listedRuns(RunFilter(suite: "s", stage: "1"))
    _ = try store.listedRuns()
    _ = try store.stages()
    _ = try store.commits()
    _ = try store.commits(among: ["deadbeef"])
    _ = try store.commits(beginningWith: "dead")
    try store.forEachCommitDate(ofSuites: ["s"]) { _, _, _ in }
    filter = RunFilter()
    filter.commits = ["deadbeef"]
    _ = try store.history(filter)
    filter.commits = nil
    _ = try store.suites()
    _ = try store.recording(of: RunID(1))
    filter.device = "iPad Air"
    let history = try store.history(filter)
    _ = try store.history()
    _ = try store.metricTable(of: history.runs.map(\.id))
    _ = try store.circumstances(of: [RunID(1)])
    _ = try store.measures()
    _ = try store.metrics()
    _ = try store.metrics(of: RunID(1))
    _ = try store.metricTable(of: [RunID(1), RunID(100)])
    _ = try store.number("SELECT count(*) FROM frame WHERE run = 1")
    _ = try store.number("SELECT count(*) FROM frame")
    _ = try store.number("SELECT count(*) FROM frame_part_time")
    _ = try store.revision("deadbeef")
    _ = try store.parents(of: "deadbeef")
    _ = try store.verify()
  }

  private func plan(of sql: String, in store: RunStore) throws -> [String] {
    try store.connection.rows("EXPLAIN QUERY PLAN " + sql) { (row) throws(StoreError) in
      row.text("detail")
    }
  }
}
