internal import Decoding
internal import Units

/// Parses the dates and times of day that programs write in front of their samples.
enum SampleClock {
  /// A date and a time of day as nanoseconds since 1970 on the machine's clock; `nil` if the text has another form.
  ///
  /// - Parameter text: such as `2026-04-18 17:56:25`, `18.4.2026 17:56:25.104` or `4/18/2026 17:56:25`.
  static func time(_ text: String) -> Nanoseconds? {
    var words = text.split { $0 == " " || $0 == "T" }
    if words.last?.last == "Z" { words[words.count - 1].removeLast() }
    guard words.count == 2 else { return nil }
    let parts = words[1].split(separator: ":")
    guard parts.count == 3, let second = Double(parts[2]), (0..<61).contains(second) else {
      return nil
    }
    let clock = (parts[..<2] + [parts[2].prefix { $0.isNumber }]).compactMap { Int($0) }
    guard let date = date(words[0]), let seconds = CalendarTime.seconds(date + clock) else {
      return nil
    }
    let fraction = second - second.rounded(.down)
    return Nanoseconds(seconds) * .perSecond + Nanoseconds((fraction * 1e9).rounded())
  }

  /// The year, month and day of a date, which has slashes if the month comes first, as in the United States.
  private static func date(_ text: Substring) -> [Int]? {
    let numbers = text.split { "-./".contains($0) }.compactMap { Int($0) }
    guard numbers.count == 3 else { return nil }
    if numbers[0] > 31 { return numbers }
    let monthIsFirst = text.contains("/") && numbers[0] <= 12
    return monthIsFirst
      ? [numbers[2], numbers[0], numbers[1]] : [numbers[2], numbers[1], numbers[0]]
  }
}
