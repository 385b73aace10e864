extension ValueType where Value == Int64 {
  /// The type of a parameter whose value is a duration of at least 0 with its unit: `1s`, `16.7ms`, `250us`.
  public static let duration = ValueType(
    placeholder: "DURATION", wanted: "a duration such as 1s, 250ms or 16.7ms",
    read: { DurationText.nanoseconds(of: $0) }, write: { DurationText.text($0) })
}

/// Parses and prints durations with their units, such as `250ms`.
private enum DurationText {
  /// The units of durations from long to short, with their length in nanoseconds.
  private static let units: [(name: String, nanoseconds: Double)] = [
    ("h", 3.6e12), ("min", 6e10), ("m", 6e10), ("s", 1e9), ("ms", 1e6), ("us", 1e3), ("µs", 1e3),
    ("ns", 1),
  ]

  /// The duration that a text contains, in whole nanoseconds; `nil` if the text is not a duration, or longer than 292
  /// years.
  static func nanoseconds(of text: String) -> Int64? {
    let number = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    let suffix = text.dropFirst(number.count)
    guard let value = Double(number), let unit = units.first(where: { $0.name == suffix })
    else { return nil }
    return Int64(exactly: (value * unit.nanoseconds).rounded())
  }

  /// The duration as text in the largest unit in which it is at least 1.
  static func text(_ duration: Int64) -> String {
    let unit = units.first { Double(duration) >= $0.nanoseconds } ?? ("s", 1e9)
    return (Double(duration) / unit.nanoseconds).shortest + unit.name
  }
}

extension Double {
  /// The shortest decimal that parses to the number, without `.0`.
  var shortest: String {
    let text = String(self)
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
