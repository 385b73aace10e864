import Analysis
import Documents
import Recordings
import TestSupport
import Testing
import Units

@testable import Reports

/// Compares the charts of a run with its metrics.
@Suite("Charts of a run")
struct RunChartTests {
  /// Two laps of 40 frames with a pause between, hitches, janks, a marker and counters.
  private static let recording: Recording = {
    var presents: [Nanoseconds] = [5_000_000_000]
    for index in 0..<100 {
      let milliseconds = index % 17 == 5 ? 34.0 : index == 60 ? 140 : 16 + Double(index % 5) * 0.3
      presents.append(presents[presents.count - 1] + Nanoseconds(milliseconds * 1e6))
    }
    var recording = Recording(
      origin: .init(source: "made.csv", format: "native", dialect: "frames"),
      timeline: .known(FrameTimeline(presents: NumberColumn(presents))))
    recording.description.device.refreshRate = 60
    recording.markers = [
      Marker(start: presents[0], end: presents[40], name: "lap 1", isActivity: true),
      Marker(start: presents[50], end: presents[100], name: "lap 2", isActivity: true),
      Marker(start: presents[10], end: presents[20], name: "images"),
    ]
    let times = stride(from: 0, through: 100, by: 10).map { presents[$0] }
    recording.counters = [
      Counter(
        role: .cpu, name: "cpu", unit: .fraction,
        samples: SampleColumn(times: times, values: times.indices.map { 0.3 + 0.05 * Double($0) })),
      Counter(
        role: .memory, name: "memory", unit: .bytes,
        samples: SampleColumn(times: times, values: times.indices.map { 80e6 + 1e6 * Double($0) })),
    ]
    return recording
  }()

  private static let summary: RunSummary = {
    var settings = ParameterSettings()
    try? settings.set(.points, to: "100ms")
    return RunSummary(of: recording, settings: settings, needs: RunNeeds(charts: true))
  }()

  private static var charts: [Chart] {
    AnalysisReport.document(of: [AnalyzedRun(summary)]).charts
  }

  private static func chart(_ anchor: String) throws -> Chart {
    try #require(charts.first { $0.anchor.name == anchor })
  }

  private func value(_ metric: Metric.ID) throws -> Double {
    try #require(Self.summary[metric]?.value.value)
  }

  private func marks(_ chart: Chart, panel: Int = 0, named name: String?) -> [Chart.Mark] {
    chart.panels[panel].marks.filter { $0.name == name }
  }

  private func points(_ marks: [Chart.Mark]) -> [Chart.Point] {
    marks.flatMap { mark -> [Chart.Point] in
      switch mark.shape {
      case .line(let lines), .steps(let lines, _): lines.flatMap(\.self)
      case .dots(let points, _), .words(let points): points
      case .area, .bars, .boxes, .intervals, .bands, .rules: []
      }
    }
  }

