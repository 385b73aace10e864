import Foundation
import Testing
import Units

@testable import Documents

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Whatever the data, a chart is finite, within its box, and legible.
@Suite("Any chart")
struct ChartPropertyTests {
  /// A way to generate numbers.
  struct Data: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable (inout Dice) -> [Double]
  }

  static let kinds: [Data] = [
    .init(testDescription: "nothing") { _ in [] },
    .init(testDescription: "one number") { [Double.random(in: -1...1, using: &$0)] },
    .init(testDescription: "zeros") { _ in Array(repeating: 0, count: 50) },
    .init(testDescription: "all equal") { dice in
      Array(repeating: Double.random(in: 0.001...1e6, using: &dice), count: 40)
    },
    .init(testDescription: "nearly equal") { dice in
      (0..<40).map { _ in 1000 + Double.random(in: 0...1e-7, using: &dice) }
    },
    .init(testDescription: "below zero") { dice in
      (0..<60).map { _ in Double.random(in: -500 ... -3, using: &dice) }
    },
    .init(testDescription: "huge") { dice in
      (0..<30).map { _ in Double.random(in: -1...1, using: &dice) * 1.7e308 }
    },
    .init(testDescription: "tiny") { dice in
      (0..<30).map { _ in Double.random(in: 0...1, using: &dice) * 1e-300 }
    },
    .init(testDescription: "of all sizes") { dice in
      (0..<200).map { _ in
        Double(sign: .plus, exponent: Int.random(in: -900...900, using: &dice), significand: 1)
      }
    },
    .init(testDescription: "not finite") { _ in [.nan, .infinity, -.infinity, 3, .nan] },
    .init(testDescription: "a hundred thousand") { dice in
      (0..<100_000).map { _ in Double.random(in: 4...40, using: &dice) }
    },
  ]

  private static let scales: [Chart.Axis.Scale] = [
    .linear, .fromZero, .logarithmic, .time,
    .categories(["first", "the second", "one with a name that is far too long to be written"]),
  ]

  private static func charts(of data: Data) -> [Chart] {
    var dice = Dice(seed: 11)
    let values = data.make(&dice)
    // For many points, fewer combinations are tested, because debug builds are slow.
    let (across, up) = values.count > 1000 ? ([.time], [.fromZero]) : (scales, scales)
    return across.flatMap { other in
      up.map { scale in
        let spacing = Double.random(in: 0.001...1000, using: &dice)
        let points = values.enumerated().map { index, value in
          Chart.Point(Double(index) * spacing, value, note: index % 7 == 0 ? "at \(index)" : nil)
        }
        return chart(
          points, x: Chart.Axis("Along", scale: other), y: Chart.Axis("Up", scale: scale))
      }
    }
  }

  private static func chart(_ points: [Chart.Point], x: Chart.Axis, y: Chart.Axis) -> Chart {
    let some = Array(points.prefix(20))
    let intervals = some.map { Chart.Interval($0.x, $0.y, $0.y + 1) }
    let marks: [Chart.Mark] = [
      .init(.line([points]), ink: .series(0), name: "a line"),
      .init(.steps([points]), ink: .series(1), name: "steps that have a longer name than others"),
      .init(.dots(points, .init(.circle)), ink: .series(2), name: "dots"),
      .init(.dots(some, .init(.tick)), ink: .quiet),
      .init(.area(intervals), ink: .series(4), name: "an area"),
      .init(.intervals(intervals), ink: .series(5), name: "intervals"),
      .init(.bars(some.map { .init(from: $0.x, to: $0.x + 1, height: $0.y) }), ink: .better),
      .init(
        .bands(some.map { .init(from: $0.x, to: $0.x + 1, label: "band") }, along: .x), ink: .worse),
      .init(
        .bands(some.map { .init(from: $0.y, to: $0.y, label: "level") }, along: .y), ink: .worse),
      .init(
        .rules(some.map { .init($0.y, label: "a rule") }, along: .y), ink: .warning, name: "rule"),
      .init(.rules(some.map { .init($0.x, label: "a rule") }, along: .x), ink: .warning),
      .init(.words(some), ink: .strong),
    ]
    return Chart(
      anchor: "any", title: "Any data, drawn under a title that takes more than one line of room",
      description: "Any data.", x: x,
      panels: (points.count > 1000 ? [.full] : [.full, .lane, .strip]).map {
        Chart.Panel(y: y, height: $0, marks: marks)
      }, values: ChartSamples.values)
  }

  @Test("stays within its box, and has only finite numbers", arguments: kinds)
  func box(data: Data) {
    for chart in Self.charts(of: data) {
      for size in [ChartSize.wide, .narrow] {
        let drawing = Drawing(chart, size: size, showsTitle: true)
        let box = Rect(left: 0, top: 0, right: drawing.width, bottom: drawing.height)
        let reach = box.grown(by: 0.1)
        for place in drawing.places {
          let point = Rect(left: place.x, top: place.y, right: place.x, bottom: place.y)
          guard reach.contains(point) else {
            Issue.record("\(place) lies outside of \(box); \(chart.x.scale), \(size.name)")
            break
          }
        }
        for text in drawing.texts where !reach.contains(text.bounds) {
          Issue.record("“\(text.text)” at \(text.bounds) leaves \(box); \(chart.x.scale)")
        }
      }
    }
  }

  @Test("no text overlaps another", arguments: kinds.dropLast())
  func words(data: Data) {
    for chart in Self.charts(of: data) {
      for size in [ChartSize.wide, .narrow] {
        let level = Drawing(chart, size: size, showsTitle: true).texts.filter {
          $0.rotation == .none
        }
        for (index, text) in level.enumerated() {
          for other in level[..<index] where other.bounds.overlaps(text.bounds) {
            Issue.record(
              "“\(other.text)” and “\(text.text)” overlap in \(chart.x.scale), \(size.name)")
          }
        }
      }
    }
  }

  @Test("a chart is valid XML, with equal bytes each time", arguments: kinds.dropLast())
  func xml(data: Data) throws {
    for chart in Self.charts(of: data) {
      let document = Document(schema: "s", title: "t", blocks: [.chart(chart)])
      let text = Renderer.svg.render(document)
      #expect(XMLParser(data: Foundation.Data(text.utf8)).parse())
      #expect(!text.contains("nan") && !text.contains("inf"))
      #expect(Renderer.svg.render(document) == text)
    }
  }

  @Test("the text form fits the terminal's width", arguments: kinds.dropLast(), [40, 80, 120])
  func terminal(data: Data, width: Int) {
    for chart in Self.charts(of: data) {
      let picture = Chart(
        anchor: "any", title: chart.title, description: "", x: chart.x, panels: chart.panels,
        values: chart.values, isForTerminals: true)
      let document = Document(schema: "s", title: "t", blocks: [.chart(picture)])
      let lines = Renderer.text(width: width, color: false).render(document).split(separator: "\n")
      #expect(lines.allSatisfy { String($0).displayWidth <= width })
    }
  }
}
