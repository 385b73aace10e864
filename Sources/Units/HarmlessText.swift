extension String {
  /// The text on one line, without characters that steer terminals or reorder what is read.
  ///
  /// This is the one rule for text from traces, folders, git and stores, wherever it is printed or stored:
  /// line breaks and tabs become one space, or nothing at the ends of the text; other control and format characters,
  /// such as escape and the bidirectional overrides, become `�`. The joiners of scripts and emoji stay.
  ///
  ///     "a\u{1B}[31m\tb\n".harmless  // "a�[31m b"
  public var harmless: String {
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return self }
    var result = String.UnicodeScalarView()
    var isBreak = false
    for scalar in unicodeScalars {
      if scalar.isBreak {
        isBreak = true
        continue
      }
      if isBreak, !result.isEmpty { result.append(" ") }
      isBreak = false
      result.append(scalar.isHarmless ? scalar : "\u{FFFD}")
    }
    return String(result)
  }

  /// The beginning of the text, harmless.
  ///
  /// - Parameter limit: how many Unicode scalars are kept, at most.
  /// - Returns: at most as many scalars.
  public func harmless(limit: Int) -> String {
    String(String.UnicodeScalarView(unicodeScalars.prefix(limit))).harmless
  }
}

extension String {
  /// The text with an apostrophe before it if a spreadsheet would compute it as a formula.
  public var withoutFormula: String {
    let blanks: Set<Unicode.Scalar> = [" ", "\t", "\r", "\n"]
    guard let first = unicodeScalars.first(where: { !blanks.contains($0) }) else { return self }
    return ["=", "+", "-", "@"].contains(first) ? "'\(self)" : self
  }
}

extension Unicode.Scalar {
  /// Whether the character ends a line or jumps to a tab stop.
  fileprivate var isBreak: Bool {
    switch value {
    case 0x09...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  /// Whether the character only represents itself.
  public var isHarmless: Bool {
    if (0x20..<0x7F).contains(value) { return true }
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    case .format: self == "\u{200C}" || self == "\u{200D}"
    // XML has no place for U+FFFE and U+FFFF, not even escaped.
    default: !properties.isNoncharacterCodePoint
    }
  }
}
