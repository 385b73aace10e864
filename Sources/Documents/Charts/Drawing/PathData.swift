/// The commands of an SVG path in their shortest form: relative, in tenths of a pixel.
struct PathData {
  private var bytes: [UInt8] = []
  private var x = 0
  private var y = 0
  /// The rounding of vertical positions, in tenths of a pixel.
  private let grain: Int

  /// Creates an empty path.
  ///
  /// A `grain` of 10 suffices for a line that goes up and down in each column.
  init(grain: Int = 1) { self.grain = grain }

  var isEmpty: Bool { bytes.isEmpty }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func move(to x: Double, _ y: Double) {
    let (newX, newY) = (tenths(x, 1), tenths(y, grain))
    if bytes.isEmpty {
      bytes.append(UInt8(ascii: "M"))
      append(newX)
      append(newY, after: true)
    } else {
      bytes.append(UInt8(ascii: "m"))
      append(newX - self.x)
      append(newY - self.y, after: true)
    }
    (self.x, self.y) = (newX, newY)
  }

  mutating func line(to x: Double, _ y: Double) {
    let (dx, dy) = (tenths(x, 1) - self.x, tenths(y, grain) - self.y)
    if dx == 0, dy == 0 { return }
    if dx == 0 {
      bytes.append(UInt8(ascii: "v"))
      append(dy)
    } else if dy == 0 {
      bytes.append(UInt8(ascii: "h"))
      append(dx)
    } else {
      bytes.append(UInt8(ascii: "l"))
      append(dx)
      append(dy, after: true)
    }
    (self.x, self.y) = (self.x + dx, self.y + dy)
  }

  /// Draws a dot: a line of length 0 with round ends.
  mutating func dot(at x: Double, _ y: Double) {
    move(to: x, y)
    bytes += "h0".utf8
  }

  mutating func polygon(_ points: [(x: Double, y: Double)]) {
    guard let first = points.first else { return }
    move(to: first.x, first.y)
    let start = (x, y)
    for point in points.dropFirst() { line(to: point.x, point.y) }
    bytes.append(UInt8(ascii: "z"))
    (x, y) = start
  }

  mutating func circle(around x: Double, _ y: Double, radius: Double) {
    move(to: x - radius, y)
    let (r, d) = (Self.text(tenths(radius, 1)), Self.text(tenths(radius * 2, 1)))
    bytes += "a\(r) \(r) 0 1 0 \(d) 0a\(r) \(r) 0 1 0-\(d) 0".utf8
  }

  static func text(_ value: Double) -> String { text(Int((value * 10).rounded())) }

  private static func text(_ tenths: Int) -> String {
    var path = PathData()
    path.append(tenths)
    return path.text
  }

  /// Converts to tenths of a pixel.
  ///
  /// Positions outside the picture are clamped.
  private func tenths(_ value: Double, _ grain: Int) -> Int {
    let clamped = min(max(value, -1e6), 1e6)
    return Int((clamped * 10 / Double(grain)).rounded()) * grain
  }

  private mutating func append(_ tenths: Int, after: Bool = false) {
    let size = tenths.magnitude
    if tenths < 0 {
      bytes.append(UInt8(ascii: "-"))
    } else if after {
      bytes.append(UInt8(ascii: " "))
    }
    let (whole, rest) = (size / 10, size % 10)
    if whole > 0 || rest == 0 { appendWhole(whole) }
    if rest > 0 {
      bytes.append(UInt8(ascii: "."))
      bytes.append(UInt8(ascii: "0") + UInt8(rest))
    }
  }

  private mutating func appendWhole(_ number: UInt) {
    if number >= 10 { appendWhole(number / 10) }
    bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}

/// The steps of a path that `PathData` wrote, with absolute positions in pixels.
///
///     Array(PathSteps("M1 2h3"))  // [.move(1, 2), .line(4, 2)]
struct PathSteps: Sequence, IteratorProtocol {
  enum Step: Equatable {
    case move(Double, Double)
    case line(Double, Double)
    /// A whole circle, by its center and radius.
    case circle(Double, Double, radius: Double)
    case close
  }

  private let bytes: [UInt8]
  private var position = 0
  private var (x, y) = (0.0, 0.0)
  private var start = (0.0, 0.0)

  init(_ data: String) { bytes = Array(data.utf8) }

  mutating func next() -> Step? {
    guard position < bytes.count else { return nil }
    position += 1
    switch bytes[position - 1] {
    case UInt8(ascii: "M"), UInt8(ascii: "m"):
      // A path begins at 0, 0, so its first position is relative as well.
      (x, y) = (x + number(), y + number())
      start = (x, y)
      return .move(x, y)
    case UInt8(ascii: "h"): x += number()
    case UInt8(ascii: "v"): y += number()
    case UInt8(ascii: "a"): return circle()
    case UInt8(ascii: "z"):
      (x, y) = start
      return .close
    default: (x, y) = (x + number(), y + number())
    }
    return .line(x, y)
  }

  /// A circle consists of two arcs of seven numbers, and begins at its left end.
  private mutating func circle() -> Step {
    let radius = number()
    for _ in 0..<6 { _ = number() }
    position += 1
    for _ in 0..<7 { _ = number() }
    return .circle(x + radius, y, radius: radius)
  }

  private mutating func number() -> Double {
    while position < bytes.count, bytes[position] == UInt8(ascii: " ") { position += 1 }
    let begin = position
    while position < bytes.count, Self.isPart(bytes[position], isFirst: position == begin) {
      position += 1
    }
    return Double(String(decoding: bytes[begin..<position], as: UTF8.self)) ?? 0
  }

  private static func isPart(_ byte: UInt8, isFirst: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."): true
    case UInt8(ascii: "-"): isFirst
    default: false
    }
  }
}

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
  var classes: String {
    switch outline {
    case .cross, .dash: "l"
    case .tick: "f"
    case .point: "p"
    case .circle, .square, .diamond, .triangle, .wedge: isHollow ? "h" : "f"
    }
  }
}
