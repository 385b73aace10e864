/// Words in brackets that belong on one line, such as `(Bench 1)`.
enum BracketedGroups {
  /// Longer groups are sentences of their own, and are broken like those.
  private static let longest = 32

  /// Words of which those of a short bracketed group are one.
  ///
  /// - Parameters:
  ///   - words: of a text, in their order.
  ///   - width: columns of a line, which a group has to fit into.
  /// - Returns: the words, groups with single spaces within.
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

  /// How many words behind the one that opens a group belong to it; 0 where it is too long or never closed.
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
  /// How many more brackets a word opens than it closes.
  fileprivate var bracketDepth: Int {
    utf8.reduce(0) { $0 + ($1.opensGroup ? 1 : $1.closesGroup ? -1 : 0) }
  }
}

extension UInt8 {
  /// Whether it is an opening parenthesis or square bracket in ASCII.
  var opensGroup: Bool { self == UInt8(ascii: "(") || self == UInt8(ascii: "[") }

  fileprivate var closesGroup: Bool { self == UInt8(ascii: ")") || self == UInt8(ascii: "]") }
}
