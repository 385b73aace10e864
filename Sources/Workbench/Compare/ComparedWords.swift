/// The two sides as they stand on the command line: two words, or one range of commits.
package struct ComparedWords {
  /// What is compared with.
  package let reference: String
  /// What is compared.
  package let candidate: String
  /// Whether the two are the ends of a range, which are commits and nothing else.
  package let isRange: Bool

  /// Takes the words apart, as git does: an end that is left out is the newest commit.
  ///
  /// - Parameters:
  ///   - first: a side, or a range.
  ///   - second: the other side; `nil` after a range.
  ///   - newest: what an end that is left out stands for.
  /// - Throws: when it is one side alone, or a range and more, or a range with three dots.
  package init(_ first: String, _ second: String?, newest: String = "HEAD") throws(SideError) {
    if let second {
      if let range = [first, second].first(where: Self.isRange) { throw .rangeAndSide(range) }
      (reference, candidate, isRange) = (first, second, false)
      return
    }
    guard Self.isRange(first) else { throw .oneSide(first) }
    if first.contains("...") { throw .symmetricRange(first) }
    let ends = first.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false)
      .map { $0.isEmpty ? newest : String($0) }
    (reference, candidate, isRange) = (ends[0], ends[1], true)
  }

  /// No name of git's has two dots in a row, or a slash at an end; paths and the names of labels may.
  private static func isRange(_ word: String) -> Bool {
    word.contains("..") && !word.contains("../") && !word.contains("/..")
      && SideReference.prefix(of: word) == nil && Platform.kind(of: word) == .nothing
  }
}
