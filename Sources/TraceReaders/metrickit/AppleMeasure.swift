internal import Decoding
internal import Recordings
internal import Units

/// The words that Apple's tools write for units.
enum AppleUnit {
  /// The base unit for a word, and what values are multiplied with for it; another word is a unit of its own.
  ///
  /// - Parameter word: as it stands there; payloads of phones write it in the phone's language.
  /// - Returns: the unit and the factor.
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

/// A measure as a payload writes it: a number for people, and a unit, such as `1,106,818 kB`.
enum AppleMeasure {
  /// What such a text says.
  enum Reading {
    case value(Double, unit: String)
    /// A number whose separator could mean thousands or decimals.
    case ambiguous
    /// No number.
    case none
  }

  /// Reads a text.
  ///
  /// Separators of thousands are commas, blanks and apostrophes before three digits, and points where there
  /// are several. A single comma or point is that of decimals unless three digits follow: then a comma
  /// separates thousands, and a point could be either.
  ///
  /// - Parameter text: with or without a blank before the unit.
  /// - Returns: the number as it was meant.
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
    // The last separator is that of decimals, all before it separate thousands.
    guard mark == "." || mark == ",", groups.dropFirst().dropLast().allSatisfy({ $0.count == 3 }),
      !marks.dropLast().contains(mark)
    else { return nil }
    return groups.dropLast().joined() + "." + last
  }
}
