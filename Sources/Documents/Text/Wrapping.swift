extension String {
  /// The text in lines of at most a number of terminal columns, broken at spaces.
  ///
  /// - Parameter width: columns, at least 2; a longer word is broken within.
  /// - Returns: at least one line; none ends with a space.
  func wrapped(to width: Int) -> [String] {
    if let own = widthOfOneLine, own <= width { return [self] }
    var lines: [String] = []
    var line = ""
    for word in split(separator: " ").flatMap({ String($0).pieces(of: width) }) {
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

  /// The columns that the text takes where it is one line; `nil` where breaking it into lines would take
  /// spaces away, and where that is not easily told.
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

  /// The columns that the longest of the words takes.
  var longestWordWidth: Int {
    var (longest, length) = (0, 0)
    for byte in utf8 {
      if byte >= 0x80 { return split(separator: " ").map { String($0).displayWidth }.max() ?? 0 }
      length = byte == UInt8(ascii: " ") ? 0 : length + 1
      longest = max(longest, length)
    }
    return longest
  }

  /// The text without spaces at its end.
  var trimmedEnd: String {
    let space = UInt8(ascii: " ")
    guard utf8.last == space else { return self }
    guard let last = utf8.lastIndex(where: { $0 != space }) else { return "" }
    return String(self[...last])
  }

  /// The word in pieces of at most a number of terminal columns.
  func pieces(of width: Int) -> [String] {
    guard displayWidth > width else { return [self] }
    var pieces: [String] = []
    var piece = ""
    var used = 0
    for character in self {
      if used + character.displayWidth > width, !piece.isEmpty {
        pieces.append(piece)
        (piece, used) = ("", 0)
      }
      piece.append(character)
      used += character.displayWidth
    }
    return pieces + [piece]
  }
}
