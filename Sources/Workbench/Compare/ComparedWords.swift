internal import System

/// The two sides of a comparison, such as commits, as written on the command line: as two words, or as one range of
/// commits.
package struct ComparedWords {
  /// The word after `compare` on the command line that names the reference, with which the candidate is compared.
  package let reference: String
  /// The word after `compare` on the command line that names the candidate, which is judged.
  package let candidate: String
  /// Whether the user gave the two sides of the comparison as a range such as `v1..v2`, whose ends must be commits.
  package let isRange: Bool

  /// Parses the two sides of a comparison as Git does: an omitted end of a range such as `v1..` is the newest commit.
  ///
  /// - Parameters:
  ///   - first: a side, or a range.
  ///   - second: the other side; `nil` after a range.
  ///   - newest: the name for an omitted end.
  /// - Throws: if only one side is given, a range is given together with another side, or a range has three dots.
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

  /// Whether a word on the command line has the form of a range of commits, such as `v1..v2`.
  ///
  /// Git's names contain no two consecutive dots and no slash at an end; paths and names of labels may.
  package static func isRange(_ word: String) -> Bool {
    word.contains("..") && !word.contains("../") && !word.contains("/..")
      && SideReference.prefix(of: word) == nil && Platform.kind(of: word) == .nothing
  }
}
