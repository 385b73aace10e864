import Analysis
import Documents
import Recordings
import Reports
import Testing
import Units

/// Reports of very many runs must not grow with the number of runs, or must be divided into pages.
@Suite("Reports of many runs")
struct ManyRunsTests {
  /// Runs of 20 frames, each with a data-quality warning.
  private static func runs(_ count: Int) -> [RunSummary] {
    (1...count).map { number in
      RunSummary(
        of: MadeUpRuns.recording(frameTime: 10 + Double(number % 7), frames: 20),
        name: "run \(number)")
    }
  }

  private static func lists(_ document: Document) -> [[[Inline]]] {
    document.blocks.compactMap { if case .list(let items) = $0 { items } else { nil } }
  }

  private static func analysis(
    _ count: Int, metrics: [String] = [], showsEveryRun: Bool = false
  ) -> Document {
    AnalysisReport.document(
      of: runs(count).map { AnalyzedRun($0) }, metrics: metrics, showsEveryRun: showsEveryRun)
  }

  @Test("An analysis of 400 runs is as long as one of 100")
  func analysisLength() {
    let texts = [100, 400].map { Renderer.text(width: 80).render(Self.analysis($0)) }
    let lines = texts.map { $0.split(separator: "\n").count }
    #expect(lines[0] == lines[1])
    #expect(
      Self.lists(Self.analysis(400)).map(\.count) == Self.lists(Self.analysis(100)).map(\.count))
  }

  @Test("A report shows how many runs were not examined, and does not count their frames")
  func unexamined() throws {
    let examined = MadeUpRuns.summary(frameTime: 40)
    let stored = RunSummary(
      of: MadeUpRuns.recording(frameTime: 40), parameters: examined.parameters, values: [])
    func report(_ runs: [RunSummary]) throws -> Document {
      let suite = try MadeUpRuns.suite(runs: [
        "best": [MadeUpRuns.summary(frameTime: 20)], "worst": runs,
        "1": [MadeUpRuns.summary(frameTime: 25)],
      ])
      return SuiteReport.document(of: suite)
    }
    func frames(_ document: Document) throws -> [Bool] {
      let table = try #require(document.tables.first { $0.anchor.name == "table-runs" })
      return table.rows.filter { $0.header.hasPrefix("worst") }.map { $0.cells[1].printed != "–" }
    }
    let mixed = try report([stored, stored, examined])
    let words = Renderer.text(width: 80).render(mixed)
    #expect(words.contains("2 runs ingested earlier were not examined; --strict examines all"))
    #expect(try frames(mixed) == [false, false, true])
    #expect(try frames(report(Array(repeating: stored, count: 60) + [examined])) == [false])
    #expect(try frames(report(Array(repeating: examined, count: 60))) == [true])
    #expect(try !Renderer.text(width: 80).render(report([examined])).contains("not examined"))
  }

  @Test("A summary shows how many runs have a value, the lowest, the median and the highest")
  func summary() throws {
    let table = try #require(Self.analysis(70).tables.first)
    #expect(table.columns.map(\.title) == ["Runs", "Lowest", "Median", "Highest", "Unit"])
    let row = try #require(table.rows.first { $0.id == "frametime.max" })
    #expect(row.cells.map(\.printed) == ["70", "10.0", "13.0", "16.0", "ms"])
  }

  @Test("Named metrics of many runs have one row per run")
  func named() {
    let tables = Self.analysis(60, metrics: ["fps.avg"]).tables
    #expect(tables.map(\.rows.count) == [1, 60])
    #expect(tables[1].rows[59].header == "run 60")
  }

  @Test("Formats for programs have every run, and those for people up to 50 side by side")
  func everyRun() throws {
    func columns(_ document: Document) -> Int? {
      document.tables.first { $0.anchor.name == "metrics" }?.columns.count
    }
    #expect(columns(Self.analysis(60, showsEveryRun: true)) == 61)
    #expect(columns(Self.analysis(50)) == 51)
  }

  @Test(
    "The first table of an analysis has the key figures, and metrics without a value are counted")
  func keyFigures() throws {
    let document = Self.analysis(1)
    let first = try #require(document.tables.first)
    #expect(first.anchor.name == "key-figures")
    #expect(first.rows.map(\.id).contains("fps.avg") && first.rows.count <= 14)
    let text = Renderer.text(width: 200).render(document)
    #expect(text.contains("--all lists") && text.contains("with the reason"))
  }

  @Test("The key figures of a sampled log begin with its sampled frame rate, under a title")
  func sampledFrameRate() throws {
    var recording = MadeUpRuns.recording(frameTime: 20)
    recording.timeline = .withheld(because: "only samples")
    recording.description.scalars = [
      Scalar(name: "fps.sampled", value: 59.931, unit: .framesPerSecond, lowerIsBetter: false)
    ]
    let document = AnalysisReport.document(of: [AnalyzedRun(RunSummary(of: recording))])
    let row = try #require(document.tables.first?.rows.first)
    #expect(row.header == "Average of the sampled frame rates")
    #expect(row.cells.map(\.printed) == ["59.93 FPS", ""])
  }

  @Test(
    "Tables for 400 runs of a stage are as wide as those for 100, except in formats for programs")
  func stageTable() throws {
    func widths(_ count: Int, everyRun: Bool = false) throws -> [Int] {
      let suite = try MadeUpRuns.suite(runs: ["1": Self.runs(count)])
      return SuiteReport.document(of: suite, showsEveryRun: everyRun).tables.map(\.columns.count)
    }
    #expect(try widths(400) == widths(100))
    #expect(try widths(60, everyRun: true).max() == 62)
    #expect(try widths(50).max() == 52)
  }

  @Test("The list of runs has one row for a stage of many runs, except in formats for programs")
  func runList() throws {
    func names(_ count: Int, everyRun: Bool = false) throws -> [String] {
      let suite = try MadeUpRuns.suite(runs: ["1": Self.runs(count)])
      let document = SuiteReport.document(of: suite, showsEveryRun: everyRun)
      let table = try #require(document.tables.first { $0.anchor.name == "table-runs" })
      return (0..<table.rows.count).map { table.rows[$0].header }
    }
    #expect(try names(51) == ["1 #1 to #51"])
    #expect(try names(51, everyRun: true).count == 51)
    #expect(try names(50).count == 50)
  }

  @Test("A warning of more than 12 runs has one line in a report, up to 12 have one line each")
  func warnings() throws {
    func lines(_ count: Int) throws -> [[Inline]] {
      let suite = try MadeUpRuns.suite(runs: ["1": Self.runs(count)])
      return try #require(Self.lists(SuiteReport.document(of: suite)).last)
    }
    let (few, many) = (try lines(12), try lines(13))
    #expect(few.count > many.count)
    #expect(try lines(500).count == many.count)
    #expect(many.map(\.plainText).contains { $0.hasPrefix("1 #1 and 12 more: ") })
  }

  @Test("The list of a stage's runs is divided into pages of 200, linked with each other")
  func listPages() throws {
    let runs = Self.runs(450)
    let summary = try MadeUpRuns.suite(runs: ["1": runs])
    let site = Site(of: [(summary.description, ["1": runs.map(\.name)])])
    let place = site.suites[0]
    let pages = SitePages.stage(place.stages[2], in: summary, at: place)
    #expect(
      pages.map(\.page.text) == [
        "made-up/stage-1/index.html", "made-up/stage-1/list/2.html", "made-up/stage-1/list/3.html",
      ])
    #expect(pages.map { $0.document.tables.last?.rows.count } == [200, 200, 50])
    #expect(pages.allSatisfy { Renderer.html.render($0.document).utf8.count < 250_000 })
    #expect(Set(site.pages).isSuperset(of: pages.map(\.page)))
    let second = Renderer.html.render(pages[1].document)
    for link in ["../index.html", "3.html", "../run-201.html"] {
      #expect(second.contains("href=\"\(link)\""), "\(link)")
    }
    #expect(second.contains("Runs 201 to 400 of 450, page 2 of 3."))
    let few = Site(of: [(summary.description, ["1": ["a"]])]).suites[0].stages[2]
    #expect(few.lists.count == 1)
  }

  @Test("Runs of the same name have different pages, whatever other runs are called")
  func equalNames() {
    let names = Array(repeating: "x", count: 2_000) + ["x-3", "X 3"]
    var taken = TakenAnchors(["index"])
    let made = names.map { Anchor($0).made(differentFrom: &taken).name }
    #expect(Set(made).count == names.count)
    #expect(made[0...2] == ["x", "x-2", "x-3"])
    #expect(made[1_999] == "x-2000")
    #expect(made[2_000...] == ["x-3-2", "x-3-3"])
  }
}
