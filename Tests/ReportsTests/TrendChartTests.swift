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

  /// 36 commits: a step of 20% at the 21st, an outlier at the 8th, no run of the 12th, and another system from the 31st
  /// on.
  private static let trend: Trend = {
    let runs = (0..<36).filter { $0 != 11 }.map { index -> TrendRun in
      var description = RunDescription()
      description.commit = "commit-\(index)"
      description.device.os = index < 30 ? "9" : "10"
      let level = (index < 20 ? 10 : 12) * (index == 7 ? 1.5 : 1)
      // Uniform noise of up to 1%, from multiples of the golden ratio.
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

  /// The report of 60 stages, of which the last one changed.
  private static let manyStages: Document = {
    let runs = (0..<60).flatMap { stage in
      (0..<24).map { commit in
        MadeOutcome.run(
          commit, stage: "s\(stage)",
          time: MadeOutcome.noisy(stage == 59 && commit > 12 ? 12 : 10, commit), share: 0.5)
      }
    }
    let history = CommitHistory(name: "main", commits: (0..<24).map { "commit-\($0)" })
    return TrendReport.document(
      of: Trend(of: runs, metrics: [MadeOutcome.metrics[0]], along: history))
  }()

  private static let charts = TrendReport.document(of: trend).charts

  private static func dots(_ chart: Chart, _ outline: Chart.Symbol.Outline) -> [Chart.Point] {
    chart.panels[0].marks.flatMap { mark -> [Chart.Point] in
      if case .dots(let points, let symbol) = mark.shape, symbol.outline == outline {
        points
      } else {
        []
      }
    }
  }

  private static func rules(_ chart: Chart) -> [(rule: Chart.Rule, ink: Chart.Ink)] {
    chart.panels[0].marks.flatMap { mark -> [(Chart.Rule, Chart.Ink)] in
      if case .rules(let rules, along: .x) = mark.shape {
        rules.map { ($0, mark.ink) }
      } else {
        []
      }
    }
  }

  @Test("All environments of a stage and metric are in one chart")
  func environments() {
    #expect(Self.charts.map(\.title) == ["Made time, app/scroll"])
    // A dashed line, with the name of the second environment, is at its first commit.
    #expect(Self.rules(Self.charts[0]).map(\.rule).contains(Chart.Rule(29.5, label: "10")))
  }

  @Test("Every commit is a point, and outliers have another symbol")
  func points() {
    #expect(Self.dots(Self.charts[0], .circle).map(\.x) == [7])
    #expect(Self.dots(Self.charts[0], .point).count == 28 + 6)
  }

  @Test("A change is a line with its sign and size; an increase of a time is worse")
  func change() throws {
    let (rule, ink) = try #require(Self.rules(Self.charts[0]).first)
    #expect(rule.value == 19.5 && rule.label?.hasPrefix("▼ +2") == true && ink == .worse)
    #expect(Self.charts[0].description.contains("Change in commit-19..commit-20: "))
  }

  @Test("The title of the report has the number of open regressions, and their size")
  func title() {
    let title = TrendReport.document(of: Self.trend).title
    #expect(title == "1 open regression: scroll")
  }

  @Test("The chart's table has the values of the points")
  func values() throws {
    let values = try #require(Self.charts[0].values)
    #expect(values.rows.map(\.header) == (0..<36).filter { $0 != 11 }.map { "commit-\($0)" })
    #expect(values.columns.map(\.title) == ["Made time", "Runs", "Environment"])
    #expect(Self.charts[0].description.contains("Not judged: "))
  }

  @Test("A page draws at most 50 charts, those with changes first, and says how many it leaves out")
  func manyCharts() {
    let charts = Self.manyStages.charts
    #expect(charts.count == 50)
    #expect(charts.first?.title.contains("s59") == true, "\(charts.first?.title ?? "")")
    let texts = Self.manyStages.blocks.map {
      if case .paragraph(let text) = $0 { text.plainText } else { "" }
    }
    #expect(texts.contains { $0.hasPrefix("50 of 60 charts are drawn") })
  }

  @Test("it equals the golden file")
  func golden() {
    let text = Renderer.svg.render(TrendReport.document(of: Self.trend))
    #expect(Golden.complaint(about: text, golden: "Tests/Fixtures/charts/trend.svg") == nil)
  }
}
