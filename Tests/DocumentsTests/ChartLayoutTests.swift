import Testing
import Units

@testable import Documents

@Suite("Layout of charts")
struct ChartLayoutTests {
  private static func labels(
    _ domain: ClosedRange<Double>, _ count: Int, _ scale: Chart.Axis.Scale = .linear,
    unit: Unit? = nil
  ) -> [String] {
    AxisTicks(Chart.Axis("", unit: unit, scale: scale), over: domain).ticks(atMost: count).map(
      \.label)
  }

  // Written by hand: the multiples of the smallest round step that gives at most this number of steps.
  @Test(
    "ticks are round numbers",
    arguments: [
      (0.0, 100.0, 5, ["0", "20", "40", "60", "80", "100"]), (0, 130, 5, ["0", "50", "100"]),
      (-1, 1, 4, ["−1.0", "−0.5", "0.0", "0.5", "1.0"]),
      (16.61, 16.69, 4, ["16.62", "16.64", "16.66", "16.68"]),
      (0, 3_000_000, 3, ["0", "1M", "2M", "3M"]), (0, 0.0003, 3, ["0", "1e-4", "2e-4", "3e-4"]),
      (0, 2.5e18, 2, ["0", "2e18"]), (7, 7.4, 1, ["7.0"]),
    ])
  func linear(low: Double, high: Double, count: Int, expected: [String]) {
    #expect(Self.labels(low...high, count) == expected)
  }

  @Test("seconds and bytes are labeled with the prefix that tables give the largest value")
  func prefixes() {
    let axis = Chart.Axis("Time", unit: .seconds)
    let ticks = AxisTicks(axis, over: 0...0.0005)
    #expect(ticks.ticks(atMost: 5).map(\.label) == ["0", "100", "200", "300", "400", "500"])
    #expect(ticks.ticks(atMost: 5).last?.value == 0.0005)
    #expect(ticks.heading == "Time (µs)")
    #expect(Self.labels(0...2_000_000_000, 2, unit: .bytes) == ["0", "1", "2"])
  }

  @Test("a logarithmic axis of shares is labeled in percent")
  func logarithmicShares() {
    #expect(
      Self.labels(0.001...1, 3, .logarithmic, unit: .fraction)
        == ["0.1%", "1%", "10%", "100%"])
  }

  @Test("fractions are labeled in percent")
  func percent() {
    #expect(Self.labels(0...1, 4, unit: .fraction) == ["0%", "50%", "100%"])
    #expect(Self.labels(0.101...0.109, 4, unit: .fraction) == ["10.2%", "10.4%", "10.6%", "10.8%"])
  }

  @Test(
    "times are labeled like clocks",
    arguments: [
      (0.0, 87.4, 5, ["0", "20", "40", "60", "80"]),
      (0, 150, 5, ["0:00", "0:30", "1:00", "1:30", "2:00", "2:30"]),
      (0, 9000, 3, ["0:00:00", "1:00:00", "2:00:00"]),
      (0, 0.4, 4, ["0.0", "0.1", "0.2", "0.3", "0.4"]),
    ])
  func time(low: Double, high: Double, count: Int, expected: [String]) {
    #expect(Self.labels(low...high, count, .time) == expected)
  }

  @Test(
    "ratios are labeled by decades, and also by 2 and 5 if there is space",
    arguments: [
      (10.0, 200.0, 6, ["10", "20", "50", "100", "200"]),
      (0.1, 1000, 4, ["0.1", "1", "10", "100", "1000"]),
      (1, 1e12, 4, ["1", "1000", "1M", "1G", "1T"]),
    ])
  func logarithmic(low: Double, high: Double, count: Int, expected: [String]) {
    #expect(Self.labels(low...high, count, .logarithmic) == expected)
  }

  @Test("an axis without a domain ends at round numbers around its data")
  func domain() {
    let panel = Chart.Panel(
      y: Chart.Axis(""), marks: [.init(.line([[.init(0, 16.2), .init(1, 17.9)]]), ink: .strong)])
    let extent = Extent(of: [panel], along: .y)
    #expect(AxisScale(panel.y, extent: extent, steps: 5).domain == 16...18)
    #expect(AxisScale(Chart.Axis("", scale: .fromZero), extent: extent, steps: 5).domain == 0...20)
    #expect(
      AxisScale(Chart.Axis("", scale: .logarithmic), extent: extent, steps: 5).domain == 10...20)
  }

  @Test("names that do not fit side by side are wrapped, slanted, set upright, then thinned out")
  func names() {
    func row(_ count: Int, _ name: String) -> TickRow {
      let axis = Chart.Axis("", scale: .categories(Array(repeating: name, count: count)))
      let scale = AxisScale(axis, extent: Extent(of: [], along: .x))
      return TickRow(axis, scale, plot: 60...350, width: 360)
    }
    #expect(row(4, "short").labels.allSatisfy { $0.rotation == .none })
    #expect(row(4, "two short lines").labels.map(\.text).prefix(2) == ["two short", "lines"])
    #expect(row(10, "longer name").labels.allSatisfy { $0.rotation == .slanted })
    #expect(row(22, "longer name").labels.allSatisfy { $0.rotation == .upright })
    #expect((1..<60).contains(row(60, "name").labels.count))
  }

  @Test("a legend wraps, and truncates only entries that do not fit on a line")
  func legend() {
    let names = (1...6).map { "series number \($0)" } + [String(repeating: "long ", count: 40)]
    let marks = names.enumerated().map { index, name in
      Chart.Mark(.line([[.init(0, 0)]]), ink: .series(index), name: name)
    }
    let legend = Legend(of: ChartSamples.chart(marks), top: 0, width: 360)
    #expect(legend.entries.map(\.text.text).dropLast() == names.dropLast()[...])
    #expect(legend.entries.last?.text.text.hasSuffix("…") == true)
    #expect(legend.height > 60)
    #expect(legend.entries.allSatisfy { $0.text.bounds.right <= 360 })
  }

  @Test("marks with the same name share an entry")
  func sharedEntry() {
    let marks: [Chart.Mark] = [
      .init(.line([[.init(0, 0)]]), ink: .series(0), name: "frames"),
      .init(.dots([.init(0, 0)], .init(.circle)), ink: .series(0), name: "frames"),
      .init(.line([[.init(1, 0)]]), ink: .series(0), name: "frames"),
    ]
    let legend = Legend(of: ChartSamples.chart(marks), top: 0, width: 360)
    #expect(legend.entries.map(\.marks.count) == [2])
  }

  @Test(
    "text is measured by its widest font",
    arguments: [("", 0.0), ("0", 7.04), ("W", 10.89), ("é", 11), ("日本", 31.9)])
  func measure(text: String, width: Double) {
    #expect(abs(TextMeasure.width(text, size: 11) - width) < 1e-9)
  }

  @Test("a legend entry that does not fit is truncated with an ellipsis")
  func cut() {
    // Each letter is 6.4 wide, the ellipsis 14.5.
    #expect(TextMeasure.cut("nnnnnnnn", to: 51.2, size: 10) == "nnnnnnnn")
    #expect(TextMeasure.cut("nnnnnnnn", to: 51.1, size: 10) == "nnnnn…")
    #expect(TextMeasure.cut("nnn nnnn", to: 40, size: 10) == "nnn…")
    #expect(TextMeasure.cut("nnnnnnnn", to: 3, size: 10) == "")
  }
}
