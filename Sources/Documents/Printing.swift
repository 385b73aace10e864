public import Units

/// How a number is written.
public struct Printing: Sendable, Equatable {
  /// Digits after the point (of the percentage, for fractions); `nil` for the thesis' tables' rule.
  public let decimals: Int?

  /// Whether a number above zero carries a plus sign.
  public let showsPlus: Bool

  /// Whether the unit's symbol follows the number.
  public let showsUnit: Bool

  /// How many digits count where streams of C++ print the number, whatever else is said; `nil` where none do.
  public let streamDigits: Int?

  /// Whether the number has four significant digits and a prefix to its unit, whatever else is said.
  public let isScaled: Bool

  /// Whether a fraction prints as percentage points with their sign, `+0.42 pp`, because it is a difference of two
  /// percentages and not a share of anything.
  public let isInPoints: Bool

  /// Creates a way of printing.
  ///
  /// - Parameters:
  ///   - decimals: digits after the point, or `nil` for the rule of `Quantity.tableText`.
  ///   - showsPlus: whether a number above zero carries a plus sign.
  ///   - showsUnit: whether the unit's symbol follows.
  ///   - isScaled: whether four significant digits and the unit are written instead.
  ///   - streamDigits: how many digits count where streams of C++ print the number.
  ///   - isInPoints: whether a fraction prints as percentage points.
  public init(
    decimals: Int? = nil, showsPlus: Bool = false, showsUnit: Bool = false, isScaled: Bool = false,
    streamDigits: Int? = nil, isInPoints: Bool = false
  ) {
    self.decimals = decimals
    self.showsPlus = showsPlus
    self.showsUnit = showsUnit
    self.isScaled = isScaled
    self.streamDigits = streamDigits
    self.isInPoints = isInPoints
  }

  /// As in the thesis' tables: `12.34%` for fractions, one decimal otherwise, no plus sign, no unit.
  public static let table = Printing()

  /// As in a table, but with the unit's symbol, as a sentence needs it: `53.4 FPS`.
  public static let prose = Printing(showsUnit: true)

  /// As in a table, but a gain carries its plus sign: `+105.19%`.
  public static let change = Printing(showsPlus: true)

  /// A difference of two percentages, in percentage points: `+0.42 pp`.
  public static let points = Printing(decimals: 2, showsPlus: true, isInPoints: true)

  /// With four significant digits and the unit, in the prefix that it reads best in: `65.95 µs`.
  public static let scaled = Printing(isScaled: true)

  /// With a fixed number of digits after the point.
  ///
  /// - Parameter decimals: 0 to 15.
  /// - Returns: the way of printing.
  public static func decimals(_ decimals: Int) -> Printing { Printing(decimals: decimals) }

  /// Writes a number, such as `53.4` or `53.4 [52.1, 54.6]`.
  ///
  /// - Parameters:
  ///   - quantity: the number.
  ///   - interval: where it is known to lie, in the same unit.
  /// - Returns: plain text; never empty.
  public func text(_ quantity: Quantity, interval: ClosedRange<Double>? = nil) -> String {
    var text = number(quantity)
    if let interval {
      let ends = [interval.lowerBound, interval.upperBound]
      let texts = ends.map { number(Quantity($0, quantity.unit)) }
      text += " [\(texts.joined(separator: ", "))]"
    }
    guard showsUnit, !isScaled, quantity.unit != .fraction, !quantity.unit.symbol.isEmpty else {
      return text
    }
    return "\(text) \(quantity.unit.symbol)"
  }

  private func number(_ quantity: Quantity) -> String {
    let text = plain(quantity)
    guard showsPlus, quantity.value > 0 else { return text }
    let isZero = !text.utf8.contains { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
    return isZero ? text : "+\(text)"
  }

  private func plain(_ quantity: Quantity) -> String {
    if isInPoints, quantity.unit == .fraction {
      return SpreadsheetRounding.text(quantity.value * 100, decimals: decimals ?? 2) + " pp"
    }
    if isScaled { return quantity.scaledText }
    if let streamDigits { return quantity.streamText(digits: streamDigits) }
    return decimals.map { quantity.text(decimals: $0) } ?? quantity.tableText
  }
}
