extension PathData {
  /// Draws the outline of a symbol around a center.
  mutating func add(_ outline: Chart.Symbol.Outline, at x: Double, _ y: Double) {
    switch outline {
    case .circle: circle(around: x, y, radius: 3.5)
    case .square: polygon([(x - 3, y - 3), (x + 3, y - 3), (x + 3, y + 3), (x - 3, y + 3)])
    case .diamond: polygon([(x - 4.5, y), (x, y - 4.5), (x + 4.5, y), (x, y + 4.5)])
    case .triangle: polygon([(x - 4, y + 3), (x, y - 4), (x + 4, y + 3)])
    case .wedge: polygon([(x - 4, y - 3), (x, y + 4), (x + 4, y - 3)])
    case .cross:
      move(to: x - 3.5, y - 3.5)
      line(to: x + 3.5, y + 3.5)
      move(to: x - 3.5, y + 3.5)
      line(to: x + 3.5, y - 3.5)
    case .point: dot(at: x, y)
    case .tick:
      move(to: x, y - 4)
      line(to: x, y + 4)
    case .dash:
      move(to: x - 7, y)
      line(to: x + 7, y)
    }
  }

  /// Draws an arrow for a point beyond the edge, with its tip at the edge.
  ///
  /// `side` is −1, 0 or 1 along each axis, not both 0.
  mutating func addArrow(to side: (x: Int, y: Int), at x: Double, _ y: Double) {
    if side.x != 0 {
      let back = x - Double(side.x) * 8
      polygon([(x, y), (back, y - 4.5), (back, y + 4.5)])
    } else {
      // A value above the axis is beyond the top, where y is smaller.
      let back = y + Double(side.y) * 8
      polygon([(x, y), (x - 4.5, back), (x + 4.5, back)])
    }
  }
}

extension Chart.Symbol {
  /// The CSS classes of the symbol.
  var classes: String {
    switch outline {
    case .cross, .dash: "l"
    case .tick: "f"
    case .point: "p"
    case .circle, .square, .diamond, .triangle, .wedge: isHollow ? "h" : "f"
    }
  }
}
