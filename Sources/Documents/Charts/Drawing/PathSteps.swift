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
