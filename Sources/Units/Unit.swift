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
  /// The unit seconds, `s`.
  public static let seconds = Unit(id: "s")
  /// The unit milliseconds, `ms`.
  public static let milliseconds = Unit(id: "ms")
  /// The unit frames per second, `fps`.
  public static let framesPerSecond = Unit(id: "fps", symbol: "FPS")
  /// The unit of fractions of a whole: values are stored as 0 to 1 and printed as percentages.
  public static let fraction = Unit(id: "fraction", symbol: "%")
  /// The unit of counts, which has no symbol.
  public static let count = Unit(id: "count", symbol: "")
  /// The unit milliseconds per second, `ms/s`, for the time that late frames lose in each second.
  public static let millisecondsPerSecond = Unit(id: "ms/s")
  /// The unit megabytes, `MB`, of 10⁶ bytes.
  public static let megabytes = Unit(id: "MB")
  /// The unit bytes, `B`.
  public static let bytes = Unit(id: "B")
  /// The unit watts, `W`.
  public static let watts = Unit(id: "W")
  /// The unit degrees Celsius, `°C`.
  public static let celsius = Unit(id: "°C")
  /// The unit joules, `J`.
  public static let joules = Unit(id: "J")
  /// The unit frames per second for each watt of power, `FPS/W`.
  public static let framesPerSecondPerWatt = Unit(id: "fps/W", symbol: "FPS/W")
  /// The unit events per minute, `1/min`, such as for freezes.
  public static let perMinute = Unit(id: "1/min")
  /// The unit of the ratio of two values that have the same unit, `×`.
  public static let times = Unit(id: "ratio", symbol: "×")
  /// The unit hertz, `Hz`.
  public static let hertz = Unit(id: "Hz")
}
