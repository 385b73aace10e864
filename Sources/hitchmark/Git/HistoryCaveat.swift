internal import Analysis
internal import RunStore

/// What is to be said of a history that git told in part only, or not at all though there is a work tree.
enum HistoryCaveat {
  /// Finds out whether there is something; git is asked only where commits are missing.
  ///
  /// - Parameters:
  ///   - history: that was followed.
  ///   - order: where it was looked for.
  ///   - store: whose runs it is about.
  /// - Returns: `nil` where the history is whole, there is no work tree, or a file tells it.
  /// - Throws: when the store cannot be read.
  static func complaint(
    about history: CommitHistory, by order: CommitOrder, in store: RunStore
  ) throws(Failure) -> Complaint? {
    guard order.file == nil, let tree = MeasuredCommitNames(store: store).tree else { return nil }
    if history.name == CommitOrder.storedParents {
      return tree.fault.map(withoutGit)
    }
    let names = try Attempt.storing { () throws(StoreError) in try store.commits() }
    let missing = names.count { history.position(of: $0) == nil }
    return missing > 0 && tree.isShallow ? shallow(tree, history, missing) : nil
  }

  private static func withoutGit(_ fault: GitFault) -> Complaint {
    Complaint(
      at: fault.workTree, "\(fault.words) here, so what is checked out is not known",
      wanted: "commits are ordered by the parents that the store knows",
      remedy: "try “git log” there")
  }

  private static func shallow(
    _ tree: WorkTree, _ history: CommitHistory, _ missing: Int
  ) -> Complaint {
    Complaint(
      at: tree.root,
      "a shallow clone of \(counted(history.commits.count, "commit")) along \(history.name)",
      wanted: "runs of \(counted(missing, "other commit")) may belong to what was not fetched",
      remedy: "fetch all of it: git fetch --unshallow")
  }
}
