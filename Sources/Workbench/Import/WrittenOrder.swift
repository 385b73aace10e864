internal import RunStore

/// A file with the order of imported commits, for trends without Git.
package struct WrittenOrder {
  package let path: String
  /// The number of commits in the written file with the order of imported commits.
  package let commits: Int
  /// The number of imported commits that the written order file leaves out because their date is unknown.
  package let undated: Int

  /// Writes a file that lists the commits of an import and the stored commits of the imported suites, oldest first.
  ///
  /// An existing file is replaced.
  package init(_ path: String, of work: HistoryImport) throws(Failure) {
    var commits = work.commits
    if let store = work.store { try commits.add(from: store, suites: work.suites) }
    let (order, undated) = commits.inOrder
    if let reason = Platform.replaceFile(path, with: order.map { $0 + "\n" }.joined()) {
      throw .output(path: path, reason: reason)
    }
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
