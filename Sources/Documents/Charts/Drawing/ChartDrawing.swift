extension Drawing {
  /// Draws a chart for a size.
  ///
  /// `showsTitle` is whether the title is part of the picture.
  init(_ chart: Chart, size: ChartSize, showsTitle: Bool = false) {
    let layout = ChartLayout(chart, size: size, showsTitle: showsTitle)
    self.init(width: size.width, height: layout.height)
    for title in layout.titles { add(title) }
    add(layout.legend)
    for panel in layout.panels { add(panel, columns: layout.row.marks) }
    plots = layout.panels.map { $0.plot.reading(x: chart.x, y: $0.panel.y) }
    add(layout.row, below: layout.panels[layout.panels.count - 1].plot.area)
    if let title = layout.xTitle { add(title) }
  }

  private mutating func add(_ panel: ChartLayout.PlacedPanel, columns: [Double]) {
    let marks = MarkDrawing(plot: panel.plot)
    // The first mark in the list is drawn above others of its kind.
    let sorted = Layer.allCases.map { layer in
      panel.panel.marks.reversed().filter { Layer($0.shape) == layer }
    }
    for mark in sorted[0] { marks.draw(mark, into: &self) }
    addGrid(panel, columns: columns)
    for mark in sorted.dropFirst().flatMap(\.self) { marks.draw(mark, into: &self) }
    if let heading = panel.heading { add(heading) }
    for label in panel.labels + panel.ends { add(label) }
    for text in PanelLabels(of: panel.panel.marks, in: panel.plot).texts { add(text) }
  }

  /// Lines at the ticks: of the vertical axis, or of the horizontal one if rows have texts at their ends; none over rows
  /// of boxes.
  private mutating func addGrid(_ panel: ChartLayout.PlacedPanel, columns: [Double]) {
    let area = panel.plot.area
    var grid = PathData()
    if panel.ends.isEmpty {
      for y in panel.ticks.compactMap({ panel.plot.y($0.value) }) {
        grid.move(to: area.left, y)
        grid.line(to: area.right, y)
      }
    } else {
      for x in columns {
        grid.move(to: x, area.top)
        grid.line(to: x, area.bottom)
      }
    }
    if !panel.panel.hasRowsOfBoxes { add(grid, "g") }
    var axis = PathData()
    axis.move(to: area.left, area.bottom)
    axis.line(to: area.right, area.bottom)
    add(axis, "x")
  }

  private mutating func add(_ row: TickRow, below area: Rect) {
    var ticks = PathData()
    for x in row.marks {
      ticks.move(to: x, area.bottom)
      ticks.line(to: x, area.bottom + 4)
    }
    add(ticks, "x")
    for label in row.labels { add(label.moved(down: area.bottom)) }
  }

  // MARK: - The legend

  private mutating func add(_ legend: Legend) {
    for entry in legend.entries {
      for layer in Layer.allCases {
        for mark in entry.marks where Layer(mark.shape) == layer { add(mark, entry.sample) }
      }
      add(entry.text)
    }
  }

  /// An example of a mark in the legend.
  private mutating func add(_ mark: Chart.Mark, _ sample: Rect) {
    let ink = mark.ink.className
    let (x, y) = ((sample.left + sample.right) / 2, (sample.top + sample.bottom) / 2)
    var path = PathData()
    switch mark.shape {
    case .line, .steps, .rules:
      path.move(to: sample.left, y)
      path.line(to: sample.right, y)
      if case .rules = mark.shape {
        add(path, "\(ink) r")
      } else {
        add(path, "\(ink) l\(mark.ink.dashes)")
      }
    case .area, .bands: add(PathData(sample.grown(by: -2)), "\(ink) a")
    case .boxes: add(PathData(sample.grown(by: -2)), "\(ink) \(mark.ink.boxClass)")
    case .bars: add(PathData(sample.grown(by: -2)), "\(ink) b")
    case .dots(_, let symbol):
      path.add(symbol.outline, at: x, y)
      add(path, "\(ink) \(symbol.classes)")
    case .intervals:
      path.move(to: x, sample.top)
      path.line(to: x, sample.bottom)
      add(path, "\(ink) l")
    case .words: break
    }
  }
}

extension Chart.Panel {
  fileprivate var hasRowsOfBoxes: Bool {
    guard case .categories = y.scale, ends.isEmpty else { return false }
    return marks.contains { if case .boxes = $0.shape { true } else { false } }
  }
}

/// The drawing order.
private enum Layer: CaseIterable {
  case ground
  case body
  case lines
  case rules
  case points

  init(_ shape: Chart.Shape) {
    switch shape {
    case .bands, .boxes: self = .ground
    case .area, .bars: self = .body
    case .rules: self = .rules
    case .line, .steps, .intervals: self = .lines
    case .dots, .words: self = .points
    }
  }
}

extension PlacedText {
  fileprivate func moved(down distance: Double) -> PlacedText {
    PlacedText(
      text: text, x: x, y: y + distance, size: size, anchor: anchor, rotation: rotation,
      role: role, whole: whole)
  }
}
