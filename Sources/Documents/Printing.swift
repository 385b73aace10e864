public import Units

/// How a number is formatted.
public struct Printing: Sendable, Equatable {
  /// Digits after the point; for fractions, in the percentage.
  ///
  /// `nil` for the rule of the thesis' tables.
  public let decimals: Int?

  /// Whether positive numbers have a plus sign.
  public let showsPlus: Bool

  /// Whether the unit's symbol is appended.
  public let showsUnit: Bool

  /// The number of significant digits if the number is printed as by a C++ stream; overrides
  /// `decimals`.
  public let streamDigits: Int?

  /// Whether the number has four significant digits and a unit prefix; overrides `decimals`.
  public let isScaled: Bool

  /// Whether a fraction is printed in percentage points with sign, `+0.42 pp`, because it is a
  /// difference of two percentages.
  public let isInPoints: Bool

  /// Whether a percentage has at most three significant digits: `+284%`, `+8.5%`, `+0.42%`;
  /// overrides `decimals`.
  public let isBrief: Bool

  /// Creates a format.
  ///
  /// The properties explain the parameters.
  public init(
    decimals: Int? = nil, showsPlus: Bool = false, showsUnit: Bool = false, isScaled: Bool = false,
    streamDigits: Int? = nil, isInPoints: Bool = false, isBrief: Bool = false
  ) {
    self.isBrief = isBrief
    self.decimals = decimals
    self.showsPlus = showsPlus
    self.showsUnit = showsUnit
    self.isScaled = isScaled
    self.streamDigits = streamDigits
    self.isInPoints = isInPoints
  }

  /// The format of the thesis' tables: `12.34%` for fractions, one decimal otherwise, no plus sign,
  /// no unit.
  public static let table = Printing()

  /// Like `table`, with the unit's symbol, for sentences: `53.4 FPS`.
  public static let prose = Printing(showsUnit: true)

  /// Like `table`, with a plus sign: `+105.19%`.
  public static let change = Printing(showsPlus: true)

  /// A relative change: `+284%`, `−8.5%`.
  public static let effect = Printing(showsPlus: true, isBrief: true)

  /// A difference of two percentages in points: `+0.42 pp`.
  public static let points = Printing(showsPlus: true, isInPoints: true, isBrief: true)

  /// Four significant digits and the unit with the best prefix: `65.95 µs`.
  public static let scaled = Printing(isScaled: true)

  /// A fixed number of digits after the point, 0 to 15.
  public static func decimals(_ decimals: Int) -> Printing { Printing(decimals: decimals) }

  /// Formats a number and its interval, such as `53.4` or `53.4 [52.1, 54.6]`.
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
    // Next to a plus sign, a hyphen looks too short.
    if isBrief, text.hasPrefix("-") { return "−" + text.dropFirst() }
    guard showsPlus, quantity.value > 0 else { return text }
    let isZero = !text.utf8.contains { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
    return isZero ? text : "+\(text)"
  }

  /// The digits after the point of a percentage with at most three significant digits.
  private static func briefDecimals(_ percentage: Double) -> Int {
    switch percentage.magnitude {
    case ..<0.995: 2
    case ..<99.95: 1
    default: 0
    }
  }

  private func plain(_ quantity: Quantity) -> String {
    if isInPoints, quantity.unit == .fraction {
      let decimals = isBrief ? Self.briefDecimals(quantity.value * 100) : decimals ?? 2
      return SpreadsheetRounding.text(quantity.value * 100, decimals: decimals) + " pp"
    }
    if isBrief, quantity.unit == .fraction {
      return quantity.text(decimals: Self.briefDecimals(quantity.value * 100))
    }
    if isScaled { return quantity.scaledText }
    if let streamDigits { return quantity.streamText(digits: streamDigits) }
    return decimals.map { quantity.text(decimals: $0) } ?? quantity.tableText
  }
}
