public import Units

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

/// Parses and prints dates with a time of day, such as `2024-10-29 7:05:09.123456789`.
package enum CalendarTime {
  /// Converts a date and time without a time zone to nanoseconds since 1 January 1970, as if in UTC; `nil` if the text
  /// has another form.
  ///
  /// - Parameter field: year, month, day, hour, minute and second in this order, each of one or more digits; the second
  ///   may have a fraction.
  /// - Returns: `nil` for any other text, and for numbers out of range, such as a year that is not from 1970 to 2199.
  package static func nanoseconds(_ field: Field) -> Nanoseconds? {
    let parts = field.text.split(whereSeparator: { "-: T".contains($0) })
    guard parts.count == 6, let fraction = Fraction(parts[5]) else { return nil }
    let numbers = (parts[..<5] + [fraction.whole]).compactMap { UInt16($0).map(Int.init) }
    guard let seconds = seconds(numbers) else { return nil }
    return Nanoseconds(seconds) * .perSecond + fraction.nanoseconds
  }

  /// Converts a date and time without a time zone to seconds since 1 January 1970, as if in UTC; `nil` if a number is
  /// out of range.
  ///
  /// - Parameter numbers: year, month, day, hour, minute and second.
  /// - Returns: `nil` if there are not six numbers, the year is not from 1970 to 2199, or another number is out of
  ///   range. A day up to 31 is accepted in every month, and a second up to 60.
  package static func seconds(_ numbers: [Int]) -> Int? {
    guard numbers.count == 6, (1970..<2200).contains(numbers[0]), (1...12).contains(numbers[1]),
      (1...31).contains(numbers[2]), numbers[3] < 24, numbers[4] < 60, numbers[5] < 61
    else { return nil }
    let days = daysSince1970(year: numbers[0], month: numbers[1], day: numbers[2])
    return ((days * 24 + numbers[3]) * 60 + numbers[4]) * 60 + numbers[5]
  }

  /// Converts seconds since 1 January 1970 (UTC) to a date and time in UTC, printed without the time zone, such as
  /// `2024-10-29T07:05:09`.
  ///
  /// - Parameter seconds: at least 0.
  package static func text(seconds: Int) -> String {
    let (year, month, day) = date(daysSince1970: seconds / 86_400)
    let time = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map(twoDigits)
    return "\(year)-\(twoDigits(month))-\(twoDigits(day))T" + time.joined(separator: ":")
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }

  /// The date of a number of days since 1 January 1970, at least 0; the inverse of `daysSince1970`, from the same
  /// source.
  private static func date(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let (era, dayOfEra) = shifted.quotientAndRemainder(dividingBy: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let march = (5 * dayOfYear + 2) / 153
    let month = march < 10 ? march + 3 : march - 9
    let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * march + 2) / 5 + 1)
  }

  /// The number of days from 1 January 1970 to a date in the Gregorian calendar, after Hinnant (2013).
  ///
  /// The computation uses years that begin in March.
  private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let march = month > 2 ? month - 3 : month + 9
    let years = month > 2 ? year : year - 1
    let leapDays = years / 4 - years / 100 + years / 400
    return years * 365 + leapDays + (march * 153 + 2) / 5 + day - 1 - 719_468
  }

  /// The number of a second with its decimal fraction.
  private struct Fraction {
    let whole: Substring
    let nanoseconds: Nanoseconds

    init?(_ text: Substring) {
      let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      whole = parts[0]
      guard parts.count == 2 else {
        nanoseconds = 0
        return
      }
      let digits = parts[1].prefix(9)
      guard parts[1].utf8.allSatisfy(Byte.isDigit),
        let value = Nanoseconds(digits + String(repeating: "0", count: 9 - digits.count))
      else { return nil }
      nanoseconds = value
    }
  }
}

extension Nanoseconds {
  /// Whether a clock can show this time, or a run can last this long.
  ///
  /// Clocks count from the start of a recording or of a machine, which is less than five years ago, or from 1970, 1980
  /// or 2001, which is more than nineteen years ago. Differences of plausible times never overflow.
  @inlinable @inline(__always)
  public var isPlausible: Bool { magnitude < Self.longestUptime || isDate }

  /// Whether the time is a date: it counts from 1970, 1980 or 2001, not from the start of a machine or a recording.
  @usableFromInline @inline(never)
  package var isDate: Bool { magnitude > Self.shortestEra && magnitude < 1 << 62 }

  @inlinable static var year: Magnitude { 31_556_952_000_000_000 }
  @inlinable static var longestUptime: Magnitude { 5 * year }
  @inlinable static var shortestEra: Magnitude { 19 * year }

  /// The longest plausible distance between two consecutive timestamps in a trace, of frames or samples: 100 days.
  ///
  /// A machine can sleep for weeks; a longer step is a corrupt time.
  @inlinable public static var longestPause: Nanoseconds { 100 * 86_400 * .perSecond }

  /// No frame takes longer than this, 10 s, from an input or its present to the screen; a longer delay is a corrupt number.
  @inlinable public static var longestDelay: Nanoseconds { 10 * .perSecond }

  /// Whether this time can follow another time within a run.
  ///
  /// - Parameter last: the previous time; `nil` for the first one.
  /// - Returns: `false` if no clock can show the time, or if it is over 100 days later.
  @inlinable @inline(__always)
  public func isPlausible(after last: Nanoseconds?) -> Bool {
    guard isPlausible else { return false }
    guard let last else { return true }
    let (step, overflow) = subtractingReportingOverflow(last)
    return !overflow && step <= Self.longestPause
  }
}
