import Analysis
import Documents
import Recordings
import Testing
import Units

@testable import Reports

@Suite("Report of a comparison")
struct ComparisonReportTests {
  private static let metrics = ["duration", "fps.avg", "frametime.p99", "cpu.avg"]

  /// A side of runs whose frames take about this many milliseconds.
  private static func side(
    _ name: String, frameTime: Double, hasCharts: Bool = true, runs: Int = 5
  ) -> ComparedSide {
    let runs = (0..<runs).map { run -> RunSummary in
      let recording = MadeUpRuns.recording(frameTime: frameTime + Double(run) * 0.01)
      var description = RunDescription()
      (description.session, description.date) = ("s", "2026-11-20T10:00:00Z")
      description.reported = [:]
      var described = recording
      described.description = description
      return RunSummary(of: described, name: "\(run)", needs: RunNeeds(charts: hasCharts))
    }
    return ComparedSide(name: name, runs: runs)
  }

  private static func report(
    _ before: Double, _ after: Double, names: (String, String) = ("runs/app/old", "runs/app/new"),
    hasCharts: Bool = true, runs: Int = 5
  ) -> Document {
    var comparisons = [
      Comparison(
        side(names.1, frameTime: after, hasCharts: hasCharts, runs: runs),
        against: side(names.0, frameTime: before, hasCharts: hasCharts, runs: runs),
        metrics: Metric.all.filter { metrics.contains($0.id) })
    ]
    Comparison.adjust(&comparisons)
    return ComparisonReport.document(of: comparisons)
  }

  @Test(
    "The title is the answer, and contains no folder",
    arguments: [
      (40.0, 20.0, "new is faster than old: FPS +100%, p99 −50%"),
      (20.0, 25.0, "new is slower than old: FPS −20%, p99 +25%"),
    ])
  func title(before: Double, after: Double, title: String) {
    #expect(Self.report(before, after).title == title)
  }

  @Test("Sides without a difference are not called faster or slower")
  func same() {
    let title = Self.report(20, 20).title
    #expect(!title.contains("faster") && !title.contains("slower"), "\(title)")
  }

  @Test("The charts come before the tables: changes, then the curves of all runs")
  func order() throws {
    let document = Self.report(40, 20)
    #expect(document.charts.map(\.anchor.name) == ["chart-changes-1", "chart-percentiles-1"])
    #expect(document.tables.map(\.anchor.name) == ["comparison-1", "certainty-1"])
    let changes = document.charts[0].panels[0]
    // CPU usage has no row, because there are no samples; the duration comes last.
    #expect(changes.ends.map(\.text).first == "+99.9% ✓")
    #expect(
      changes.y.scale == .categories(["FPS (avg)", "Frame time (p99)", "Duration"]))
    #expect(document.charts[1].panels[0].marks.count { $0.name == "old" } == 5)
    #expect(Self.report(40, 20, hasCharts: false).charts.count == 1)
  }

  @Test("Two captures start with their frames on one scale, each side in one color in all charts")
  func captures() throws {
    let document = Self.report(40, 20, runs: 1)
    #expect(
      document.charts.map(\.anchor.name)
        == ["chart-over-time", "chart-percentiles-1", "chart-distribution"])
    for chart in document.charts {
      for panel in chart.panels {
        let inks = ["old", "new"].map { name in panel.marks.first { $0.name == name }?.ink }
        #expect(inks == [.series(0), .series(1)], "\(chart.title)")
      }
    }
    let isChart = document.blocks.first.map { if case .chart = $0 { true } else { false } }
    #expect(isChart == true)
  }

  @Test(
    "The columns on certainty are explained once, and means that disagree stand in one sentence")
  func certainty() throws {
    let outlier = Self.side("old", frameTime: 60, runs: 1).runs
    let pair = (Self.side("old", frameTime: 20), Self.side("new", frameTime: 25))
    let odd = ComparedSide(name: "old", runs: pair.0.runs + outlier)
    var comparisons = [("a", odd), ("b", pair.0)].map { stage, before in
      Comparison(
        stage: stage, pair.1, against: before,
        metrics: Metric.all.filter { Self.metrics.contains($0.id) })
    }
    Comparison.adjust(&comparisons)
    let tables = ComparisonReport.document(of: comparisons).tables
      .filter { $0.anchor.name.hasPrefix("certainty") }
    #expect(tables.map { $0.remarks.count { $0.hasPrefix("Change: the median") } } == [1, 0])
    let means = tables.map { $0.remarks.filter { $0.hasPrefix("Changes of the means") } }
    #expect(means.map(\.count) == [1, 0])
    #expect(
      means[0][0].contains("FPS (avg) −") && means[0][0].contains("; Frame time (p99) −"),
      "\(means)")
  }

  @Test("An improvement is to the right, also if lower is better")
  func direction() throws {
    for mark in Self.report(40, 20).charts[0].panels[0].marks where mark.name == "Better" {
      guard case .dots(let points, _) = mark.shape else { continue }
      #expect(points.count == 3 && points.allSatisfy { $0.x > 0 })
    }
  }

  @Test("The change comes first, and the verdict after the levels")
  func columns() {
    let titles = Self.report(40, 20).tables[0].columns.map(\.title)
    #expect(titles == ["Change", "95% interval", "old", "new", "Verdict", "id"])
  }
}
