import Foundation
import TestSupport
import Testing

/// Compares the suite with the two tables of Howlin and Nikam (2018), “Benchmarks and Comparisons”.
@Suite("Variants by case, as published")
struct HowlinTests {
  private static let configure =
    "Time to dequeue and configure a cell (ms) by test case and variant"
  private static let frameRate = "FPS (avg) by test case and variant"
  private static let rotation = "Time to rotate, average (ms) by test case and variant"

  @Test(
    "every published figure is printed",
    arguments: [
      (configure, "Text only", "–", "0.9"), (configure, "Complex view", "12.5", "2.8"),
      (frameRate, "Text only", "57.0", "60.0"), (frameRate, "Complex view", "57.0", "60.0"),
      (rotation, "Text only", "480", "480"), (rotation, "Complex view", "600", "550"),
    ])
  func cells(table: String, testCase: String, autoLayout: String, models: String) throws {
    let cells = PrintedCells(csv: try RecordedRuns.report("howlin-2018", "csv"))
    #expect(cells[table, testCase, "Auto Layout"] == autoLayout)
    #expect(cells[table, testCase, "Layout models"] == models)
  }

  @Test("changes, the best variant and the number of runs are printed")
  func changes() throws {
    let cells = PrintedCells(csv: try RecordedRuns.report("howlin-2018", "csv"))
    let columns = ["Change", "Change (%)", "Best", "Runs"]
    // 2.8 − 12.5 = −9.7, which is −77.6% of 12.5.
    #expect(
      columns.map { cells[Self.configure, "Complex view", $0] }
        == ["-9.7", "-77.60%", "Layout models", "1 + 1"])
    #expect(
      columns.map { cells[Self.configure, "Text only", $0] } == ["–", "–", "", "0 + 1"])
    // 50 of 600 ms are 8.33%.
    #expect(
      columns.map { cells[Self.rotation, "Complex view", $0] }
        == ["-50", "-8.33%", "Layout models", "1 + 1"])
    #expect(
      columns.map { cells[Self.rotation, "Text only", $0] } == ["0", "0.00%", "equal", "1 + 1"])
  }

  @Test("the brief report compares the variants, and shows that nothing was measured")
  func brief() throws {
    let outcome = try Tool.run([
      "report", "howlin-2018", "--brief", "--store", try RecordedRuns.store(),
    ])
    #expect(outcome.output.contains("Warning: The values below were not measured for this report."))
    #expect(outcome.output.contains("better in 4, equal in 1, unknown in"))
    #expect(outcome.output.contains("Budget: 16.7 ms (one refresh). All values meet the budget."))
    #expect(outcome.output.contains("All values: published"))
    #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }
}

@Suite("Your own measures, through the commands")
struct OwnMeasureTests {
  private let folder = TemporaryFolder()

  private func make(_ runs: [String: String], suite: String) throws {
    try folder.file("s/suite.json", text: suite)
    for (place, text) in runs {
      try folder.file("s/\(place)/run.json", text: text)
    }
  }

  private func hitchmark(_ arguments: String...) throws -> Tool.Outcome {
    try Tool.run(arguments + ["--store", folder.path("s.db")])
  }

  private static let suite = """
    {"measures": {"layout": {"title": "Layout time", "unit": "ms", "better": "lower"}},
     "metrics": ["layout"],
     "stages": [{"id": "old"}, {"id": "new", "baseline": "old"}]}
    """

  @Test("a declared measure can be compared, trended, checked and queried like any metric")
  func everywhere() throws {
    var runs: [String: String] = [:]
    for (index, value) in [10.0, 10.1, 9.9, 10.2].enumerated() {
      runs["old/\(index)"] = "{\"commit\": \"a\", \"scalars\": {\"layout\": \(value)}}"
      runs["new/\(index)"] = "{\"commit\": \"a\", \"scalars\": {\"layout\": \(value / 2)}}"
    }
    try make(runs, suite: Self.suite)
    #expect(try hitchmark("ingest", folder.path("s")).status == 0)
    let compared = try hitchmark("compare", "s/old", "s/new", "--metrics", "layout")
    #expect(compared.output.contains("better"), "\(compared.errors)")
    let order = try folder.file("order.txt", text: "a\n").path
    let trend = try hitchmark("trend", "--metrics", "layout", "--order", order)
    #expect(trend.output.contains("s/new"), "\(trend.errors)")
    let check = try hitchmark("check", "--limit", "layout<=6ms", "--order", order)
    #expect(check.status == 1, "\(check.errors)")
    #expect(check.output.contains("s/old"))
    let rows = try hitchmark(
      "sql", "SELECT name, title, unit FROM suite_measure", "--format", "csv")
    #expect(rows.output.contains("layout,Layout time,ms"))
  }

  @Test("a suite that selects no rows shows its measures after the thesis' six metrics")
  func rowsByDefault() throws {
    try make(
      ["old/1": "{\"scalars\": {\"layout\": 8}}", "new/1": "{\"scalars\": {\"layout\": 4}}"],
      suite: Self.suite.replacing("\n \"metrics\": [\"layout\"],", with: ""))
    #expect(try hitchmark("ingest", folder.path("s")).status == 0)
    let cells = PrintedCells(csv: try hitchmark("report", "s", "--format", "csv").output)
    #expect(cells["Performance test results after new", "Layout time", "#1"] == "4 ms")
    #expect(cells["Averages of each tested stage", "old", "Layout time"] == "8 ms")
    #expect(try hitchmark("compare", "s/old", "s/new").output.contains("Layout time"))
  }

  @Test("typing errors are refused with their position and a suggestion")
  func slips() throws {
    try make(
      [
        "old/1": "{\n  \"scalars\": {\"layuot\": 1}\n}",
        "new/1": "{\"reported\": {\"fps.agv\": 60}}",
        "new/2": "{\"reported\": {\"layout\": 3, \"fps.avg\": 60}}",
      ], suite: Self.suite)
    let outcome = try hitchmark("ingest", folder.path("s"))
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("run.json:2:15: “scalars.layuot” has no unit"))
    #expect(outcome.errors.contains("did you mean “layout”"))
    #expect(
      outcome.errors.contains(
        "run.json:1:15: unknown key “reported.fps.agv”; did you mean “fps.avg”"))
    #expect(outcome.output.contains("1 runs added") || outcome.output.contains("1 run added"))
  }

  @Test("a row of the tables with a mistyped metric is refused before anything is stored")
  func rowSlip() throws {
    let suite = """
      {
        "metrics": ["startup", "fps.avg", "frametime.p59"],
        "stages": [{"id": "old"}]
      }
      """
    try make(["old/1": "{\"reported\": {\"fps.avg\": 60}}"], suite: suite)
    let outcome = try hitchmark("ingest", folder.path("s"))
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.contains(
        "suite.json:2:37: “metrics[2]” is “frametime.p59”, which is not a metric; "
          + "expected a metric such as “frametime.p50”"), "\(outcome.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("s.db")))
  }

  @Test("a measure without a unit is refused with its position")
  func noUnit() throws {
    try make(
      ["old/1": "{\"scalars\": {\"layout\": 1}}"],
      suite: """
        {
          "measures": {"layout": {"better": "lower"}},
          "stages": [{"id": "old"}]
        }
        """)
    let outcome = try hitchmark("ingest", folder.path("s"))
    #expect(outcome.status == 2)
    #expect(
      outcome.errors.contains("suite.json:2:26: the key “measures.layout.unit” is missing"),
      "\(outcome.errors)")
  }
}