  @Test("there are four charts, and a terminal shows the first")
  func order() {
    #expect(
      Self.charts.map(\.anchor.name) == [
        "chart-frame-time", "chart-distribution", "chart-percentiles", "chart-frame-rate",
      ])
    #expect(Self.charts.map(\.isForTerminals) == [true, false, false, false])
    let without = RunSummary(of: Self.recording)
    #expect(AnalysisReport.document(of: [AnalyzedRun(without)]).charts.isEmpty)
  }

  @Test("a frame is a step from its start to its end, and a pause is a gap")
  func frames() throws {
    let marks = marks(Self.charts[0], named: "Frame time")
    guard case .steps(let lines, let spans) = marks[0].shape else {
      Issue.record("no steps")
      return
    }
    #expect(spans.map(\.lengths.count) == [40, 50])
    #expect(spans.reduce(0) { $0 + $1.lengths.count } == Int(try value("frames")))
    #expect(points(marks).map(\.y).max() == (try value("frametime.max")))
    // A point where each frame starts, and one where the last ends; the first starts at the first present.
    #expect(lines.map(\.count) == [41, 51])
    #expect(lines[0][0] == Chart.Point(0, 16) && abs(lines[0][1].x - 0.016) < 1e-9)
    let longest = try #require(lines[1].firstIndex { $0.y == 140 })
    #expect(abs(lines[1][longest + 1].x - lines[1][longest].x - 0.14) < 1e-9)
  }

  @Test("there is a mark for each hitch and each jank that the metrics count")
  func events() throws {
    let strip = Self.charts[0].panels[1]
    #expect(strip.y.scale == .categories(["Hitches", "Janks"]))
    let ticks = strip.marks.map { points([$0]) }
    #expect(ticks.map { Double($0.count) } == [try value("hitch.count"), try value("jank.count")])
    #expect(
      ticks[1].map(\.x) == points(Self.charts[0].panels[0].marks.filter { $0.name == nil }).map(\.x)
    )
  }

  @Test("markers are bands, and counters have panels with the units of the tables")
  func lanes() {
    let panels = Self.charts[0].panels
    #expect(panels.dropFirst(2).map(\.y.title) == ["CPU usage", "Memory"])
    #expect(panels[3].y.unit == .megabytes)
    #expect(points(panels[3].marks).map(\.y).max() == 90)
    let bands = panels[0].marks.flatMap { mark -> [String?] in
      if case .bands(let bands, along: .x) = mark.shape { bands.map(\.label) } else { [] }
    }
    #expect(bands == ["lap 1", "lap 2", "images"])
  }

  @Test("the share of points within the band around the average equals the stability")
  func stability() throws {
    let chart = try Self.chart("chart-frame-rate")
    let stable = points(marks(chart, named: "Stable point")).count
    let outside = points(marks(chart, named: "Frame-rate point outside the tolerance")).count
    #expect(Double(stable) / Double(stable + outside) == (try value("fps.stability")))
    #expect(outside > 0)
    guard case .rules(let rules, _) = marks(chart, named: "Average")[0].shape else {
      Issue.record("no rule")
      return
    }
    #expect(rules.map(\.value) == [try value("fps.avg")])
  }

  @Test("the table of percentiles equals the metrics")
  func percentiles() throws {
    let rows = try #require(Self.chart("chart-percentiles").values).rows
    for (header, metric) in [
      ("50%", "frametime.p50"), ("99%", "frametime.p99"), ("100%", "frametime.max"),
    ] {
      let row = try #require(rows.first { $0.header == header })
      guard case .quantity(let quantity, _, _) = row.cells[0].content else {
        Issue.record("no number")
        continue
      }
      #expect(abs(quantity.value - (try value(metric))) < 1e-9, "\(header)")
    }
  }

  @Test("histogram and curve contain all frames, the longest in the last bar")
  func distribution() throws {
    let chart = try Self.chart("chart-distribution")
    let frames = try value("frames")
    // The limit is 120% of the 99th percentile, 34 + 0.11 · (140 − 34) = 45.66 ms, rounded up to bars of 2 ms.
    #expect(chart.remarks == ["The last bar has all frames longer than 56.0 ms: 1 of 90."])
    guard case .bars(let bars) = chart.panels[0].marks[0].shape else {
      Issue.record("no bars")
      return
    }
    #expect(abs(bars.map(\.height).reduce(0, +) - 1) < 1e-9)
    #expect(abs((bars.last?.height ?? 0) - 1 / frames) < 1e-9 && (bars.last?.start ?? 0) > 56)
    // One frame is visible: the axis is logarithmic, and starts below its share.
    #expect(chart.panels[0].y.scale == .logarithmic)
    #expect(chart.panels[0].y.domain?.lowerBound == 0.5 / frames)
    let curve = points([chart.panels[1].marks[0]])
    #expect(curve.first?.y == 0 && curve.last?.y == 1)
    #expect(zip(curve, curve.dropFirst()).allSatisfy { $0.y <= $1.y })
  }

  @Test("several runs have one color each, and too many runs are only drawn together")
  func several() {
    let few = AnalysisReport.document(of: [AnalyzedRun(Self.summary), AnalyzedRun(Self.summary)])
    #expect(few.charts.map(\.anchor.name).count { $0.hasPrefix("chart-frame-time-") } == 2)
    #expect(few.charts[0].anchor.name == "chart-frame-times" && few.charts[0].panels.count == 1)
    #expect(few.charts.allSatisfy { !$0.isForTerminals } == false)
    let many = AnalysisReport.document(
      of: Array(repeating: AnalyzedRun(Self.summary), count: RunCharts.most + 1))
    #expect(many.charts.map(\.anchor.name) == ["chart-distribution", "chart-percentiles"])
    let text = Renderer.markdown.render(many)
    #expect(text.contains("Charts over time are drawn for at most 12 runs."))
  }

  @Test("they equal the golden files")
  func golden() {
    let document = Document(schema: "s", title: "t", blocks: Self.charts.map(Block.chart))
    let text = Renderer.svg.render(document)
    #expect(Golden.complaint(about: text, golden: "Tests/Fixtures/charts/run.svg") == nil)
    let terminal = Renderer.text(width: 80, color: false).render(document)
    #expect(Golden.complaint(about: terminal, golden: "Tests/Fixtures/charts/run.txt") == nil)
  }

  @Test(
    "unusual runs can be drawn",
    arguments: [
      [1], [16.0, 16], [0.000_001, 5_000_000], Array(repeating: 16.666_667, count: 500),
      [900, 1, 900, 1, 900], Array(stride(from: 1.0, through: 4000, by: 3)),
    ])
  func odd(frameTimes: [Double]) {
    var presents: [Nanoseconds] = [Nanoseconds.min + 5]
    for time in frameTimes {
      presents.append(presents[presents.count - 1] + max(1, Nanoseconds(time * 1e6)))
    }
    var recording = Recording(
      origin: .init(source: "odd", format: "native", dialect: "frames"),
      timeline: .known(FrameTimeline(presents: NumberColumn(presents))))
    recording.markers = [Marker(start: .min, end: .max, name: "all of time")]
    let samples = SampleColumn(times: [.min, 0, .max], values: [1, nil, 2e300])
    recording.counters = [Counter(role: .power, name: "p", unit: .watts, samples: samples)]
    let summary = RunSummary(of: recording, needs: RunNeeds(charts: true))
    let document = AnalysisReport.document(of: [AnalyzedRun(summary)])
    #expect(!document.charts.isEmpty)
    for renderer in Renderer.files + Renderer.pictures {
      let text = renderer.render(document)
      #expect(!text.contains("nan") && !text.contains("\"inf"), "\(renderer.id)")
    }
  }
}
