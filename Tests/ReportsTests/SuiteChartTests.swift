import Analysis
import Documents
import Recordings
import TestSupport
import Testing
import Units

@testable import Reports

@Suite("Charts of a suite")
struct SuiteChartTests {
  /// A suite of stages with two runs each, at 20 to 40 ms per frame; `1` is kept, and `2` is worse.
  private static func suite(
    threads: Bool = false, metrics: [String] = ["fps.avg", "frametime.p99"]
  ) throws -> SuiteSummary {
    var description = SuiteDescription(id: "made-up", title: "A made-up suite")
    description.stages = [
      .init(id: "best", title: "Best case"), .init(id: "worst", title: "Worst case"),
      .init(id: "1", title: "A change", baseline: "worst"),
      .init(id: "2", title: "Another", baseline: "1"),
    ]
    description.best = "best"
    description.worst = "worst"
    description.endResult = "1"
    description.provenance = "Made up, so that the means alone decide what is kept."
    description.metrics = metrics
    let frameTimes: [String: [Double]] = [
      "best": [20, 20], "worst": [39, 41], "1": [24, 26], "2": [45, 47],
    ]
    let runs = frameTimes.mapValues { times in
      times.enumerated().map { index, time in
        var recording = MadeUpRuns.recording(frameTime: time, name: "\(index)")
        if threads { recording.counters = Self.threads(main: time / 50) }
        return RunSummary(of: recording, name: "\(index)", needs: RunNeeds(charts: true))
      }
    }
    return try SuiteSummary(description, runs: runs)
  }

  private static func threads(main: Double) -> [Counter] {
    [("main", main), ("render", 1 - main)].map { name, share in
      Counter(
        role: .threadCPU(name), name: name, unit: .fraction,
        samples: SampleColumn(times: [0, 1_000_000_000], values: [share, share]))
    }
  }

  private static func charts(_ suite: SuiteSummary) -> [Chart] {
    SuiteReport.document(of: suite).charts
  }

  private static func points(_ panel: Chart.Panel, named name: String) -> [Chart.Point] {
    panel.marks.filter { $0.name == name }.flatMap { mark -> [Chart.Point] in
      if case .dots(let points, _) = mark.shape { points } else { [] }
    }
  }

  @Test("each chart is next to the table that it belongs to; the brief form has none")
  func places() throws {
    let suite = try Self.suite()
    let names = SuiteReport.document(of: suite).blocks.compactMap { block -> String? in
      switch block {
      case .table(let table): table.anchor.name
      case .chart(let chart): chart.anchor.name
      case .heading, .paragraph, .facts, .notice, .list, .steps, .cards, .definitions, .fold: nil
      }
    }
    #expect(
      names.prefix(15) == [
        "chart-stages", "table-worst-case", "table-best-case", "table-stages", "table-positions",
        "chart-positions", "chart-distribution", "chart-percentiles", "chart-heat-map",
        "table-stage-best",
        "chart-frame-rate-best", "chart-frame-time-best", "table-stage-worst",
        "chart-frame-rate-worst", "chart-frame-time-worst",
      ])
    #expect(SuiteReport.document(of: suite, extent: .brief).charts.isEmpty)
  }

  @Test("The heat map has a row per run, and a darker box where frames were longer")
  func heatMap() throws {
    let charts = Self.charts(try Self.suite())
    let panel = try #require(charts.first { $0.anchor.name == "chart-heat-map" }).panels[0]
    // The fastest run has frames of 20 ms.
    #expect(
      panel.marks.map(\.name) == [
        "over 30.0 ms", "over 40.0 ms", "over 60.0 ms", "over 100.0 ms",
      ])
    let boxes = panel.marks.map { mark -> Int in
      if case .boxes(let boxes) = mark.shape { boxes.count } else { 0 }
    }
    // One run has 39 ms; the others have 41, 45 and 47 ms.
    #expect(boxes == [1, 3, 0, 0])
  }

  @Test("stages are in order, with each run; symbols show what was kept")
  func stages() throws {
    let chart = try #require(Self.charts(Self.suite()).first { $0.anchor.name == "chart-stages" })
    #expect(chart.x.scale == .categories(["best", "worst", "1", "2"]))
    // The verdict rests on the average frame rate and its stability.
    #expect(chart.panels.map(\.y.title) == ["FPS (avg)", "FPS stability (%)"])
    let rates = chart.panels[0]
    #expect(Self.points(rates, named: "Mean").map(\.x) == [0, 1])
    #expect(Self.points(rates, named: "Mean, kept").map(\.x) == [2])
    #expect(Self.points(rates, named: "Mean, rejected").map(\.x) == [3])
    #expect(Self.points(rates, named: "Run").count == 8)
    let symbols = rates.marks.compactMap { mark -> Chart.Symbol? in
      if case .dots(_, let symbol) = mark.shape { symbol } else { nil }
    }
    #expect(symbols.map(\.outline) == [.diamond, .cross, .square, .circle])
  }

  @Test("positions are those of the table, and a position beyond the axis has its number as text")
  func positions() throws {
    let suite = try Self.suite()
    let chart = try #require(Self.charts(suite).first { $0.anchor.name == "chart-positions" })
    let panel = chart.panels[0]
    #expect(panel.y.scale == .categories(["FPS (avg)", "Frame time (99th percentile, ms)"]))
    // The 99th percentiles of stage 1 are 26 ms and 24 ms, so their mean is 25; worst 40, best 20.
    let end = Self.points(panel, named: "End result, 1")
    #expect(end.count == 2 && abs(end[1].x - 0.75) < 1e-6)
    // 46 ms: 30% beyond the worst case.
    let steps = Self.points(panel, named: "Stage")
    #expect(abs(steps[1].x + 0.3) < 1e-6 && chart.x.domain?.lowerBound == -0.25)
    #expect(steps[1].note == "2 - Another: -30%")
  }

  @Test("a metric without a direction has no position, and a suite without both cases no chart")
  func withoutDirection() throws {
    let suite = try Self.suite(metrics: ["frames"])
    #expect(!Self.charts(suite).contains { $0.anchor.name == "chart-positions" })
  }

  @Test("stages pool the frames of their runs")
  func pools() throws {
    let pools = FrameTimePool.pools(of: try Self.suite())
    #expect(pools.map(\.sorted.count) == [360, 360, 360, 360])
    #expect(
      pools.map(\.legend) == [
        "best, best case", "worst, worst case", "1, end result", "Other stages",
      ])
    // Half of the frames take 24 ms, the others 26 ms.
    #expect(pools[2].share(upTo: 23.9) == 0 && pools[2].share(upTo: 25) == 0.5)
    #expect(pools[2].share(upTo: 26) == 1)
  }

  @Test("threads are compared if they were sampled")
  func threads() throws {
    let chart = try #require(
      Self.charts(Self.suite(threads: true)).first { $0.anchor.name == "chart-threads" })
    // 39 / 50 and 41 / 50 for the worst case, 24 / 50 and 26 / 50 for the end result.
    #expect(chart.description == "main: 80.0%, then 50.0%. render: 20.0%, then 50.0%.")
    #expect(!Self.charts(try Self.suite()).contains { $0.anchor.name == "chart-threads" })
  }

  @Test("they equal the golden file")
  func golden() throws {
    let text = Renderer.svg.render(SuiteReport.document(of: try Self.suite(threads: true)))
    #expect(Golden.complaint(about: text, golden: "Tests/Fixtures/charts/suite.svg") == nil)
  }
}
