/// The word that is meant, if one is near enough to be.
///
/// - Parameters:
///   - word: as it was written.
///   - words: those that there are.
/// - Returns: the one with the fewest differing letters, at most a third of the word's
///   rounded up; else `nil`.
package func nearestWord(to word: String, among words: [String]) -> String? {
  let letters = Array(word.lowercased().unicodeScalars.prefix(64))
  let distances = words.map { ($0, editDistance(letters, Array($0.unicodeScalars))) }
  let nearest = distances.min { $0.1 < $1.1 }
  return nearest.flatMap { $0.1 <= (letters.count + 2) / 3 ? $0.0 : nil }
}

/// Letters to insert, delete or replace (Levenshtein); O(product of the lengths).
private func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
  var row = Array(0...right.count)
  for (index, letter) in left.enumerated() {
    var diagonal = row[0]
    row[0] = index + 1
    for (column, other) in right.enumerated() {
      let substituted = diagonal + (letter == other ? 0 : 1)
      diagonal = row[column + 1]
      row[column + 1] = min(substituted, row[column] + 1, diagonal + 1)
    }
  }
  return row[right.count]
}
