internal import Analysis
internal import RunStore

/// Tells when a history is shorter than it might be because not all of it was fetched.
enum ShallowClone {
  /// What is to be said of a shallow clone.
  ///
  /// - Parameters:
  ///   - history: that was followed.
  ///   - order: where it was found.
  ///   - store: whose runs may be of older commits.
  /// - Returns: `nil` where the history is whole, a file tells it, or no run measured anything beyond.
  /// - Throws: when the store cannot be read.
  static func complaint(
    about history: CommitHistory, by order: CommitOrder, in store: RunStore
  ) throws(Failure) -> Complaint? {
    guard order.file == nil, let tree = MeasuredCommitNames(store: store).tree, tree.isShallow
    else { return nil }
    let names = try Attempt.storing { () throws(StoreError) in try store.commits() }
    let missing = names.count { history.position(of: $0) == nil }
    guard missing > 0 else { return nil }
    return Complaint(
      at: tree.root,
      "a shallow clone of \(counted(history.commits.count, "commit")) along \(history.name)",
      wanted: "runs of \(counted(missing, "other commit")) may belong to what was not fetched",
      remedy: "fetch all of it: git fetch --unshallow")
  }
}
