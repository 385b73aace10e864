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
