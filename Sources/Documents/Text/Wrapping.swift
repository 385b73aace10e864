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

  /// The display width of the longest word.
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
  /// The width of the whole text.
  let width: Int
  /// Whether it is one line: wrapping would remove no spaces.
  let isLine: Bool
  /// The width of the longest word.
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
