extension String {
  /// The text in lines of at most `width` terminal columns, broken at spaces; short groups in
  /// brackets such as `(Bench 1)` are not broken.
  ///
  /// `width` is at least 2; a longer word is broken within. There is at least one line, and no line
  /// ends with a space.
  func wrapped(to width: Int) -> [String] {
    if let own = widthOfOneLine, own <= width { return [self] }
    if let lines = plainlyWrapped(to: width) { return lines }
    var lines: [String] = []
    var line = ""
    for word in BracketedGroups.whole(in: split(separator: " "), width: width)
      .flatMap({ $0.pieces(of: width, atMarks: true) })
    {
      if line.isEmpty {
        line = word
      } else if line.displayWidth + 1 + word.displayWidth <= width {
        line += " \(word)"
      } else {
        lines.append(line)
        line = word
      }
    }
    return lines + [line]
  }

  /// The lines of a printable ASCII text with single spaces; `nil` for other texts, for texts with
  /// brackets, and if a word must be broken.
  private func plainlyWrapped(to width: Int) -> [String]? {
    var text = self
    return text.withUTF8 { utf8 in
      guard let plain = PlainWidths(utf8), plain.isLine, plain.longestWord <= width,
        !utf8.contains(where: \.opensGroup)
      else {
        return nil
      }
      var lines: [String] = []
      var start = 0
      while utf8.count - start > width {
        var end = start + width
        while utf8[end] != UInt8(ascii: " ") { end -= 1 }
        lines.append(String(decoding: utf8[start..<end], as: UTF8.self))
        start = end + 1
      }
      return lines + [String(decoding: utf8[start...], as: UTF8.self)]
    }
  }

  /// The display width of the text if it is one line; `nil` if wrapping would remove spaces, or if
  /// the width is expensive to determine.
  var widthOfOneLine: Int? {
    let space = UInt8(ascii: " ")
    var last = space
    var (isPlain, hasSpaces) = (true, false)
    for byte in utf8 {
      if byte >= 0x80 { isPlain = false }
      if byte == space {
        if last == space { return nil }
        hasSpaces = true
      }
      last = byte
    }
    if last == space, !utf8.isEmpty { return nil }
    if isPlain { return utf8.count }
    return hasSpaces ? nil : displayWidth
  }

  var longestWordWidth: Int {
    var (longest, length) = (0, 0)
    for byte in utf8 {
      if byte >= 0x80 { return split(separator: " ").map { String($0).displayWidth }.max() ?? 0 }
      length = byte == UInt8(ascii: " ") ? 0 : length + 1
      longest = max(longest, length)
    }
    return longest
  }

  /// The text without trailing spaces.
  var trimmedEnd: String {
    let space = UInt8(ascii: " ")
    guard utf8.last == space else { return self }
    guard let last = utf8.lastIndex(where: { $0 != space }) else { return "" }
    return String(self[...last])
  }

  /// The word in pieces of at most `width` terminal columns.
  ///
  /// With `atMarks`, pieces end after a slash or hyphen if this leaves at least a third of their
  /// length.
  func pieces(of width: Int, atMarks: Bool = false) -> [String] {
    guard displayWidth > width else { return [self] }
    var pieces: [String] = []
    var piece = ""
    var used = 0
    for character in self {
      if used + character.displayWidth > width, !piece.isEmpty {
        let head = atMarks ? piece.headToMark : piece[...]
        pieces.append(String(head))
        piece = String(piece[head.endIndex...])
        used = piece.displayWidth
      }
      piece.append(character)
      used += character.displayWidth
    }
    return pieces + [piece]
  }
}

extension String {
  /// The text up to and including the last slash or hyphen; all of it if that is less than a third.
  fileprivate var headToMark: Substring {
    guard let mark = lastIndex(where: { $0 == "/" || $0 == "-" }) else { return self[...] }
    let head = self[...mark]
    return head.count * 3 >= count ? head : self[...]
  }
}

/// The display widths of a printable ASCII text.
struct PlainWidths {
  let width: Int
  /// Whether it is one line: wrapping would remove no spaces.
  let isLine: Bool
  let longestWord: Int

  /// Measures a text; `nil` if it contains other characters.
  ///
  /// O(n).
  init?(_ utf8: UnsafeBufferPointer<UInt8>) {
    let space = UInt8(ascii: " ")
    var (last, isLine) = (space, true)
    var (longest, length) = (0, 0)
    for byte in utf8 {
      guard byte >= 0x20 && byte < 0x7F else { return nil }
      if byte == space {
        if last == space { isLine = false }
        length = 0
      } else {
        length += 1
        longest = max(longest, length)
      }
      last = byte
    }
    width = utf8.count
    self.isLine = isLine && (last != space || utf8.isEmpty)
    longestWord = longest
  }
}

/// Short groups in brackets that should not be broken, such as `(Bench 1)`.
enum BracketedGroups {
  /// Longer groups are sentences, and may be broken.
  private static let longest = 32

  /// Joins the words of each short group in brackets to one word, with single spaces.
  ///
  /// - Parameters:
  ///   - words: the words of a text, in order.
  ///   - width: the columns of a line; a group must fit.
  static func whole(in words: [Substring], width: Int) -> [String] {
    var whole: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      let others = word.utf8.first.map(\.opensGroup) == true ? others(of: word, rest, width) : 0
      whole.append(([word] + rest.prefix(others)).joined(separator: " "))
      rest = rest.dropFirst(others)
    }
    return whole
  }

  /// The number of further words in a group; 0 if the group is too long or not closed.
  private static func others(
    of first: Substring, _ rest: ArraySlice<Substring>, _ width: Int
  ) -> Int {
    var depth = first.bracketDepth
    var columns = String(first).displayWidth
    for (index, word) in rest.enumerated() where depth > 0 {
      depth += word.bracketDepth
      columns += 1 + String(word).displayWidth
      guard columns <= min(width, longest) else { return 0 }
      if depth <= 0 { return index + 1 }
    }
    return 0
  }
}

extension Substring {
  /// The number of brackets that a word opens, minus those that it closes.
  fileprivate var bracketDepth: Int {
    utf8.reduce(0) { $0 + ($1.opensGroup ? 1 : $1.closesGroup ? -1 : 0) }
  }
}

extension UInt8 {
  /// Whether it is an opening parenthesis or square bracket in ASCII.
  var opensGroup: Bool { self == UInt8(ascii: "(") || self == UInt8(ascii: "[") }

  fileprivate var closesGroup: Bool { self == UInt8(ascii: ")") || self == UInt8(ascii: "]") }
}

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
