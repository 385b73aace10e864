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
  /// The unit of counts, which has no symbol.
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
