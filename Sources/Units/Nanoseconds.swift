/// A time or duration in integer nanoseconds.
///
/// All times in Hitchmark are of this type: exact, ordered, and with a range of 292 years. They
/// become `Double` seconds only in formulas with division.
public typealias Nanoseconds = Int64

extension Nanoseconds {
  /// The number of nanoseconds in one second.
  public static let perSecond: Nanoseconds = 1_000_000_000

  /// The number of nanoseconds in one millisecond.
  public static let perMillisecond: Nanoseconds = 1_000_000

  /// Converts nanoseconds to seconds, correctly rounded for times of up to 104 days.
  public var seconds: Double { Double(self) / 1e9 }

  /// Converts nanoseconds to milliseconds, correctly rounded for times of up to 104 days.
  public var milliseconds: Double { Double(self) / 1e6 }
}
