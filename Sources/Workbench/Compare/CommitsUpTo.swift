internal import Analysis
internal import RunStore

/// The commits up to one commit that runs measured, newest first.
///
/// The order is that of Git or an order file; without both, that of the parents in the store.
struct CommitsUpTo {
  /// The first parents up to the commit, oldest first, as far as requested.
  let history: CommitHistory
  /// The measured commits of the history, as runs name them, newest first.
  let measured: [String]

  /// The number of commits per call of Git.
  private static let chunk = 2000

  /// Uses the order file; `nil` if it does not contain the commit.
  ///
  /// - Parameters:
  ///   - commit: the newest commit, by its id or as runs name it.
  ///   - order: oldest first.
  init?(_ commit: String, along order: [String], in store: RunStore) throws(Failure) {
    let whole = CommitHistory(name: "", commits: order)
    guard let position = whole.position(of: commit) else { return nil }
    let names = try Attempt.storing { () throws(StoreError) in try store.commits() }
    (history, measured) = Self.measured(names, along: order[...position].reversed())
  }

  /// Goes back until enough measured commits are found, or the history ends; `nil` if the order is unknown.
  ///
  /// - Parameters:
  ///   - commit: the newest commit, by its id or as runs name it.
  ///   - tree: preferred to the parents in the store.
  init?(_ commit: String, in tree: WorkTree?, _ store: RunStore) throws(Failure) {
    let names = try Attempt.storing { () throws(StoreError) in try store.commits() }
    var newestFirst: [String] = []
    var found: (history: CommitHistory, measured: [String])?
    while let more = tree?.firstParents(of: commit, skipping: newestFirst.count, count: Self.chunk)
    {
      newestFirst += more
      let measured = Self.measured(names, along: newestFirst)
      found = measured
      if measured.measured.count >= ComparisonConstants.mostCommits || more.count < Self.chunk {
        break
      }
    }
    guard let found, !newestFirst.isEmpty else {
      let chain = try Self.chain(to: commit, in: store)
      guard chain.count > 1 else { return nil }
      (history, measured) = Self.measured(names, along: chain)
      return
    }
    (history, measured) = found
  }

  private static func measured(
    _ names: [String], along newestFirst: [String]
  ) -> (history: CommitHistory, measured: [String]) {
    let history = CommitHistory(name: newestFirst.first ?? "", commits: newestFirst.reversed())
    let placed = names.compactMap { name in history.position(of: name).map { ($0, name) } }
    return (history, placed.sorted { $0 > $1 }.map(\.1))
  }

  /// A commit and its first parents, newest first, as far as the store knows them.
  private static func chain(to commit: String, in store: RunStore) throws(Failure) -> [String] {
    var chain: [String] = []
    var seen: Set<String> = []
    var next: String? = commit
    try Attempt.storing { () throws(StoreError) in
      while let commit = next, seen.insert(commit).inserted,
        let parents = try store.parents(of: commit)
      {
        chain.append(commit)
        next = parents.first
      }
    }
    return chain
  }
}
