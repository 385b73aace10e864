import Documents
import TestSupport
import Testing
import Units

@testable import Reports

/// Charts of plain values.
@Suite("Charts of values")
struct ValueChartTests {
  private static let curve = CurveChart(
    title: "Time to draw by rows", anchor: "chart-rows", parameter: ("Rows", nil),
    value: ("Frame time", .milliseconds),
    curves: [
      .init(
        name: "before",
        points: [10.0, 20, 50, 100].map { .init(parameter: $0, value: 4 + $0 * 0.3, interval: nil) }
      ),
      .init(
        name: "after",
        points: [10.0, 20, 50, 100].map {
          .init(parameter: $0, value: 4 + $0 * 0.1, interval: 3 + $0 * 0.1...5 + $0 * 0.1)
        }),
    ], budget: (1000 / 60, "60 Hz"))

  @Test("a curve shows where it exceeds its budget")
  func budget() throws {
    let chart = try #require(Self.curve.chart)
    #expect(
      chart.description == """
        before: 7.0 ms at 10, 34.0 ms at 100. The curve first exceeds the budget at 50. \
        after: 5.0 ms at 10, 14.0 ms at 100; within budget.
        """)
    #expect(chart.values?.rows.map(\.header) == ["10", "20", "50", "100"])
    #expect(chart.values?.rows[0].cells[1].printed == "5.0 [4.0, 6.0]")
    #expect(
      Golden.complaint(
        about: Renderer.svg.render(Document(schema: "s", title: "t", blocks: [.chart(chart)])),
        golden: "Tests/Fixtures/charts/curve.svg") == nil)
  }

  @Test("a parameter that one curve does not have leaves its cell empty")
  func uneven() throws {
    var curve = Self.curve
    curve.budget = nil
    let uneven = CurveChart(
      title: curve.title, anchor: curve.anchor, parameter: ("Rows", .count), value: curve.value,
      curves: [curve.curves[0], .init(name: "after", points: [curve.curves[1].points[3]])])
    let chart = try #require(uneven.chart)
    #expect(chart.values?.rows.map { $0.cells[1].printed } == ["", "", "", "14.0 [13.0, 15.0]"])
    #expect(!chart.panels[0].marks.contains { $0.name == "Budget" })
  }

  @Test("without points there is no chart")
  func empty() {
    let curve = CurveChart(
      title: "t", anchor: "t", parameter: ("Rows", nil), value: ("Time", .seconds),
      curves: [.init(name: "empty", points: [])])
    #expect(curve.chart == nil)
    #expect(ThreadShareChart(of: [], before: "a", after: "b").chart == nil)
  }

  @Test("the busiest threads come first, and the rest are counted")
  func threads() throws {
    let shares = (0..<20).map { index in
      ThreadShareChart.Share(
        thread: "worker \(index)", before: index == 3 ? nil : Double(index) / 400,
        after: index == 3 ? 0.4 : 0.01)
    }
    let chart = try #require(ThreadShareChart(of: shares, before: "0.2", after: "6.2").chart)
    guard case .categories(let names) = chart.panels[0].y.scale else {
      Issue.record("no names")
      return
    }
    #expect(names.prefix(3) == ["worker 3", "worker 19", "worker 18"] && names.count == 12)
    #expect(chart.remarks == ["Only the 12 busiest of 20 threads are shown."])
    #expect(chart.x.domain == 0...0.4)
    #expect(chart.values?.rows[0].cells.map(\.printed) == ["–", "40.00%"])
  }
}
