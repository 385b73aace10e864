/// A number with its unit, such as 16.7 milliseconds.
///
///     Quantity(0.0167, .seconds).converted(to: .milliseconds)
///     Quantity(0.2341, .fraction).tableText  // "23.41%"
public struct Quantity: Sendable, Hashable {
  /// The numeric value of the quantity, in the quantity's unit.
  public let value: Double

  /// The unit of the quantity, such as milliseconds.
  public let unit: Unit

  public init(_ value: Double, _ unit: Unit) {
    self.value = value
    self.unit = unit
  }

  /// The quantity as tables print it: a fraction as a percentage such as `12.34%`, any other number with one decimal
  /// and no unit.
  public var tableText: String { text(decimals: unit == .fraction ? 2 : 1) }

  /// The quantity with a fixed number of decimals, rounded as in a spreadsheet: a fraction as a percentage, any other
  /// number without its unit.
  ///
  /// For fractions, `decimals` are those of the percentage.
  public func text(decimals: Int) -> String {
    if unit == .fraction {
      return SpreadsheetRounding.text(value * 100, decimals: decimals) + "%"
    }
    return SpreadsheetRounding.text(value, decimals: decimals)
  }
}

/// A unit of measurement, such as milliseconds, with its name and its symbol.
///
/// A unit belongs to a metric, a counter or a table cell; the number is a plain `Double` in that
/// unit. Fractions are stored as fractions and printed as percentages.
public struct Unit: Sendable, Hashable {
  /// The name of the unit in machine-readable output, such as `ms/s`.
  public let id: String

  /// The symbol of the unit in tables and axis titles, such as `ms`; empty for counts.
  public let symbol: String

  /// Creates a unit that is not predefined, such as the unit of a custom number in a run.
  ///
  /// The symbol is the id by default.
  public init(id: String, symbol: String? = nil) {
    self.id = id
    self.symbol = symbol ?? id
  }
}

extension Unit {
  /// Seconds as a unit of time, with the symbol `s`.
  public static let seconds = Unit(id: "s")
  /// Milliseconds as a unit of time, with the symbol `ms`.
  public static let milliseconds = Unit(id: "ms")
  /// Frames per second as a unit, with the id `fps` and the symbol `FPS`.
  public static let framesPerSecond = Unit(id: "fps", symbol: "FPS")
  /// The unit of fractions of a whole: values are stored as 0 to 1 and printed as percentages.
  public static let fraction = Unit(id: "fraction", symbol: "%")
  public static let count = Unit(id: "count", symbol: "")
  /// Milliseconds per second as a unit, `ms/s`, for the time that late frames lose in each second.
  public static let millisecondsPerSecond = Unit(id: "ms/s")
  /// Megabytes (10⁶ bytes) as a unit, with the symbol `MB`.
  public static let megabytes = Unit(id: "MB")
  /// Bytes as a unit, with the symbol `B`.
  public static let bytes = Unit(id: "B")
  /// Watts as a unit of power, with the symbol `W`.
  public static let watts = Unit(id: "W")
  /// Degrees Celsius as a unit of temperature, with the symbol `°C`.
  public static let celsius = Unit(id: "°C")
  /// Joules as a unit of energy, with the symbol `J`.
  public static let joules = Unit(id: "J")
  /// Frames per second for each watt of power as a unit, with the symbol `FPS/W`.
  public static let framesPerSecondPerWatt = Unit(id: "fps/W", symbol: "FPS/W")
  /// Events per minute as a unit, `1/min`, such as for the number of freezes.
  public static let perMinute = Unit(id: "1/min")
  /// The unit, with the symbol `×`, of the ratio of two values that have the same unit.
  public static let times = Unit(id: "ratio", symbol: "×")
  /// Hertz as a unit of frequency, with the symbol `Hz`.
  public static let hertz = Unit(id: "Hz")
}

extension Unit {
  /// The unit with the largest prefix in which a size is at least 1, and the number to divide by; itself for 0 and for
  /// units without prefixes.
  public func prefixed(for size: Double) -> (divisor: Double, unit: Unit) {
    let prefixes: [(divisor: Double, symbol: String)]
    switch self {
    case .seconds: prefixes = [(1, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns")]
    case .bytes: prefixes = [(1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1, "B")]
    default: return (1, self)
    }
    guard size != 0 else { return (1, self) }
    let prefix = prefixes.first { size >= $0.divisor } ?? prefixes[prefixes.count - 1]
    return (prefix.divisor, Unit(id: prefix.symbol))
  }
}

extension Quantity {
  /// The quantity as text with up to four significant digits and a suitable prefix of its unit: `65.95 µs`,
  /// `1.234 GB`, `1.5 points`.
  ///
  /// For numbers of unknown magnitude. Seconds and bytes have prefixes, other units have none. A
  /// fraction is printed as in tables.
  public var scaledText: String {
    if unit == .fraction { return tableText }
    let prefixed = prefixed
    let text = Self.significant(prefixed.value)
    return prefixed.unit.symbol.isEmpty ? text : "\(text) \(prefixed.unit.symbol)"
  }

  /// The quantity with the largest prefix of its unit in which the number is at least 1.
  private var prefixed: Quantity {
    // 999.96 ms would print as 1000 ms.
    let prefix = unit.prefixed(for: value.magnitude * 1.00005)
    return Quantity(value / prefix.divisor, prefix.unit)
  }

  /// The number with up to four significant digits, or all digits before the point, without trailing zeros.
  private static func significant(_ value: Double) -> String {
    var (decimals, size) = (3, value.magnitude)
    while size >= 10, decimals > 0 {
      size /= 10
      decimals -= 1
    }
    // So that 9.9996 is not printed as 10.000. Numbers below a millionth are printed as 0.
    while size != 0, size < 0.99995, decimals < 9 {
      size *= 10
      decimals += 1
    }
    let text = SpreadsheetRounding.text(value, decimals: decimals)
    guard text.contains(".") else { return text }
    let end = text.lastIndex { $0 != "0" } ?? text.startIndex
    return String(text[end] == "." ? text[..<end] : text[...end])
  }
}
