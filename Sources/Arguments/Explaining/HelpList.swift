/// A titled list in a help text with two columns: things, such as options, and their meanings.
struct HelpList {
  let title: String
  let entries: [(thing: String, meaning: String)]

  /// The width of the longest thing in the list that leaves enough space for a meaning next to it; 0 if there is none.
  func column(_ width: Int) -> Int {
    entries.map(\.thing.count).filter { $0 <= width * 3 / 10 }.max() ?? 0
  }

  /// The text of the list, with each meaning next to its thing, or below the thing if it is wider than `column`.
  func text(_ width: Int, column: Int) -> String {
    let indent = String(repeating: " ", count: column + 4)
    let lines = entries.map { thing, meaning in
      let start = "  \(thing)"
      guard thing.count <= column else {
        return "\(start)\n\(meaning.lines(of: width, first: indent, rest: indent))"
      }
      let gap = String(repeating: " ", count: indent.count - start.count)
      return meaning.lines(of: width, first: start + gap, rest: indent)
    }
    return "\(title):\n\(lines.joined(separator: "\n"))"
  }
}

extension StringProtocol {
  /// The text in lines of at most `width` columns including prefixes, broken at spaces.
  ///
  /// No-break spaces are not broken, and are printed as spaces; longer words exceed the width.
  /// `first` is the prefix of the first line, and `rest` is the prefix of all other lines.
  func lines(of width: Int, first: String = "", rest: String = "") -> String {
    var lines: [String] = []
    var line = first
    var isEmpty = true
    for word in split(separator: " ") {
      if !isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        (line, isEmpty) = (rest, true)
      }
      line += (isEmpty ? "" : " ") + word
      isEmpty = false
    }
    return String((lines + [line]).joined(separator: "\n").map { $0 == "\u{A0}" ? " " : $0 })
  }
}
