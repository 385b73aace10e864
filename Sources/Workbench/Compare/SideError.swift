/// Why the two sides of a comparison are not to be had: facts, of which `Wording/` makes sentences.
package enum SideError: Error {
  /// A word names neither a trace, nor a stage, nor a commit with runs.
  case unknown(String, hasStore: Bool, nearest: String?, stages: [String])
  /// A label without a value.
  case noLabel(String)
  /// Several suites have a stage of this id.
  case stageOfSeveral(String, suites: [String])
  /// A side has no runs, or none in the suite and stage that sides are limited to.
  case noRuns(String, store: String, limits: [String])
  /// No run measured a commit that git knows.
  case commitWithoutRuns(String, id: String, nearest: NearestCommits)
  /// There is one side only.
  case oneSide(String)
  /// A range and another side.
  case rangeAndSide(String)
  /// A range, and a branch that ends elsewhere.
  case rangeBesideBranch(String, branch: String)
  /// A range of git's that is none of two ends.
  case symmetricRange(String)
  /// A range, and no work tree to look for its ends in.
  case noWorkTree(String)
  /// Git cannot be asked what a word means.
  case noGit(String, GitFault)
  /// The second of two commits is the first, or comes before it.
  case backwards(String, String, workTree: String)
  /// Runs stand on both sides.
  case overlap(Int, isAll: Bool)
  /// The two sides have runs of different stages.
  case nothingInCommon(reference: [String], candidate: [String])
  /// Traces that name no stage, and a side that has several.
  case stageless(String, other: String, stages: [String])
}

/// The commits around one without runs that have some.
package struct NearestCommits: Sendable {
  /// A commit and how many commits it is away.
  package struct Neighbour: Sendable {
    /// As runs name it.
    package let commit: String
    package let distance: Int
  }

  /// The nearest before it.
  package let before: Neighbour?
  /// The nearest after it, on the way to what is checked out.
  package let after: Neighbour?
}
