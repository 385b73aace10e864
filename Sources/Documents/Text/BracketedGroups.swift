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
