/// Draws marks into a panel.
struct MarkDrawing {
  let plot: PlotArea

  /// Only the largest picture of a chart is so wide: the others take the details from it.
  private static let widthWithDetails = 800.0

  func draw(_ mark: Chart.Mark, into drawing: inout Drawing) {
    let ink = mark.ink.className
    switch mark.shape {
    case .line(let lines):
      draw(lines, mark, into: &drawing)
    case .steps(let lines, let spans):
      draw(lines, isStepped: true, of: spans, mark, into: &drawing)
    case .area(let intervals): drawing.add(area(intervals), "\(ink) a")
    case .bars(let bars):
      let path = columns(bars)
      // Bars are translucent, and the grid must not show through them.
      drawing.add(path, "u")
      drawing.add(path, "\(ink) b", said: .value(of: mark.name ?? "", whole: nil))
    case .dots(let points, let symbol): draw(points, symbol, ink, into: &drawing)
    case .intervals(let intervals, along: .y): drawing.add(whiskers(intervals), "\(ink) l")
    case .intervals(let intervals, along: .x): drawing.add(levelWhiskers(intervals), "\(ink) l")
    case .boxes(let boxes): drawing.add(rectangles(boxes), "\(ink) \(mark.ink.boxClass)")
    case .bands(let bands, let direction):
      drawing.add(stretches(bands, direction), "\(ink) a")
    case .rules(let rules, let direction): drawing.add(lines(rules, direction), "\(ink) r")
    case .words: break
    }
  }

  // MARK: - Lines and areas

  private func draw(
    _ lines: [[Chart.Point]], isStepped: Bool = false, of spans: [Chart.Spans] = [],
    _ mark: Chart.Mark, into drawing: inout Drawing
  ) {
    let count = lines.reduce(0) { $0 + $1.count }
    let name = mark.name ?? ""
    guard Double(count) > plot.area.width else {
      var path = PathData()
      for line in lines { draw(placed(line), isStepped: isStepped, into: &path) }
      return drawing.add(
        path, "\(mark.ink.className) l\(mark.ink.dashes)",
        said: .value(of: name, whole: whole(of: spans)))
    }
    // With so many direction changes, dashes would not be visible.
    var path = PathData(grain: 10)
    for line in lines { path.add(PixelColumns(line, in: plot), isStepped: isStepped) }
    drawing.add(
      path, "\(mark.ink.className) l v",
      said: .value(of: name, whole: whole(of: spans) ?? whole(lines, isStepped)))
  }

  /// All points of a line, for a page that enlarges parts of it; `nil` in small pictures, of which a page has many.
  private func whole(_ lines: [[Chart.Point]], _ isStepped: Bool) -> Drawing.Whole? {
    guard plot.area.width >= Self.widthWithDetails else { return nil }
    var path = PathData()
    for line in lines { draw(placed(line), isStepped: isStepped, into: &path) }
    return .path(path.text)
  }

  /// The values of steps for such a page; `nil` without any.
  private func whole(of spans: [Chart.Spans]) -> Drawing.Whole? {
    guard plot.area.width >= Self.widthWithDetails, !spans.isEmpty else { return nil }
    return .spans(spans.map(\.text).joined(separator: "|"))
  }

  private func draw(_ points: [Chart.Point], isStepped: Bool, into path: inout PathData) {
    guard let first = points.first else { return }
    path.move(to: first.x, first.y)
    // A line of one point is drawn as a dot.
    if points.count == 1 { path.dot(at: first.x, first.y) }
    var last = first
    for (index, point) in points.enumerated().dropFirst() {
      // On a horizontal part, only its end is needed.
      if index + 1 < points.count, point.y == last.y, points[index + 1].y == last.y { continue }
      if isStepped { path.line(to: point.x, last.y) }
      path.line(to: point.x, point.y)
      last = point
    }
  }

  private func placed(_ points: [Chart.Point]) -> [Chart.Point] {
    points.compactMap { point in
      guard let x = plot.x(point.x), let y = plot.y(point.y) else { return nil }
      return Chart.Point(x, y)
    }
  }

  private func area(_ intervals: [Chart.Interval]) -> PathData {
    let ends = intervals.compactMap { interval -> (x: Double, low: Double, high: Double)? in
      guard let x = plot.x(interval.x), let low = plot.y(interval.low),
        let high = plot.y(interval.high)
      else { return nil }
      return (x, low, high)
    }
    var path = PathData()
    path.polygon(ends.map { ($0.x, $0.high) } + ends.reversed().map { ($0.x, $0.low) })
    return path
  }

