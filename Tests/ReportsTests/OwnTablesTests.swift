import Analysis
import Documents
import Recordings
import Reports
import Testing
import Units

/// Tables of cases, curves and threads, for generated suites.
@Suite("Tables of cases, curves and threads")
struct OwnTablesTests {
  private static let layout = OwnMeasure(
    name: "layout", title: "Layout time", unit: .milliseconds, lowerIsBetter: true, digits: 1,
    budget: .refresh)

  private static func run(
    _ value: Double?, _ measure: OwnMeasure = layout, threads: ThreadList? = nil
  ) -> RunSummary {
    var recording = Recording(
      origin: .init(source: "run", format: "run.json", dialect: "reported"),
      timeline: .withheld(because: "there is no trace"))
    recording.description.measures = [measure]
    recording.description.device.refreshRate = 60
    recording.description.threads = threads
    if let value {
      recording.description.scalars = [
        Scalar(
          name: measure.name, value: value, unit: measure.unit,
          lowerIsBetter: measure.lowerIsBetter)
      ]
    }
    return RunSummary(of: recording, name: "1")
  }

  private static func suite(
    _ stages: [(stage: SuiteDescription.Stage, values: [Double?])], measure: OwnMeasure = layout
  ) throws -> SuiteSummary {
    var description = SuiteDescription(id: "s", title: "A suite")
    description.measures = [measure]
    description.metrics = [measure.name]
    description.sweep = .init(title: "Number of views", unit: "views")
    description.stages = stages.map(\.stage)
    var runs: [String: [RunSummary]] = [:]
    for (stage, values) in stages { runs[stage.id] = values.map { run($0, measure) } }
    return try SuiteSummary(description, runs: runs)
  }

  private static func stage(
    _ testCase: String?, _ variant: String?, at: Double? = nil
  ) -> SuiteDescription.Stage {
    let id = "\(testCase ?? "")-\(variant ?? "")-\(at ?? 0)"
    var stage = SuiteDescription.Stage(id: id, title: id)
    (stage.testCase, stage.variant, stage.at) = (testCase, variant, at)
    return stage
  }

  private func table(_ anchor: String, of suite: SuiteSummary) throws -> Table {
    let tables = SuiteReport.document(of: suite).tables
    return try #require(tables.first { $0.anchor.name == anchor })
  }

