public import Units

/// How a number is printed, such as its decimals and its unit.
public struct Printing: Sendable, Equatable {
  /// The number of decimals with which a number is printed; if `nil`, percentages have two and other numbers one.
  ///
  /// For fractions, these are the decimals of the percentage.
  public let decimals: Int?

  /// Whether a plus sign is printed before a positive number.
  public let showsPlus: Bool

  /// Whether the symbol of the unit is printed after the number.
  public let showsUnit: Bool

  /// The number of significant digits if numbers are printed as by a C++ stream, without fixed decimals; otherwise
  /// `nil`.
  public let streamDigits: Int?

  /// Whether the number is printed with up to four significant digits, and seconds or bytes with a prefix: `65.95 µs`.
  ///
  /// Larger numbers have all digits before the decimal point. Fractions are printed as in tables.
  public let isScaled: Bool

  /// Whether the number is a difference of two percentages, and is printed in percentage points such as `0.42 pp`.
  public let isInPoints: Bool

  /// Whether the decimals of a percentage depend on its size, as in `284%`, `8.5%` and `0.42%`.
  ///
  /// If so, percentages and differences in percentage points have two decimals below 1, one below 100, and otherwise
  /// none.
  public let isBrief: Bool

  /// Creates the format of a printed number.
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

  /// The format of numbers in tables: fractions as percentages such as `12.34%`, other numbers with one decimal and no
  /// unit.
  public static let table = Printing()

  /// The format of numbers in sentences, with the unit's symbol: `53.4 FPS`.
  public static let prose = Printing(showsUnit: true)

  /// The format of changes in tables, with a plus sign: `+105.19%`.
  public static let change = Printing(showsPlus: true)

  /// The format of relative changes, with decimals that depend on the size: `+284%`, `−8.5%`.
  public static let effect = Printing(showsPlus: true, isBrief: true)

  /// The format of a difference of two percentages, in percentage points: `+0.42 pp`.
  public static let points = Printing(showsPlus: true, isInPoints: true, isBrief: true)

  /// The format of numbers with up to four significant digits, and a prefix for seconds and bytes: `65.95 µs`.
  public static let scaled = Printing(isScaled: true)

  /// Returns the format of numbers with a fixed number of decimals, from 0 to 15.
  public static func decimals(_ decimals: Int) -> Printing { Printing(decimals: decimals) }

  /// Prints a number in this format, with its confidence interval if there is one: `53.4`, `53.4 [52.1, 54.6]`.
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
    // Next to a plus sign, a hyphen looks too short. The tables of the thesis have hyphens.
    let hasMinus = isBrief || showsPlus && decimals != nil
    if hasMinus, text.hasPrefix("-") { return "−" + text.dropFirst() }
    guard showsPlus, quantity.value > 0 else { return text }
    let isZero = !text.utf8.contains { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) }
    return isZero ? text : "+\(text)"
  }

  /// The number of decimals of a percentage whose decimals depend on its size.
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
