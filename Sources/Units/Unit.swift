/// What a number counts, and how that is written beside it.
///
/// A unit belongs to a metric, a counter or a table cell; the number itself stays a plain `Double`
/// in that unit. Fractions are kept as fractions and printed as percentages.
public struct Unit: Sendable, Hashable {
  /// The name in machine-readable output, such as `ms/s`.
  public let id: String

  /// What follows the number in tables and axis titles; empty for plain counts.
  public let symbol: String

  /// Creates a unit that the list below does not have, such as one that a run's scalar declares.
  ///
  /// - Parameters:
  ///   - id: the name in machine-readable output.
  ///   - symbol: what follows the number; the id when not given.
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
  /// A number of things.
  public static let count = Unit(id: "count", symbol: "")
  /// Milliseconds of hitch in a second of animation.
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
