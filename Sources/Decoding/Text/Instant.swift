/// A point in time in a benchmark history, by which the measurements of the history are ordered.
public struct Instant: Sendable, Hashable, Comparable {
  /// The moment in milliseconds since the beginning of 1970, in UTC.
  public let milliseconds: Int64

  /// The milliseconds since 1970 that count as dates, from 1970 to 2200; numbers outside are not dates.
  private static let plausible: ClosedRange<Int64> = 0...7_258_118_400_000

  /// Creates a moment from a count of milliseconds since 1970, such as JavaScript's; `nil` outside 1970 to 2200.
  ///
  /// - Parameter milliseconds: since the beginning of 1970.
  package init?(milliseconds: Double) {
    guard let whole = Int64(exactly: milliseconds.rounded()), Self.plausible.contains(whole) else {
      return nil
    }
    self.milliseconds = whole
  }

  /// Parses a date with or without a time of day, or seconds or milliseconds since 1970; `nil` for other texts, for
  /// impossible dates, and for times before 1970 or after 2200.
  ///
  /// - Parameter text: such as `2025-11-21T16:14:18Z`, `2024.01.01 3:00:00 +0100`, `2024-01-01` or `1609466400`. A time
  ///   without a zone is UTC.
  public init?(_ text: String) {
    if let count = Double(text) {
      // A smaller number is a year, a date without hyphens or a build number.
      guard count >= 1e8 else { return nil }
      self.init(milliseconds: count < 1e11 ? count * 1000 : count)
      return
    }
    var rest = Substring(text)
    let zone = Self.takeZone(from: &rest)
    let parts = rest.split { "-./:,T ".contains($0) }
    guard let zone, parts.count == 3 || (5...7).contains(parts.count) else { return nil }
    // A fraction of the second is a separate part; a time of day may end with the minute.
    let numbers = parts.prefix(6).compactMap { UInt16($0).map(Int.init) }
    guard numbers.count == min(parts.count, 6),
      let time = CalendarTime.seconds(numbers + Array(repeating: 0, count: 6 - numbers.count))
    else { return nil }
    let fraction = parts.count == 7 ? Double("0.\(parts[6])") : 0
    guard let fraction else { return nil }
    self.init(milliseconds: (Double(time - zone) + fraction) * 1000)
  }

  /// The moment in UTC as ISO 8601, without fractions of a second: `2025-11-21T16:14:18Z`.
  public var text: String { CalendarTime.text(seconds: Int(milliseconds / 1000)) + "Z" }

  /// Whether the first of two moments is earlier than the second.
  public static func < (left: Instant, right: Instant) -> Bool {
    left.milliseconds < right.milliseconds
  }

  /// Removes a time zone from the end of the text, and returns how many seconds it is ahead of UTC; `nil` if it is
  /// unknown.
  private static func takeZone(from rest: inout Substring) -> Int? {
    for name in ["Z", "z", "UTC", "GMT"] where rest.hasSuffix(name) {
      rest = rest.dropLast(name.count)
      return 0
    }
    guard let sign = rest.lastIndex(where: { "+-".contains($0) }), rest[..<sign].contains(":")
    else { return 0 }
    let digits = rest[rest.index(after: sign)...].filter { $0 != ":" }
    guard digits.count == 2 || digits.count == 4, let number = UInt16(digits) else { return nil }
    let (hours, minutes) =
      digits.count == 4 ? (Int(number) / 100, Int(number) % 100) : (Int(number), 0)
    let seconds = hours * 3600 + minutes * 60
    let isBehind = rest[sign] == "-"
    rest = rest[..<sign]
    return isBehind ? -seconds : seconds
  }
}
