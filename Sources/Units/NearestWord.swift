extension String {
  /// The word that was probably meant, to suggest after a typing error; `nil` if all words are too different, or this
  /// text has fewer than two letters.
  ///
  /// A word with one slip comes first, then one of which this text is a whole part, as `floor` of `noise-floor`, then one
  /// with more slips, then one that begins with this text. Among equally similar words, the longest common beginning
  /// decides, then the order.
  ///
  /// Only the first 64 letters of a word count, because words may come from damaged files. O(letters² × words).
  public func nearest(among words: [String]) -> String? {
    let meant = comparable
    guard meant.count > 1 else { return nil }
    let distances = words.map { meant.slips(to: $0.comparable) }
    let best = words.indices.min { left, right in
      guard distances[left] == distances[right] else { return distances[left] < distances[right] }
      return words[left].comparable.sharedBeginning(with: meant)
        > words[right].comparable.sharedBeginning(with: meant)
    }
    if let best, distances[best] <= 1 { return words[best] }
    if let whole = words.first(where: { $0.comparable.hasPart(meant.parts) }) { return whole }
    if let best, distances[best] <= words[best].comparable.count / 3 { return words[best] }
    return words.first { $0.comparable.hasPrefix(meant) && $0.count > meant.count }
  }

  /// The first 64 letters of the word, in lower case.
  private var comparable: String { prefix(64).lowercased() }

  private var parts: [Substring] { split { $0 == "-" || $0 == "." || $0 == "_" } }

  /// Whether the word has more parts than these, and these in succession.
  private func hasPart(_ wanted: [Substring]) -> Bool {
    let own = parts
    guard !wanted.isEmpty, own.count > wanted.count else { return false }
    return (0...own.count - wanted.count).contains { own[$0...].starts(with: wanted) }
  }

  /// The number of letters at the beginning that this word has in common with another word.
  private func sharedBeginning(with other: String) -> Int {
    zip(self, other).prefix { $0 == $1 }.count
  }

  /// The edit distance between two words: letters missing, added, changed, or swapped with their
  /// neighbor (optimal string alignment).
  func slips(to other: String) -> Int {
    let (left, right) = (Array(self), Array(other))
    var rows = [Array(0...right.count)]
    for (i, letter) in left.enumerated() {
      var row = [i + 1]
      for (j, otherLetter) in right.enumerated() {
        let change = rows[i][j] + (letter == otherLetter ? 0 : 1)
        var least = Swift.min(rows[i][j + 1] + 1, row[j] + 1, change)
        if i > 0, j > 0, letter == right[j - 1], left[i - 1] == otherLetter {
          least = Swift.min(least, rows[i - 1][j - 1] + 1)
        }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[left.count][right.count]
  }
}
