internal import Units

/// A chart for a terminal: the lines of its first panel in Braille dots, two by four per character.
struct TextChart {
  private let chart: Chart
  private let width: Int
  private let ink: Ink

  /// The number of text lines of the picture.
  private static let rows = 7

  init(_ chart: Chart, width: Int, ink: Ink) {
    self.chart = chart
    self.width = width
    self.ink = ink
  }

  var text: String {
    let panel = chart.panels[0]
    let steps = 3
    let scale = AxisScale(panel.y, extent: Extent(of: [panel], along: .y), steps: steps)
    let xScale = AxisScale(chart.x, extent: Extent(of: [panel], along: .x))
    let ticks = AxisTicks(panel.y, over: scale.domain).ticks(atMost: steps)
    let labels = ticks.map { tick in
      (row: Self.row(of: scale.share(of: tick.value)), text: Self.short(tick.label, to: width / 4))
    }
    let margin = labels.map(\.text.displayWidth).max() ?? 0
    var grid = BrailleGrid(columns: width - margin - 2, rows: Self.rows)
    for line in panel.marks.flatMap(\.shape.joined) { grid.draw(line, xScale, scale) }
    let lines = grid.lines.enumerated().map { row, dots in
      let label = labels.last { $0.row == row }?.text ?? ""
      let sign = label.isEmpty ? "│" : "┤"
      return label.padded(to: margin, .trailing) + " " + sign + ink.text(dots, .dim)
    }
    let title = chart.title.harmless.wrapped(to: width).map { ink.text($0, .bold) }
    let heading = AxisTicks(panel.y, over: scale.domain).heading
    return
      (title + [""] + heading.harmless.wrapped(to: width) + lines + foot(xScale, margin: margin))
      .joined(separator: "\n")
  }

  /// The row of a share of the height, counted from the top.
  private static func row(of share: Double?) -> Int {
    min(Int((1 - (share ?? 0)) * Double(rows)), rows - 1)
  }

  private static func short(_ text: String, to width: Int) -> String {
    text.harmless.wrapped(to: width)[0]
  }

  /// The horizontal axis: line, ticks and title.
  private func foot(_ scale: AxisScale, margin: Int) -> [String] {
    let space = String(repeating: " ", count: margin + 1)
    let room = width - margin - 2
    let axis = AxisTicks(chart.x, over: scale.domain)
    var line = ""
    for tick in axis.ticks(atMost: max(room / 12, 1)) {
      let label = Self.short(tick.label, to: room)
      let middle = Int((scale.share(of: tick.value) ?? 0) * Double(room))
      let start = min(max(0, middle - label.displayWidth / 2), room - label.displayWidth)
      // Labels that would touch the previous one are left out.
      guard line.isEmpty || start >= line.displayWidth + 2 else { continue }
      line = line.padded(to: start, .leading) + label
    }
    let heading = axis.heading.harmless.wrapped(to: room).map { "\(space) \($0)" }
    return ["\(space)└" + String(repeating: "─", count: room), "\(space) \(line)"] + heading
  }
}

extension Chart.Shape {
  /// The points that a line connects; none for other shapes.
  fileprivate var joined: [[Chart.Point]] {
    switch self {
    case .line(let lines): lines
    case .steps(let lines, _): lines.map(corners)
    case .area, .bars, .dots, .intervals, .boxes, .bands, .rules, .words: []
    }
  }
}

extension Chart.Shape {
  /// The points of steps with the corners between them.
  fileprivate func corners(_ points: [Chart.Point]) -> [Chart.Point] {
    zip(points, points.dropFirst()).flatMap { [$0, Chart.Point($1.x, $0.y)] } + points.suffix(1)
  }
}

/// Braille characters as a grid of dots.
private struct BrailleGrid {
  private let columns: Int
  private let rows: Int
  private var cells: [UInt32]

  /// The dots of a character, two per line, from the top.
  private static let dots: [[UInt32]] = [
    [0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80],
  ]

  init(columns: Int, rows: Int) {
    self.columns = max(columns, 1)
    self.rows = rows
    cells = Array(repeating: 0, count: self.columns * rows)
  }

  var lines: [String] {
    (0..<rows).map { row in
      let codes = cells[row * columns..<(row + 1) * columns]
      let line = codes.map { $0 == 0 ? " " : Character(UnicodeScalar(0x2800 + $0) ?? " ") }
      return String(String(line).reversed().drop { $0 == " " }.reversed())
    }
  }

  mutating func draw(_ points: [Chart.Point], _ xScale: AxisScale, _ yScale: AxisScale) {
    var last: (x: Int, y: Int)?
    for point in points {
      guard let x = xScale.share(of: point.x), let y = yScale.share(of: point.y) else { continue }
      let place = min(Int(x * Double(columns * 2)), columns * 2 - 1)
      let height = min(Int((1 - y) * Double(rows * 4)), rows * 4 - 1)
      join(last ?? (place, height), (place, height))
      last = (place, height)
    }
  }

  /// Sets the dots from one point to the next without gaps.
  private mutating func join(_ start: (x: Int, y: Int), _ end: (x: Int, y: Int)) {
    var last = start.y
    for x in min(start.x, end.x)...end.x {
      let width = max(end.x - start.x, 1)
      let y = x == end.x ? end.y : start.y + (end.y - start.y) * (x - start.x) / width
      for dot in min(last, y)...max(last, y) { set(x, dot) }
      last = y
    }
  }

  private mutating func set(_ x: Int, _ y: Int) {
    cells[y / 4 * columns + x / 2] |= Self.dots[y % 4][x % 2]
  }
}
