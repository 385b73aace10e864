extension String {
  /// The number of terminal columns of the text.
  ///
  /// Wide East Asian characters and emoji count 2.
  var displayWidth: Int {
    if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
    if unicodeScalars.allSatisfy(\.isPlain) { return unicodeScalars.count }
    return reduce(0) { $0 + $1.displayWidth }
  }

  /// The text padded with spaces to a number of terminal columns.
  ///
  /// Longer text is unchanged.
  func padded(to width: Int, _ alignment: Table.Alignment) -> String {
    let spaces = String(repeating: " ", count: max(0, width - displayWidth))
    return switch alignment {
    case .leading: self + spaces
    case .trailing: spaces + self
    }
  }
}

extension Character {
  var displayWidth: Int {
    guard let first = unicodeScalars.first else { return 0 }
    if (0x20..<0x7F).contains(first.value), unicodeScalars.count == 1 { return 1 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    let showsAsEmoji = unicodeScalars.contains("\u{FE0F}") || first.properties.isEmojiPresentation
    return showsAsEmoji || first.isWide ? 2 : 1
  }
}

extension Unicode.Scalar {
  /// Whether the character has one column and does not combine with its neighbors: most European
  /// letters, dashes, quotation marks, arrows, mathematical signs, lines, blocks and triangles.
  ///
  /// Tables consist mostly of these, and Unicode's property lookup takes many times as long.
  fileprivate var isPlain: Bool {
    switch value {
    case 0x20..<0x7F, 0xA1..<0xAD, 0xAE..<0x300, 0x2010..<0x2028, 0x2190..<0x2300, 0x2500..<0x25FD:
      true
    default: false
    }
  }

  /// Whether the East Asian Width property is W or F, by blocks.
  fileprivate var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE4F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
