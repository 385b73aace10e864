import Foundation
import TestSupport
import Testing
import Units

@testable import Documents

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Drawing of charts")
struct ChartDrawingTests {
  @Test(
    "equals the golden file",
    arguments: [
      ("everything", ChartSamples.everything), ("categories", ChartSamples.categories),
      ("rows", ChartSamples.rows),
    ])
  func golden(name: String, chart: Chart) {
    let document = Document(schema: "s", title: "t", blocks: [.chart(chart)])
    let text = Renderer.svg.render(document)
    let complaint = Golden.complaint(about: text, golden: "Tests/Fixtures/documents/\(name).svg")
    #expect(complaint == nil)
  }

  @Test("no peak is lost if points share pixel columns")
  func peaks() {
    var dice = Dice(seed: 3)
    let values = (0..<50_000).map { _ in Double.random(in: 10...20, using: &dice) }
    var envelope = Envelope(over: 0...50_000, columns: 500)
    for (index, value) in values.enumerated() { envelope.add(Double(index), value) }
    let points = envelope.lines.flatMap(\.self)
    #expect(points.count <= 1000)
    for column in 0..<500 {
      let own = values[column * 100..<(column + 1) * 100]
      let kept = points.filter { Int($0.x) / 100 == column }.map(\.y)
      #expect(kept.min() == own.min() && kept.max() == own.max())
    }
  }

  @Test("steps that share pixel columns end at their last level, because it may last long")
  func lastLevel() throws {
    // In one column: short, very long, then 30, which lasts for most of the time.
    let levels = (0..<2000).map { Chart.Point(Double($0) / 1000, $0 == 1998 ? 90 : 10) }
    let line = levels + [Chart.Point(2, 30), Chart.Point(20, 30)]
    var envelope = Envelope(over: 0...20, columns: 100, isStepped: true)
    for point in line { envelope.add(point.x, point.y) }
    #expect(envelope.lines[0].suffix(2).map(\.y) == [30, 30])
    let chart = ChartSamples.chart(
      [.init(.steps([line]), ink: .series(0))], y: Chart.Axis("Level", domain: 0...100))
    let plot = ChartLayout(chart, size: .wide, showsTitle: false).panels[0].plot
    let paths = Drawing(chart, size: .wide).items.compactMap { item -> String? in
      if case .path(let data, "c0 l v", _) = item { data } else { nil }
    }
    let places = PathReading.places(of: try #require(paths.first))
    let (middle, level) = (try #require(plot.x(15)), try #require(plot.y(30)))
    let after = try #require(places.firstIndex { $0.x > middle })
    #expect(abs(places[after - 1].y - level) <= 0.5)
  }

  @Test("a single hitch among twenty thousand frames has its full height in every size")
  func hitch() throws {
    let points = (0..<20_000).map { Chart.Point(Double($0) / 60, $0 == 12_345 ? 95 : 16) }
    let chart = ChartSamples.chart(
      [.init(.line([points]), ink: .series(0))],
      y: Chart.Axis("Frame time", unit: .milliseconds, domain: 0...100))
    for size in [ChartSize.wide, .narrow] {
      let drawing = Drawing(chart, size: size)
      let plot = ChartLayout(chart, size: size, showsTitle: false).panels[0].plot
      let lines = drawing.items.compactMap { item -> String? in
        if case .path(let data, "c0 l v", _) = item { data } else { nil }
      }
      let line = try #require(lines.first)
      let highest = try #require(PathReading.places(of: line).map(\.y).min())
      let place = try #require(plot.y(95))
      #expect(abs(highest - place) <= 0.5)
    }
  }

  @Test("a break leaves a gap")
  func gap() {
    var envelope = Envelope(over: 0...10, columns: 10)
    envelope.breakLine()
    envelope.add(1, 1)
    envelope.add(2, 1)
    envelope.breakLine()
    envelope.add(8, 1)
    #expect(envelope.lines.map(\.count) == [2, 1])
  }

  @Test("paths are short, and draw the given points")
  func paths() {
    var path = PathData()
    path.move(to: 10, 20.04)
    path.line(to: 12.5, 20.04)
    path.line(to: 12.5, 19.5)
    path.line(to: 12.46, 19.52)
    path.line(to: 3, -0.25)
    path.dot(at: 4, 5)
    #expect(path.text == "M10 20h2.5v-.5l-9.5-19.8m1 5.3h0")
    let places = PathReading.places(of: path.text)
    #expect(abs((places.last?.x ?? 0) - 4) < 1e-9 && abs((places.last?.y ?? 0) - 5) < 1e-9)
  }

  @Test("a point beyond the axis is drawn as an arrow at its edge")
  func beyond() throws {
    let chart = ChartSamples.categories
    let plot = ChartLayout(chart, size: .wide, showsTitle: false).panels[0].plot
    let arrows = Drawing(chart, size: .wide).items.compactMap { item -> String? in
      if case .path(let data, "good f", _) = item { data } else { nil }
    }
    // The first arrow is the sample in the legend.
    let arrow = try #require(arrows.last)
    let tip = try #require(PathReading.places(of: arrow).first)
    #expect(abs(tip.y - plot.area.top) < 0.1)
  }

  @Test("hostile texts cannot change the markup", arguments: Samples.attacks)
  func hostile(attack: String) {
    let marks: [Chart.Mark] = [
      .init(.dots([.init(0, 0, note: attack)], .init(.circle)), ink: .strong, name: attack),
      .init(.words([.init(0, 0, note: attack)]), ink: .strong),
      .init(.rules([.init(0, label: attack)], along: .x), ink: .warning),
      .init(.bands([.init(from: 0, to: 1, label: attack)], along: .y), ink: .warning),
    ]
    let chart = ChartSamples.chart(
      marks, x: Chart.Axis(attack, scale: .categories([attack, "\u{FFFE}\u{0}"])),
      y: Chart.Axis(attack, unit: Unit(id: attack)), title: attack)
    let text = Renderer.svg.render(Document(schema: "s", title: attack, blocks: [.chart(chart)]))
    #expect(XMLParser(data: Foundation.Data(text.utf8)).parse())
    #expect(!text.contains("<script") && !text.contains("\" onmouseover"))
  }
}
