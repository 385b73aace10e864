/// A time or a duration in whole nanoseconds.
///
/// All times inside Hitchmark are kept this way: exact, ordered, and good for 292 years.
/// They become `Double` seconds only where a formula asks for a quotient.
public typealias Nanoseconds = Int64

extension Nanoseconds {
  /// Nanoseconds in one second.
  public static let perSecond: Nanoseconds = 1_000_000_000

  /// Nanoseconds in one millisecond.
  public static let perMillisecond: Nanoseconds = 1_000_000

  /// The duration in seconds, correctly rounded.
  public var seconds: Double { Double(self) / 1e9 }

  /// The duration in milliseconds, correctly rounded.
  public var milliseconds: Double { Double(self) / 1e6 }
}
