/// A titled list of things and what they are, in two columns.
struct HelpList {
  let title: String
  let entries: [(thing: String, meaning: String)]

  /// The columns that the longest thing takes, of those that leave room for a meaning beside them.
  func column(_ width: Int) -> Int {
    entries.map(\.thing.count).filter { $0 <= width * 2 / 5 }.max() ?? 0
  }

  /// The list with each meaning beside its thing, or below where the thing is longer than `column`.
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
  /// The text in lines of at most a number of columns, broken at spaces; no-break spaces hold, and
  /// are written as spaces.
  ///
  /// - Parameters:
  ///   - width: columns with the beginnings; longer words stand out.
  ///   - first: what the first line begins with.
  ///   - rest: what all others begin with.
  /// - Returns: the lines, with line breaks between.
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
