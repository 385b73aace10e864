internal import RunStore

/// A file that lists the imported commits in order, so that trends along these commits need no Git.
package struct WrittenOrder {
  package let path: String
  /// The number of commits that the written file lists in order.
  package let commits: Int
  /// The number of imported or stored commits that the written list of commits omits, because their date is unknown.
  package let undated: Int

  /// Writes a file that lists, oldest first, the commits of an import and of the stored runs in its suites; it omits
  /// undated commits unless no commit has a date.
  ///
  /// An existing file is replaced.
  package init(_ path: String, of work: HistoryImport) throws(Failure) {
    var commits = work.commits
    if let store = work.store { try commits.add(from: store, suites: work.suites) }
    let (order, undated) = commits.inOrder
    try Output.write(order.map { $0 + "\n" }.joined(), to: path)
    (self.path, self.commits, self.undated) = (path, order.count, undated)
  }
}

extension HistoryImport {
  /// Whether the Git work tree of the current folder does not know the newest imported commit.
  package var isOfUnknownCommits: Bool {
    guard let newest = commits.inOrder.commits.last else { return false }
    return WorkTree(containing: ".")?.commit(newest) == nil
  }
}
