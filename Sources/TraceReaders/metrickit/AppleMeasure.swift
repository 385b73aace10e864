internal import Decoding
internal import Recordings
internal import Units

/// The units of measure that Apple's tools write.
enum AppleUnit {
  /// The base unit that a word of Apple's tools means, and the factor to that unit.
  ///
  /// An unknown word becomes a unit with the word as its name.
  ///
  /// - Parameter word: the word as in the file; the payload of a phone contains it in the language of the phone.
  static func named(_ word: String) -> (unit: Unit, factor: Double) {
    if let known = known[word.lowercased()] { return known }
    let id = harmless(word, limit: 40)
    return id.isEmpty ? (.count, 1) : (Unit(id: id), 1)
  }

  private static let known: [String: (unit: Unit, factor: Double)] = [
    "s": (.seconds, 1), "sec": (.seconds, 1), "seconds": (.seconds, 1), "秒": (.seconds, 1),
    "ms": (.milliseconds, 1), "毫秒": (.milliseconds, 1),
    "ms per s": (.millisecondsPerSecond, 1), "ms/s": (.millisecondsPerSecond, 1),
    "kb": (.bytes, 1e3), "千字节": (.bytes, 1e3), "mb": (.bytes, 1e6), "bytes": (.bytes, 1),
    "%": (.fraction, 0.01), "fps": (.framesPerSecond, 1),
    "hitches": (.count, 1), "frames": (.count, 1),
  ]
}

/// A measured value in a MetricKit payload: a formatted number with a unit, such as `1,106,818 kB`.
enum AppleMeasure {
  /// The result of parsing a measure: a number with its unit, an ambiguous number, or none.
  enum Reading {
    case value(Double, unit: String)
    /// The separator in the number could separate thousands or decimals.
    case ambiguous
    /// The text of the measure contains no number.
    case none
  }

  /// Parses the text of a measure, such as `1,106,818 kB`, with or without a space before the unit.
  ///
  /// Commas, spaces and apostrophes before three digits separate thousands, and so do points if there are several. A
  /// single comma or point is a decimal separator unless three digits follow. If three digits follow, a comma separates
  /// thousands, and a point is ambiguous.
  static func read(_ text: String) -> Reading {
    let number = text.prefix { $0.isASCII && $0.isNumber || separators.contains($0) || $0 == "-" }
    let unit = String(text.dropFirst(number.count).drop { $0.isWhitespace })
    var digits = String(number)
    while let last = digits.last, separators.contains(last) { digits.removeLast() }
    guard digits.contains(where: \.isNumber) else { return .none }
    guard let plain = withoutSeparators(digits) else { return .ambiguous }
    return Double(plain).flatMap { $0.isFinite ? .value($0, unit: unit) : nil } ?? .none
  }

  private static let separators: Set<Character> = [",", ".", " ", "\u{A0}", "\u{202F}", "'", "’"]

  private static func withoutSeparators(_ digits: String) -> String? {
    let groups = digits.split(omittingEmptySubsequences: false) { separators.contains($0) }
    let marks = digits.filter { separators.contains($0) }
    guard let mark = marks.last, let last = groups.last else { return digits }
    let isUniform = marks.allSatisfy { $0 == mark }
    let areThousands = groups.dropFirst().allSatisfy { $0.count == 3 }
    if isUniform, areThousands {
      return mark == "." && marks.count == 1 ? nil : groups.joined()
    }
    // The last separator of the number separates decimals, all earlier separators separate thousands.
    guard mark == "." || mark == ",", groups.dropFirst().dropLast().allSatisfy({ $0.count == 3 }),
      !marks.dropLast().contains(mark)
    else { return nil }
    return groups.dropLast().joined() + "." + last
  }
}
