/// The known word that a misspelled word most likely means; `nil` if none is similar.
///
/// The result differs from `word` in at most a third of its letters, rounded up.
///
///     nearestWord(to: "titel", among: ["title", "stages"])  // "title"
package func nearestWord(to word: String, among words: [String]) -> String? {
  let letters = Array(word.lowercased().unicodeScalars.prefix(64))
  let distances = words.map { ($0, editDistance(letters, Array($0.unicodeScalars))) }
  let nearest = distances.min { $0.1 < $1.1 }
  return nearest.flatMap { $0.1 <= (letters.count + 2) / 3 ? $0.0 : nil }
}

/// The Levenshtein distance; O(product of the lengths).
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
