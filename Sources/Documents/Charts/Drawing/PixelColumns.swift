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
