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

/// The labels among the marks of a panel, each where there is space.
struct PanelLabels {
  private let plot: PlotArea
  private let marks: [Chart.Mark]
  private var placer: LabelPlacer
  private(set) var texts: [PlacedText] = []

  /// Possible baselines below the top for labels of the horizontal axis.
  private static let lines: [Double] = [10, 24, 38]

  /// With more points than this, points are ignored as obstacles: no label would find space.
  private static let mostObstacles = 80

  init(of marks: [Chart.Mark], in plot: PlotArea) {
    self.plot = plot
    self.marks = marks
    placer = LabelPlacer(in: plot.labelArea, avoiding: Self.obstacles(marks, plot))
    placeAll()
  }

  private static func obstacles(_ marks: [Chart.Mark], _ plot: PlotArea) -> [Rect] {
    let points = marks.flatMap { mark -> [Chart.Point] in
      if case .dots(let points, let symbol) = mark.shape, symbol.outline != .tick {
        points
      } else {
        []
      }
    }
    guard points.count <= mostObstacles else { return [] }
    return points.compactMap { point in
      guard let x = plot.x(point.x), let y = plot.y(point.y) else { return nil }
      return Rect(left: x - 4, top: y - 4, right: x + 4, bottom: y + 4)
    }
  }

  /// Labels of points come first, because there are few of them.
  private mutating func placeAll() {
    for mark in marks {
      if case .words(let points) = mark.shape { for point in points { place(point) } }
    }
    for mark in marks {
      switch mark.shape {
      case .rules(let rules, let direction): for rule in rules { place(rule, direction) }
      case .bands(let bands, let direction): for band in bands { place(band, direction) }
      case .line, .steps, .area, .bars, .dots, .intervals, .boxes, .words: break
      }
    }
  }

  /// Places a label; `mark` is the horizontal position that it belongs to, if there is one.
  private mutating func place(
    _ label: String?, of mark: Double? = nil, _ candidates: [LabelPlacer.Candidate]
  ) {
    guard let label, var text = placer.place(label, at: candidates) else { return }
    text.mark = mark
    texts.append(text)
  }

  private mutating func place(_ point: Chart.Point) {
    guard let x = plot.x(point.x), let y = plot.y(point.y) else { return }
    place(
      point.note, of: x,
      [
        .init(x: x + 8, y: y + 4, anchor: .start), .init(x: x - 8, y: y + 4, anchor: .end),
        .init(x: x, y: y - 8, anchor: .middle), .init(x: x, y: y + 16, anchor: .middle),
        .init(x: x + 8, y: y - 8, anchor: .start), .init(x: x - 8, y: y - 8, anchor: .end),
        .init(x: x + 8, y: y + 16, anchor: .start), .init(x: x - 8, y: y + 16, anchor: .end),
      ])
  }

  private mutating func place(_ rule: Chart.Rule, _ direction: Chart.Direction) {
    let area = plot.area
    switch direction {
    case .x:
      guard let x = plot.x(rule.value) else { return }
      place(
        rule.label, of: x,
        [true, false].flatMap { isFixed in
          Self.lines.map { plot.labelArea.top + $0 }.flatMap { y in
            [
              LabelPlacer.Candidate(x: x + 4, y: y, anchor: .start, isFixed: isFixed),
              LabelPlacer.Candidate(x: x - 4, y: y, anchor: .end, isFixed: isFixed),
            ]
          }
        })
    case .y:
      guard let y = plot.y(rule.value) else { return }
      place(
        rule.label,
        [4.0, -2, 10, -8, 16].map {
          .init(x: area.right + 4, y: y + $0, anchor: .start, isFixed: true)
        } + Self.beside(y, area))
    }
  }

  /// Above or below a level, at its right end, left end or in between.
  private static func beside(_ y: Double, _ area: Rect) -> [LabelPlacer.Candidate] {
    let middle = (area.left + area.right) / 2
    return [
      (area.right - 2, .end), (area.left + 4, .start), (middle, PlacedText.Anchoring.middle),
    ].flatMap { x, anchor in
      [
        LabelPlacer.Candidate(x: x, y: y - 4, anchor: anchor),
        LabelPlacer.Candidate(x: x, y: y + 12, anchor: anchor),
      ]
    }
  }

  private mutating func place(_ band: Chart.Band, _ direction: Chart.Direction) {
    guard let rect = MarkDrawing(plot: plot).rect(of: band, direction) else { return }
    switch direction {
    case .x:
      let middle = (rect.left + rect.right) / 2
      place(
        band.label, of: middle,
        Self.lines.map { .init(x: middle, y: plot.labelArea.top + $0, anchor: .middle) })
    case .y:
      place(
        band.label,
        [
          .init(x: rect.right - 2, y: rect.top + 12, anchor: .end),
          .init(x: rect.left + 4, y: rect.top + 12, anchor: .start),
          .init(x: rect.right - 2, y: rect.bottom - 4, anchor: .end),
          .init(x: rect.left + 4, y: rect.bottom - 4, anchor: .start),
        ])
    }
  }
}
