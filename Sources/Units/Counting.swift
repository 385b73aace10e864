/// A count with its noun, which is in the singular for 1: `1 run`, `2 runs`.
///
/// `plural` is the noun for several if it is not made by an `s`.
public func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
  "\(count) \(count == 1 ? noun : plural ?? noun + "s")"
}

extension [String] {
  /// The texts as one phrase of a sentence: `a`, `a and b`, `a, b and c`; empty without texts.
  public var listed: String {
    count < 2 ? joined() : dropLast().joined(separator: ", ") + " and " + self[count - 1]
  }
}

extension Sequence where Element: Hashable {
  /// Each element once, in the order of first appearance.
  @inlinable public var distinct: [Element] { distinct(by: \.self) }
}

extension Sequence {
  /// The first element with each key, in the order of first appearance.
  @inlinable
  public func distinct<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
    var seen: Set<Key> = []
    return filter { seen.insert(key($0)).inserted }
  }
}

/// A duration for people: whole seconds up to 100 s, then whole minutes.
public func durationText(_ seconds: Double) -> String {
  seconds < 100 ? "\(Int(seconds.rounded())) s" : "\(Int((seconds / 60).rounded())) min"
}

/// The greatest common divisor of two numbers of at least 0; if one of them is 0, the other number.
public func greatestCommonDivisor(_ a: Nanoseconds, _ b: Nanoseconds) -> Nanoseconds {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return a
}

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
