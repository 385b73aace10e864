package import Analysis
package import RunStore

/// Why Git provided only a part of the commit history, although there is a Git work tree.
package enum HistoryCaveat {
  /// Git could not be run, so commits are ordered by the stored parents.
  case withoutGit(GitFault)
  /// The work tree is a shallow clone, so runs of other commits may belong to the part that was not fetched.
  case shallowClone(root: String, CommitHistory, otherCommits: Int)

  /// Checks whether Git provided only a part of the commit history, and why; `nil` if Git provided the whole history or
  /// was not needed.
  ///
  /// Git is run only if the history is not from Git, or lacks commits of runs.
  package init?(
    about history: CommitHistory, by order: CommitOrder, in store: RunStore
  ) throws(Failure) {
    guard order.file == nil, let tree = MeasuredCommitNames(store: store).tree else { return nil }
    if history.name == CommitOrder.storedParents {
      guard let fault = tree.fault else { return nil }
      self = .withoutGit(fault)
      return
    }
    let names = try Attempt.storing { () throws(StoreError) in try store.commits() }
    let missing = names.count { history.position(of: $0) == nil }
    guard missing > 0, tree.isShallow else { return nil }
    self = .shallowClone(root: tree.root, history, otherCommits: missing)
  }
}
