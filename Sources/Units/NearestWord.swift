extension String {
  /// The word most similar to this text, to suggest after a typing error; `nil` if all words are too different, or this
  /// text has fewer than two letters.
  ///
  /// Words with few differences come first, then words that begin with this text.
  ///
  /// Only the first 64 letters of a word count, because words may come from damaged files. O(letters² × words).
  ///
  /// Among equally similar words, the word that shares the longest beginning with this text is returned, then the
  /// first.
  public func nearest(among words: [String]) -> String? {
    let meant = comparable
    guard meant.count > 1 else { return nil }
    let distances = words.map { meant.slips(to: $0.comparable) }
    let best = words.indices.min { left, right in
      guard distances[left] == distances[right] else { return distances[left] < distances[right] }
      return words[left].comparable.sharedBeginning(with: meant)
        > words[right].comparable.sharedBeginning(with: meant)
    }
    if let best, distances[best] <= Swift.max(1, words[best].comparable.count / 3) {
      return words[best]
    }
    return words.first { $0.comparable.hasPrefix(meant) && $0.count > meant.count }
  }

  /// The first 64 letters of the word, in lower case.
  private var comparable: String { prefix(64).lowercased() }

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