  private func columns(_ bars: [Chart.Bar]) -> PathData {
    var path = PathData()
    for bar in bars where bar.height != 0 {
      guard let left = plot.x(bar.start), let right = plot.x(bar.end), let top = plot.y(bar.height)
      else { continue }
      // A gap between bars, if they are wide enough.
      let gap = right - left > 4 ? 0.5 : 0
      path.polygon([
        (left + gap, plot.baseline), (left + gap, top), (right - gap, top),
        (right - gap, plot.baseline),
      ])
    }
    return path
  }

  // MARK: - Points

  private func draw(
    _ points: [Chart.Point], _ symbol: Chart.Symbol, _ ink: String, into drawing: inout Drawing
  ) {
    if symbol.outline == .tick { return drawing.add(ticks(points), "\(ink) f t") }
    var path = PathData()
    var arrows = PathData()
    var taken: Set<Int> = []
    for point in points {
      guard let x = plot.x(point.x), let y = plot.y(point.y),
        taken.insert(Int(x) << 16 + Int(y)).inserted
      else { continue }
      let side = plot.beyond(point)
      if side != (0, 0) {
        arrows.addArrow(to: side, at: x, y)
      } else if let note = point.note {
        var own = PathData()
        own.add(symbol.outline, at: x, y)
        drawing.add(own, "\(ink) \(symbol.classes)", said: .note(note))
      } else {
        path.add(symbol.outline, at: x, y)
      }
    }
    drawing.add(path, "\(ink) \(symbol.classes)")
    drawing.add(arrows, "\(ink) f")
  }

  /// Columns of pixels with a tick in them.
  ///
  /// Adjacent columns are drawn as one box.
  private func ticks(_ points: [Chart.Point]) -> PathData {
    let first = Int(plot.area.left)
    let last = max(Int(plot.area.right) - 1, first)
    // There are few rows: one per name.
    var rows: [(y: Int, isTicked: [Bool])] = []
    for point in points {
      guard let x = plot.x(point.x), let y = plot.y(point.y).map({ Int($0) }) else { continue }
      var row = rows.firstIndex { $0.y == y } ?? rows.count
      if row == rows.count {
        // One extra column, so that every box has an end.
        rows.append((y, Array(repeating: false, count: last - first + 2)))
        row = rows.count - 1
      }
      rows[row].isTicked[min(max(Int(x), first), last) - first] = true
    }
    var path = PathData()
    for row in rows.sorted(by: { $0.y < $1.y }) {
      path.addTicks(row.isTicked, from: first, at: row.y)
    }
    return path
  }

  private func whiskers(_ intervals: [Chart.Interval]) -> PathData {
    var path = PathData()
    for interval in intervals {
      guard let x = plot.x(interval.x), let low = plot.y(interval.low),
        let high = plot.y(interval.high)
      else { continue }
      for y in [low, high] {
        path.move(to: x - 3, y)
        path.line(to: x + 3, y)
      }
      path.move(to: x, low)
      path.line(to: x, high)
    }
    return path
  }

  private func levelWhiskers(_ intervals: [Chart.Interval]) -> PathData {
    var path = PathData()
    for interval in intervals {
      guard let y = plot.y(interval.x), let low = plot.x(interval.low),
        let high = plot.x(interval.high)
      else { continue }
      for x in [low, high] {
        path.move(to: x, y - 3)
        path.line(to: x, y + 3)
      }
      path.move(to: low, y)
      path.line(to: high, y)
    }
    return path
  }

  // MARK: - Bands and rules

  private func rectangles(_ boxes: [Chart.Box]) -> PathData {
    var path = PathData()
    for box in boxes {
      guard let left = plot.x(box.x.lowerBound), let right = plot.x(box.x.upperBound),
        let one = plot.y(box.y.lowerBound), let other = plot.y(box.y.upperBound)
      else { continue }
      path.add(Rect(left: left, top: min(one, other), right: right, bottom: max(one, other)))
    }
    return path
  }

  private func stretches(_ bands: [Chart.Band], _ direction: Chart.Direction) -> PathData {
    var path = PathData()
    for rect in bands.compactMap({ rect(of: $0, direction) }) { path.add(rect) }
    return path
  }

