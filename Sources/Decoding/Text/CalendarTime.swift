package import Units

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
