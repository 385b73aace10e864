/// The commits between a good one and a bad one, along first parents.
struct CommitRange: Sendable {
  /// The whole ids: the good commit, then those that may have brought a change, the last of which is the bad one.
  let commits: [String]

  var good: String { commits[0] }
  var bad: String { commits[commits.count - 1] }

  /// Resolves `GOOD..BAD`.
  ///
  /// - Throws: if that is not a range, a commit is unknown, or the good commit is not an ancestor of the bad one.
  init(_ text: String, in repository: WorkTree) throws(Failure) {
    let ends = text.split(separator: "..", omittingEmptySubsequences: false).map(String.init)
    guard ends.count == 2, ends.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }) else {
      throw .experiment(.badRange(text))
    }
    let good = try repository.knownCommit(ends[0])
    let bad = try repository.knownCommit(ends[1])
    guard good != bad else { throw .experiment(.emptyRange(text)) }
    guard repository.isAncestor(good, of: bad),
      let commits = repository.firstParents(of: bad, since: good), !commits.isEmpty
    else {
      throw .experiment(
        .notAncestor(good: ends[0], bad: ends[1], isShallow: repository.isShallow))
    }
    self.commits = [good] + commits
  }
}

/// The two commits that decide a pull request.
struct PullRequestRange: Sendable {
  /// What the target branch has, as far as `head` contains it too.
  let base: String
  let head: String

  /// Resolves `BASE..HEAD`, in which BASE is the target branch and HEAD the branch to merge or the merge result.
  ///
  /// If the target branch went on since the branch began, the merge base takes its place, so that what only the target
  /// branch has does not count.
  init(_ text: String, in repository: WorkTree) throws(Failure) {
    let ends = text.split(separator: "..", omittingEmptySubsequences: false).map(String.init)
    guard ends.count == 2, ends.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }) else {
      throw .experiment(.badRange(text))
    }
    let target = try repository.knownCommit(ends[0])
    head = try repository.knownCommit(ends[1])
    guard let base = repository.mergeBase(target, head) else {
      throw .experiment(
        .noMergeBase(base: ends[0], head: ends[1], isShallow: repository.isShallow))
    }
    guard base != head else { throw .experiment(.emptyPullRequest(text, commit: head)) }
    self.base = base
  }
}
