extension String {
  /// The text on one line, without control characters or characters that change the direction of
  /// text.
  ///
  ///     "a\u{1B}[31m\tb\n".harmless  // "a�[31m b"
  ///
  /// This is the only rule for text from traces, folders, git and stores, wherever it is printed or
  /// stored. Line breaks and tabs become one space, or nothing at the ends. Other control and
  /// format characters become `�`. The joiners of scripts and emoji are preserved.
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

  /// The beginning of the text as one line: at most a given number of Unicode scalars, with control characters replaced
  /// by `�`.
  public func harmless(limit: Int) -> String {
    // A scalar has at least one byte.
    if utf8.count <= limit { return harmless }
    return String(String.UnicodeScalarView(unicodeScalars.prefix(limit))).harmless
  }
}

extension String {
  /// The text, with a leading apostrophe if a spreadsheet would evaluate it as a formula.
  public var withoutFormula: String {
    let first = unicodeScalars.first { !$0.properties.isWhitespace }
    // The wide forms too: spreadsheets with an East Asian locale read them as the plain ones.
    return first.map { "=+-@＝＋－＠".unicodeScalars.contains($0) } ?? false ? "'\(self)" : self
  }

  /// The text without commands for the logs of CI systems: `##[error]` and `##vso[…]` anywhere, and `::error::` at the
  /// start of a line, get a space.
  ///
  /// GitHub Actions and Azure Pipelines obey such a text wherever a step prints it.
  public var withoutLogCommands: String {
    guard mayHaveLogCommands else { return self }
    return split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let rest = line.drop { $0.isWhitespace }
      let safe: Substring = rest.hasPrefix("::") ? ": " + rest.dropFirst() : rest[...]
      return String(line.prefix(line.count - rest.count)) + safe.withSplitCommands
    }.joined(separator: "\n")
  }

  /// Whether there is a `#` or two colons in a row; of bytes, because tables of 100,000 runs are long.
  private var mayHaveLogCommands: Bool {
    var last: UInt8?
    for byte in utf8 {
      if byte == UInt8(ascii: "#") || byte == UInt8(ascii: ":") && byte == last { return true }
      last = byte
    }
    return false
  }
}

extension Substring {
  /// The text with a space within each `##` before letters and a bracket.
  fileprivate var withSplitCommands: String {
    let (mark, bytes) = (UInt8(ascii: "#"), Array(utf8))
    var result: [UInt8] = []
    for index in bytes.indices {
      if index > 0, bytes[index] == mark, bytes[index - 1] == mark {
        let word = bytes[(index + 1)...].prefix {
          (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
        }
        if word.endIndex < bytes.count, bytes[word.endIndex] == UInt8(ascii: "[") {
          result.append(UInt8(ascii: " "))
        }
      }
      result.append(bytes[index])
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension Unicode.Scalar {
  /// Whether the character ends a line or is a tab, so that a space replaces it.
  fileprivate var isBreak: Bool {
    switch value {
    case 0x09...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  /// Whether the character is safe to print, because it controls neither the terminal nor the direction of text.
  public var isHarmless: Bool {
    if (0x20..<0x7F).contains(value) { return true }
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    case .format: self == "\u{200C}" || self == "\u{200D}"
    // XML cannot represent U+FFFE and U+FFFF, not even escaped.
    default: !properties.isNoncharacterCodePoint
    }
  }
}
