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

  /// Starts a line.
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

  /// Draws a straight line.
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

  /// Draws a closed polygon.
  mutating func polygon(_ points: [(x: Double, y: Double)]) {
    guard let first = points.first else { return }
    move(to: first.x, first.y)
    let start = (x, y)
    for point in points.dropFirst() { line(to: point.x, point.y) }
    bytes.append(UInt8(ascii: "z"))
    (x, y) = start
  }

  /// Draws a circle.
  mutating func circle(around x: Double, _ y: Double, radius: Double) {
    move(to: x - radius, y)
    let (r, d) = (Self.text(tenths(radius, 1)), Self.text(tenths(radius * 2, 1)))
    bytes += "a\(r) \(r) 0 1 0 \(d) 0a\(r) \(r) 0 1 0-\(d) 0".utf8
  }

  /// A coordinate as text.
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
