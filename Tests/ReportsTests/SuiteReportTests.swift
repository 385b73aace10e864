import Analysis
import Documents
import Recordings
import Reports
import Testing
import Units

@Suite("Report of a suite")
struct SuiteReportTests {
  private func markdown(_ suite: SuiteSummary, _ extent: SuiteReport.Extent = .whole) -> String {
    Renderer.markdown.render(SuiteReport.document(of: suite, extent: extent))
  }

  private func table(_ anchor: String, of suite: SuiteSummary) throws -> Table {
    let tables = SuiteReport.document(of: suite).tables
    return try #require(tables.first { $0.anchor.name == anchor })
  }

  @Test("a stage's table has one column per run, the average and the change")
  func stageTable() throws {
    let table = try table("table-stage-1", of: MadeUpRuns.suite())
    #expect(table.corner == "1 - A change")
    #expect(table.columns.map(\.title) == ["#1", "Average", "Change (vs worst)"])
    #expect(table.rows.map(\.header) == ["FPS (avg)", "Frame time (99th percentile, ms)"])
    #expect(table.rows[0].cells.map(\.printed) == ["40.0", "40.0", "15.0"])
  }

  @Test("a stage without a baseline has no column for the change")
  func noBaseline() throws {
    let table = try table("table-stage-best", of: MadeUpRuns.suite())
    #expect(table.columns.map(\.title) == ["#1", "Average"])
  }

  @Test("the closing tables have the headings of the thesis")
  func closing() throws {
    let worst = try table("table-worst-case", of: MadeUpRuns.suite())
    #expect(worst.columns.map(\.title) == ["Worst case", "End result", "Change", "Change (%)"])
    #expect(worst.rows[0].cells.map(\.printed) == ["25.0", "40.0", "15.0", "60.00%"])
    let best = try table("table-best-case", of: MadeUpRuns.suite())
    #expect(best.rows[0].cells.map(\.printed) == ["50.0", "40.0", "-10.0", "-20.00%"])
  }

  @Test("positions and the share of best are printed")
  func positions() throws {
    let table = try table("table-positions", of: MadeUpRuns.suite())
    let row = try #require(table.rows.first { $0.id == "1" })
    // (40 − 25) / (50 − 25) by frame rate, (25 − 40) / (20 − 40) by frame time; 40 / 50.
    #expect(row.cells.map(\.printed) == ["60.00%", "75.00%", "80.00%"])
  }

  @Test("three runs have an interval")
  func interval() throws {
    let runs = [19.0, 20, 21].enumerated().map { index, time in
      MadeUpRuns.summary(frameTime: time, name: "\(index + 1)")
    }
    let suite = try MadeUpRuns.suite(runs: ["1": runs, "best": runs, "worst": runs])
    let average = try table("table-stage-1", of: suite).rows[0].cells[3]
    // The means are 52.63, 50 and 47.62 FPS; t(0.975, 2) = 4.302653.
    #expect(average.printed == "50.1 [43.9, 56.3]")
  }

  @Test("a fraction outside of 0 to 1 keeps its interval")
  func intervalOfChargingBattery() throws {
    let runs = [-0.02, -0.01, -0.03].enumerated().map { index, drain in
      var recording = MadeUpRuns.recording(frameTime: 20)
      recording.description.reported = ["battery.drain": drain]
      return RunSummary(of: recording, name: "\(index + 1)")
    }
    let suite = try MadeUpRuns.suite(
      runs: ["1": runs, "best": runs, "worst": runs], metrics: ["battery.drain"])
    let average = try table("table-stage-1", of: suite).rows[0].cells[3]
    // The standard deviation is 0.01; t(0.975, 2) = 4.302653.
    #expect(average.printed == "-2.00% [-4.48%, 0.48%]")
  }

  @Test("runs without a value of a metric are left out and named")
  func leftOut() throws {
    let silent = RunSummary(
      of: Recording(
        origin: .init(source: "b", format: "mangohud", dialect: "0.8"),
        timeline: .withheld(because: "sampled every 100 ms")), name: "second")
    let runs = [MadeUpRuns.summary(frameTime: 25, name: "first"), silent]
    let one = [MadeUpRuns.summary(frameTime: 40)]
    let suite = try MadeUpRuns.suite(runs: ["1": runs, "best": one, "worst": one])
    let cells = try table("table-stage-1", of: suite).rows[0].cells
    #expect(cells.map(\.printed) == ["40.0", "–", "40.0", "15.0"])
    #expect(cells[2].notes == ["mean of 1 run; runs left out: second (sampled every 100 ms)"])
    #expect(markdown(suite).contains("sampled every 100 ms"))
  }

  @Test("a stage without runs is empty with the reason, and its verdict is undecided")
  func noRuns() throws {
    let one = [MadeUpRuns.summary(frameTime: 40)]
    let suite = try MadeUpRuns.suite(runs: ["best": one, "worst": one])
    let text = markdown(suite)
    #expect(text.contains("undecided"))
    #expect(text.contains("**Kept:** none. **Rejected:** none. **Undecided:** 1."))
    #expect(text.contains("–"))
  }

  @Test(
    "an analysis is named after its trace",
    arguments: [("a.csv", "a.csv"), ("-", "standard input")])
  func title(source: String, title: String) {
    let run = AnalyzedRun(RunSummary(of: MadeUpRuns.recording(frameTime: 20, name: source)))
    #expect(AnalysisReport.document(of: [run]).title == title)
    #expect(AnalysisReport.document(of: [run, run]).title == "2 runs")
  }

  @Test(
    "every table of measured figures lists its parameters",
    arguments: ["table-worst-case", "table-best-case", "table-stages", "table-stage-1"])
  func parameters(anchor: String) throws {
    let suite = try MadeUpRuns.suite(metrics: ["fps.stability"])
    #expect(
      try table(anchor, of: suite).remarks.contains(
        "Parameters: stability tolerance 20%, point window 1s, displayed frames."))
  }

  @Test("reported values are marked below the table, not in the cells")
  func reported() throws {
    var recording = MadeUpRuns.recording(frameTime: 25)
    recording.description.reported = ["cpu.avg": 0.5]
    let runs = [RunSummary(of: recording, name: "1")]
    let suite = try MadeUpRuns.suite(
      runs: ["1": runs, "best": runs, "worst": runs], metrics: ["fps.avg", "cpu.avg"])
    let table = try table("table-stage-1", of: suite)
    #expect(table.rows[1].cells[0] == .quantity(Quantity(0.5, .fraction), .decimals(2)))
    #expect(
      table.remarks.contains(
        "Average CPU usage (%): published, not measured by Hitchmark."))
  }

  @Test("the brief form has only the result and the closing comparisons")
  func brief() throws {
    let document = SuiteReport.document(of: try MadeUpRuns.suite(), extent: .brief)
    #expect(document.tables.map(\.anchor.name) == ["table-worst-case", "table-best-case"])
  }

  @Test("equal summaries give equal bytes", arguments: Renderer.files.map(\.id))
  func sameBytes(format: String) throws {
    let renderer = try #require(Renderer.files.first { $0.id == format })
    let first = renderer.render(SuiteReport.document(of: try MadeUpRuns.suite()))
    let second = renderer.render(SuiteReport.document(of: try MadeUpRuns.suite()))
    #expect(first == second)
  }
}