  @Test("three variants are compared with the first, and the best is named")
  func cases() throws {
    let table = try table(
      "table-case-layout",
      of: Self.suite([
        (Self.stage("text", "old"), [10, 12]), (Self.stage("text", "new"), [5.5]),
        (Self.stage("text", "newer"), [22]), (Self.stage("images", "old"), [20]),
        (Self.stage("images", "new"), [nil]),
      ]))
    #expect(
      table.columns.map(\.title) == [
        "old", "new", "newer", "new, change (%)", "newer, change (%)", "Best", "Runs",
      ])
    #expect(
      table.rows[0].cells.map(\.printed) == [
        "11.0", "5.5", "22.0", "-50.00%", "100.00%", "undecided",
        "2 + 1 + 1",
      ])
    #expect(
      table.rows[1].cells.map(\.printed) == ["20.0", "–", "–", "–", "–", "", "1 + 0 + 0"])
    #expect(table.rows[1].cells[1].content == .missing(reason: "this run has no value for layout"))
    #expect(
      table.rows[1].cells[2].content
        == .missing(reason: "the suite has no stage with this case and variant"))
    #expect(
      table.remarks.contains(
        "Budget: 16.7 ms (one refresh). These values miss the budget: text, newer; images, old."))
  }

  @Test(
    "a measure without a direction has no best variant; without decimals its values have a unit")
  func neither() throws {
    let measure = OwnMeasure(name: "size", unit: .seconds, lowerIsBetter: nil)
    let table = try table(
      "table-case-size",
      of: Self.suite(
        [(Self.stage("text", "old"), [0.002]), (Self.stage("text", "new"), [0.001])],
        measure: measure))
    #expect(table.columns.map(\.title) == ["old", "new", "Change", "Change (%)", "Runs"])
    #expect(table.rows[0].cells.map(\.printed).first == "2 ms")
    #expect(table.rows[0].cells.allSatisfy { $0.emphasis == .plain })
  }

  @Test("a curve has one row per value, and shows where it exceeds the budget")
  func curve() throws {
    // From 10 at 50 to 20 at 100: 16.67 is at two thirds of the way, 83.3.
    let suite = try Self.suite([
      (Self.stage(nil, "old", at: 100), [20]), (Self.stage(nil, "old", at: 50), [10]),
      (Self.stage(nil, "new", at: 100), [2]), (Self.stage(nil, "slow", at: 50), [90]),
    ])
    let table = try table("table-curve-layout", of: suite)
    #expect(table.corner == "Number of views")
    #expect(table.rows.map(\.header) == ["50", "100"])
    #expect(table.rows[0].cells.map(\.printed) == ["10.0", "–", "90.0"])
    #expect(
      table.remarks.prefix(4) == [
        "Budget: 16.7 ms (one refresh).",
        "old: leaves the budget between 50 and 100 views, by linear interpolation at 83.3.",
        "new meets the budget at every measured value, up to 100 views.",
        "slow misses the budget at every measured value, from 50 views on.",
      ])
    let anchors = SuiteReport.document(of: suite).blocks.compactMap { block in
      if case .chart(let chart) = block { chart.anchor.name } else { nil }
    }
    #expect(anchors == ["chart-curve-layout"])
    let brief = SuiteReport.document(of: suite, extent: .brief)
    #expect(brief.tables.map(\.anchor.name) == ["table-curve-layout"])
  }

  @Test("cases along a variable have one curve each")
  func curvesOfCases() throws {
    let suite = try Self.suite([
      (Self.stage("text", "a", at: 1), [1]), (Self.stage("images", "a", at: 1), [2]),
    ])
    let captions = SuiteReport.document(of: suite).tables.prefix(2).map(\.caption)
    #expect(
      captions == [
        "Layout time (ms) by number of views, text", "Layout time (ms) by number of views, images",
      ])
  }

  @Test("more than twelve threads are summed up, and the unlisted time has a row")
  func threads() throws {
    let threads = (1...15).map { index in
      ThreadList.Thread(
        name: "t\(index)", isMain: index == 1, time: Nanoseconds(index) * 1_000_000_000)
    }
    // 1 + 2 + … + 15 = 120 s of 150 s.
    let list = ThreadList(threads: threads, total: 150 * 1_000_000_000)
    let document = AnalysisReport.document(of: [AnalyzedRun(Self.run(nil, threads: list))])
    let table = try #require(document.tables.first { $0.anchor.name == "table-threads" })
    #expect(table.rows.map(\.header).first == "t15")
    #expect(table.rows.map(\.header).suffix(2) == ["3 more", "Not listed"])
    #expect(table.rows[12].cells.map(\.printed) == ["6.000", "4.0%"])
    #expect(table.rows[13].cells.map(\.printed) == ["30.000", "20.0%"])
    let split = try #require(document.tables.first { $0.anchor.name == "table-main-thread" })
    #expect(split.rows.map { $0.cells[0].printed } == ["1.000", "149.000", "150.000"])
    #expect(
      split.remarks.first == "All values: recorded by the test itself, not computed from frames.")
  }

  @Test("hostile names do no harm", arguments: Renderer.files.map(\.id))
  func harm(format: String) throws {
    let names = ["<script>alert(1)</script>", "a|b\n`c`", "\\input{x}", "=1+1", "\u{202E}x\u{0}"]
    let suite = try Self.suite(
      names.map { (Self.stage($0, $0), [1]) } + names.map { (Self.stage($0, $0, at: 1), [2]) })
    let renderer = try #require(Renderer.files.first { $0.id == format })
    let text = renderer.render(SuiteReport.document(of: suite))
    // Data formats contain the names unchanged, for programs.
    if !["csv", "json"].contains(format) { #expect(!text.contains("<script>alert")) }
    #expect(!text.contains("\u{202E}") && !text.contains("\u{0}"))
    if format == "latex" { #expect(!text.contains("\\input{x}")) }
    if format == "csv" { #expect(!text.contains(",=1+1")) }
  }
}
