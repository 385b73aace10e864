internal import Arguments
internal import RunStore

/// The order of imported commits as a file, for trends where no git knows them.
enum OrderFile {
  /// Writes the commits of an import, and those that the store has of the same suites, oldest first.
  ///
  /// - Parameters:
  ///   - path: the file; replaced where it was there.
  ///   - work: the import.
  /// - Returns: what to say of it.
  /// - Throws: when it cannot be written, or the store cannot be read.
  static func write(_ path: String, of work: HistoryImport) throws(Failure) -> String {
    var commits = work.commits
    if let store = work.store { try commits.add(from: store, suites: work.suites) }
    let (order, undated) = commits.inOrder
    if let reason = Platform.replaceFile(path, with: order.map { $0 + "\n" }.joined()) {
      throw .output(path: path, reason: reason)
    }
    let left = undated > 0 ? "; \(undated) without a date left out" : ""
    return
      "\(path): \(counted(order.count, "commit")), oldest first\(left); "
      + Suggestion.command("trend --order \(path.shellWord)", on: work.outcome.store)
      + " follows them"
  }

  /// What to do next, where the current work tree does not know what was measured; else `nil`.
  static func advice(on work: HistoryImport) -> String? {
    let tree = WorkTree(containing: ".")
    guard let newest = work.commits.inOrder.commits.last, tree?.commit(newest) == nil else {
      return nil
    }
    return "no work tree here knows these commits; --write-order keeps their order by date"
  }
}
