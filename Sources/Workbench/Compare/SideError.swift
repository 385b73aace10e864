/// Why Hitchmark cannot find out which runs belong to the two sides of a comparison, such as two commits.
///
/// `SideError+Wording.swift` turns each case into a message.
package enum SideError: Error {
  /// A word is neither a trace nor a stage nor a commit with runs.
  case unknown(String, hasStore: Bool, nearest: String?, stages: [String])
  /// A label without a value.
  case noLabel(String)
  /// Several suites have a stage with this id.
  case stageOfSeveral(String, suites: [String])
  /// A side has no runs, or none within the given suite and stage.
  case noRuns(String, store: String, limits: [String])
  /// No run measured a commit that Git knows.
  case commitWithoutRuns(String, id: String, nearest: NearestCommits)
  /// Only one side was given.
  case oneSide(String)
  /// A range was given together with another side.
  case rangeAndSide(String)
  /// A range was given together with a branch that ends elsewhere.
  case rangeBesideBranch(String, branch: String)
  /// A range with three dots.
  case symmetricRange(String)
  /// A range was given, but there is no work tree to resolve its ends.
  case noWorkTree(String)
  /// Git cannot be run to resolve a word.
  case noGit(String, GitFault)
  /// The second of two commits is the first one or an ancestor of it.
  case backwards(String, String, workTree: String)
  /// A side was given twice.
  case givenTwice(String)
  /// Both sides share runs.
  case overlap(Int, isAll: Bool)
  /// The two sides have runs of different stages.
  case nothingInCommon(reference: [String], candidate: [String])
  /// The captures have several streams of frames, and no program or page is in all of them.
  ///
  /// `chosen` are the kinds that would be compared, `known` all kinds.
  case noCommonStream(chosen: [String], known: [String])
  /// Traces without a stage were given for a side with several stages.
  case stageless(String, other: String, stages: [String])
}

/// The nearest commits with runs before and after a commit without runs.
package struct NearestCommits: Sendable {
  /// A measured commit near a commit without runs, and the distance between the two in commits.
  package struct Neighbor: Sendable {
    /// The name of the measured commit, as its runs contain it.
    package let commit: String
    package let distance: Int
  }

  /// The nearest measured commit before the commit without runs; `nil` if there is none.
  package let before: Neighbor?
  /// The nearest measured commit after the commit without runs, in the user's list of commits or toward the checked-out
  /// commit.
  ///
  /// `nil` if there is none, or if neither the order file nor the first parents of HEAD contain the commit without
  /// runs.
  package let after: Neighbor?
}
