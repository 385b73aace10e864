/// The unit of a number, and its symbol.
///
/// A unit belongs to a metric, a counter or a table cell; the number is a plain `Double` in that
/// unit. Fractions are stored as fractions and printed as percentages.
public struct Unit: Sendable, Hashable {
  /// The name in machine-readable output, such as `ms/s`.
  public let id: String

  /// The symbol after the number in tables and axis titles; empty for counts.
  public let symbol: String

  /// Creates a unit that is not in the list below, such as one that a run's scalar declares.
  ///
  /// The symbol is the id by default.
  public init(id: String, symbol: String? = nil) {
    self.id = id
    self.symbol = symbol ?? id
  }
}

extension Unit {
  /// Seconds.
  public static let seconds = Unit(id: "s")
  /// Milliseconds.
  public static let milliseconds = Unit(id: "ms")
  /// Frames per second.
  public static let framesPerSecond = Unit(id: "fps", symbol: "FPS")
  /// A share of a whole, 0 to 1, printed as a percentage.
  public static let fraction = Unit(id: "fraction", symbol: "%")
  /// A count.
  public static let count = Unit(id: "count", symbol: "")
  /// Milliseconds of hitch time per second.
  public static let millisecondsPerSecond = Unit(id: "ms/s")
  /// Megabytes of 10⁶ bytes.
  public static let megabytes = Unit(id: "MB")
  /// Bytes.
  public static let bytes = Unit(id: "B")
  /// Watts.
  public static let watts = Unit(id: "W")
  /// Degrees Celsius.
  public static let celsius = Unit(id: "°C")
  /// Hertz.
  public static let hertz = Unit(id: "Hz")
}
