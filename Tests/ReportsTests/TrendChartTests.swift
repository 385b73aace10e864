import Analysis
import Documents
import Recordings
import Reports
import TestSupport
import Testing
import Units

@Suite("Chart of a trend")
struct TrendChartTests {
  private static let metric = Metric(
    id: "made.time", title: "Made time (ms)", unit: .milliseconds, polarity: .lowerIsBetter,
    noiseFloor: .relative(0.01), help: "Made up.", formula: "none", source: "this test"
  ) { _ throws(Withheld) in throw Withheld("not computed here") }

  /// 36 commits: a step of 20% before the 21st, a spike at the 8th, no run of the 12th, and another
  /// system from the 31st on.
  private static let trend: Trend = {
    let runs = (0..<36).filter { $0 != 11 }.map { index -> TrendRun in
      var description = RunDescription()
      description.commit = "commit-\(index)"
      description.device.os = index < 30 ? "9" : "10"
      let level = (index < 20 ? 10 : 12) * (index == 7 ? 1.5 : 1)
      // An even scatter of up to 1%: steps of the golden section.
      let noise = (Double(index) * 0.618_034).truncatingRemainder(dividingBy: 1) - 0.5
      return TrendRun(
        suite: "app", stage: "scroll", description: description,
        values: [
          .init(
            metric: metric.id, revision: 1, parameters: "",
            value: .known(level * (1 + 0.02 * noise)))
        ])
    }
    let history = CommitHistory(name: "main", commits: (0..<36).map { "commit-\($0)" })
    return Trend(of: runs, metrics: [metric], along: history)
  }()

  private static let charts = TrendReport.document(of: trend).charts

  private static func dots(_ chart: Chart, named name: String) -> [Chart.Point] {
    chart.panels[0].marks.filter { $0.name == name }.flatMap { mark -> [Chart.Point] in
      if case .dots(let points, _) = mark.shape { points } else { [] }
    }
  }

  @Test("there is one for each series, those with changes first")
  func order() {
    #expect(
      Self.charts.map(\.title) == [
        "app/scroll (9) made.time", "app/scroll (10) made.time",
      ])
  }

  @Test("every commit is a point, spikes are told apart, and a gap is not bridged")
  func points() {
    let chart = Self.charts[0]
    #expect(Self.dots(chart, named: "Spike").map(\.x) == [7])
    #expect(Self.dots(chart, named: "Commit").count == 28)
    let lines = chart.panels[0].marks.compactMap { mark -> [[Chart.Point]]? in
      if case .line(let lines) = mark.shape, mark.name == nil { lines } else { nil }
    }
    #expect(lines.flatMap(\.self).map { [$0.first?.x, $0.last?.x] } == [[0, 10], [12, 29]])
  }

  @Test("a change is a stretch between its commits, with its size")
  func change() throws {
    let bands = Self.charts[0].panels[0].marks.compactMap { mark -> (Chart.Band, Chart.Ink)? in
      if case .bands(let bands, along: .x) = mark.shape { (bands[0], mark.ink) } else { nil }
    }
    let (band, ink) = try #require(bands.first)
    #expect(bands.count == 1 && band.start == 19 && band.end == 20)
    #expect(band.label?.hasPrefix("+2") == true && ink == .worse)
    #expect(Self.charts[0].description.contains("Change in commit-19..commit-20: "))
  }

  @Test("a change of the environment is a rule at the first commit that has it")
  func environment() {
    for chart in Self.charts {
      let rules = chart.panels[0].marks.compactMap { mark -> [Chart.Rule]? in
        if case .rules(let rules, along: .x) = mark.shape { rules } else { nil }
      }
      #expect(rules == [[Chart.Rule(29.5, label: "system: 9 → 10")]])
    }
  }

  @Test("the values behind it are those of the points")
  func values() throws {
    let values = try #require(Self.charts[1].values)
    #expect(values.rows.map(\.header) == (30..<36).map { "commit-\($0)" })
    #expect(values.columns.map(\.title) == ["Made time (ms)", "Runs"])
    #expect(Self.charts[1].description.contains("Not judged: "))
  }

  @Test("it is drawn as recorded")
  func golden() {
    let text = Renderer.svg.render(TrendReport.document(of: Self.trend))
    #expect(Golden.complaint(about: text, golden: "Tests/Fixtures/charts/trend.svg") == nil)
  }
}