  /// The rectangle of a band, at least wide enough to be visible.
  func rect(of band: Chart.Band, _ direction: Chart.Direction) -> Rect? {
    var rect = plot.area
    switch direction {
    case .x:
      rect.top = plot.labelArea.top
      guard let left = plot.x(band.start), let right = plot.x(band.end) else { return nil }
      let middle = (left + right) / 2
      let half = max((right - left) / 2, 0.75)
      (rect.left, rect.right) = (middle - half, middle + half)
    case .y:
      guard let low = plot.y(band.start), let high = plot.y(band.end) else { return nil }
      (rect.top, rect.bottom) = (min(low, high), max(low, high))
    }
    return rect
  }

  private func lines(_ rules: [Chart.Rule], _ direction: Chart.Direction) -> PathData {
    var path = PathData()
    for rule in rules {
      switch direction {
      case .x:
        guard let x = plot.x(rule.value) else { continue }
        path.move(to: x, plot.labelArea.top)
        path.line(to: x, plot.area.bottom)
      case .y:
        guard let y = plot.y(rule.value) else { continue }
        path.move(to: plot.area.left, y)
        path.line(to: plot.area.right, y)
      }
    }
    return path
  }
}

extension Chart.Spans {
  /// The start and the lengths as whole numbers of 10 µs.
  ///
  /// Each span ends where the sum of the exact lengths does, so that rounding errors do not add up.
  fileprivate var text: String {
    var (end, place) = (start, Int((start * 1e5).rounded()))
    var words = ["\(place)"]
    for length in lengths {
      end += length / 1000
      let next = Int((end * 1e5).rounded())
      words.append("\(next - place)")
      place = next
    }
    return words.joined(separator: " ")
  }
}

extension PathData {
  /// Draws consecutive ticked columns as boxes.
  ///
  /// The last column is not ticked.
  fileprivate mutating func addTicks(_ isTicked: [Bool], from first: Int, at y: Int) {
    var start: Int?
    for (column, isTicked) in isTicked.enumerated() where isTicked != (start != nil) {
      guard let left = start else {
        start = column
        continue
      }
      add(
        Rect(
          left: Double(first + left), top: Double(y) - 4, right: Double(first + column),
          bottom: Double(y) + 4))
      start = nil
    }
  }
}

/// A line with more points than pixels: for each column of pixels, the range of the line.
struct PixelColumns {
  /// The left edge of the first column.
  let left: Double
  /// The top, the bottom and the last place of the line in each column; `nil` if it has no point there.
  private(set) var extents: [(top: Double, bottom: Double, last: Double)?]

  /// Assigns points to columns; O(points).
  ///
  /// Points without a position are left out.
  init(_ points: [Chart.Point], in plot: PlotArea) {
    left = plot.area.left
    let count = max(1, Int(plot.area.width.rounded(.up)))
    extents = Array(repeating: nil, count: count)
    for point in points {
      guard let x = plot.x(point.x), let y = plot.y(point.y) else { continue }
      let column = min(max(Int(x - left), 0), count - 1)
      let known = extents[column] ?? (y, y, y)
      extents[column] = (min(known.top, y), max(known.bottom, y), y)
    }
  }
}

extension PathData {
  /// Draws the columns as one line, which reaches the nearer end of each column first.
  ///
  /// Steps leave a column at the last level in it, because a long step must not be drawn at another's height.
  mutating func add(_ columns: PixelColumns, isStepped: Bool = false) {
    var last: Double?
    for (index, extent) in columns.extents.enumerated() {
      guard let extent else { continue }
      let x = columns.left.rounded() + Double(index) + 0.5
      guard let before = last else {
        move(to: x, extent.bottom)
        line(to: x, extent.top)
        last = isStepped ? extent.last : extent.top
        if isStepped { line(to: x, extent.last) }
        continue
      }
      let isNearTop = abs(before - extent.top) < abs(before - extent.bottom)
      let ends = isNearTop ? (extent.top, extent.bottom) : (extent.bottom, extent.top)
      line(to: x, before)
      line(to: x, ends.0)
      line(to: x, ends.1)
      if isStepped { line(to: x, extent.last) }
      last = isStepped ? extent.last : ends.1
    }
  }
}
