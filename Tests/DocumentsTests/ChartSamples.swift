import Documents
import Units

/// Sample charts: one with every kind of mark, and small ones for single rules.
enum ChartSamples {
  static let values = Table(
    anchor: "values", caption: "Values", corner: "Time", columns: [.init("Frame time")],
    rows: [.init("0:00", cells: [.quantity(Quantity(16.7, .milliseconds))])])

  static func chart(
    _ marks: [Chart.Mark], x: Chart.Axis = Chart.Axis("Time", scale: .time),
    y: Chart.Axis = Chart.Axis("Frame time", unit: .milliseconds), title: String = "A chart"
  ) -> Chart {
    Chart(
      anchor: "chart", title: title, description: "What is to be seen.", x: x,
      panels: [Chart.Panel(y: y, marks: marks)], values: values)
  }

  /// Frame times with a hitch, their budget, a marked interval, events and a resource.
  static let everything = Chart(
    anchor: "chart-everything", title: "Frame time over time of a run",
    description: "Eight frames over 8 s; the longest lasts 60 ms.",
    x: Chart.Axis("Time", scale: .time),
    panels: [
      Chart.Panel(
        y: Chart.Axis("Frame time", unit: .milliseconds, scale: .fromZero),
        marks: [
          .init(.line([frames]), ink: .series(0), name: "Frame time"),
          .init(.area(frames.map { .init($0.x, $0.y - 4, $0.y + 4) }), ink: .quiet, name: "Spread"),
          .init(.rules([.init(16.7, label: "60 Hz")], along: .y), ink: .warning, name: "Budget"),
          .init(.bands([.init(from: 2, to: 4, label: "lap 1")], along: .x), ink: .series(1)),
          .init(.dots([frames[5]], .init(.diamond, isHollow: true)), ink: .worse, name: "Hitch"),
          .init(.words([.init(6, 60, note: "60 ms")]), ink: .strong),
        ]),
      Chart.Panel(
        y: Chart.Axis("", scale: .categories(["Hitches", "Janks"])), height: .strip,
        marks: [.init(.dots([.init(6, 0), .init(6, 1)], .init(.tick)), ink: .strong)]),
      Chart.Panel(
        y: Chart.Axis("CPU", unit: .fraction, domain: 0...1), height: .lane,
        marks: [
          .init(.steps([[.init(0, 0.2), .init(3, 0.9), .init(8, 0.4)]]), ink: .series(2)),
          .init(.bars([.init(from: 5, to: 6, height: 0.5)]), ink: .series(3), name: "Share"),
          .init(.intervals([.init(7, 0.1, 0.6)]), ink: .strong, name: "Interval"),
        ]),
    ],
    values: values, remarks: ["One of eight frames is late."], isForTerminals: true)

  private static let frames: [Chart.Point] = [12, 14, 13, 20, 16, 60, 15, 12].enumerated().map {
    .init(Double($0.offset + 1), $0.element, note: $0.offset == 5 ? "a hitch" : nil)
  }

  /// Rows with names and texts at their ends, ranges along the rows, and rectangles behind them.
  static let rows = Chart(
    anchor: "chart-rows", title: "Changes", description: "Two changes.",
    x: Chart.Axis("Change", unit: .fraction),
    panels: [
      Chart.Panel(
        y: Chart.Axis("", scale: .categories(["Average FPS", "Duration"])),
        marks: [
          .init(.dots([.init(0.4, 0), .init(-0.1, 1)], .init(.circle)), ink: .better),
          .init(
            .intervals([.init(0, 0.3, 0.5), .init(1, -0.2, 0.1)], along: .x), ink: .better,
            name: "95% interval"),
          .init(
            .boxes([.init(x: -0.1...0.1, y: -0.5...1.5)]), ink: .quiet, name: "Noise floor"),
        ],
        ends: [.init("+40% ✓", ink: .better), .init("no evidence", ink: .quiet)])
    ], values: nil, width: .wide)

  /// Stages by name, one of which is far beyond the axis.
  static let categories = Chart(
    anchor: "chart-stages", title: "Stages", description: "Three stages.",
    x: Chart.Axis("Stage", scale: .categories(["0.1", "0.2", "6.1 – Rasterizing cell layers"])),
    panels: [
      Chart.Panel(
        y: Chart.Axis("FPS stability (%)", unit: .fraction, domain: 0...1), height: .half,
        marks: [
          .init(.dots([.init(0, 1), .init(1, 0.236)], .init(.square)), ink: .quiet, name: "Run"),
          .init(.dots([.init(2, 1.5)], .init(.circle)), ink: .better, name: "Kept"),
        ])
    ], values: values)
}

/// Pseudorandom numbers from a seed.
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  // The algorithm is SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
