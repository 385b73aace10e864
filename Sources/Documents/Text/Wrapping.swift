extension String {
  /// The text in lines of at most a number of terminal columns, broken at spaces.
  ///
  /// - Parameter width: columns, at least 2; a longer word is broken within.
  /// - Returns: at least one line; none ends with a space.
  func wrapped(to width: Int) -> [String] {
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

  /// The word in pieces of at most a number of terminal columns.
  private func pieces(of width: Int) -> [String] {
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
