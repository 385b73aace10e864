internal import RunStore

/// Finds the names under which a store knows a commit: its id, an abbreviation, or what was written.
struct MeasuredCommitNames {
  /// The work tree that knows the commits: the one around the current folder, else around the store.
  let tree: WorkTree?
  private let store: RunStore?

  /// The fewest characters of an id that runs may name a commit by.
  private static let leastAbbreviation = 7
  /// The fewest characters that stand for an id on a command line.
  private static let leastPrefix = 6

  init(store: RunStore?) {
    self.store = store
    let folder = store.flatMap { store in
      store.path.lastIndex(of: "/").map { String(store.path[...$0]) }
    }
    tree = WorkTree(containing: ".") ?? folder.flatMap(WorkTree.init(containing:))
  }

  /// The runs of a commit.
  ///
  /// - Parameter word: whatever git takes for a commit, or what runs call one.
  /// - Returns: `nil` when it names none.
  /// - Throws: when git knows the commit and no run measured it, or git cannot be asked.
  func side(_ word: String) throws(Failure) -> SideReference? {
    guard let store else { return nil }
    let id = tree?.id(of: word)
    let names = try Attempt.storing { () throws(StoreError) in
      let exact = try store.commits(among: [word] + (id.map(Self.names) ?? []))
      guard exact.isEmpty, id == nil, word.count >= Self.leastPrefix else { return exact }
      let beginning = try store.commits(beginningWith: word)
      return beginning.count == 1 ? beginning : []
    }
    if !names.isEmpty { return .commit(id: id ?? names[0], names: names) }
    if let id, let tree {
      throw .side(.commitWithoutRuns(word, id: id, nearest: try nearest(to: id, in: tree, store)))
    }
    if let tree, !tree.isAnswering { throw .side(.noGit(word, workTree: tree.root)) }
    return nil
  }

  /// An id and what may stand for it.
  private static func names(of id: String) -> [String] {
    (min(leastAbbreviation, id.count)...id.count).map { String(id.prefix($0)) }
  }

  // MARK: - Neighbours

  private func nearest(
    to id: String, in tree: WorkTree, _ store: RunStore
  ) throws(Failure) -> NearestCommits {
    let measured = Set(try Attempt.storing { () throws(StoreError) in try store.commits() })
    func neighbour(_ commits: some Sequence<String>) -> NearestCommits.Neighbour? {
      for (distance, commit) in commits.enumerated() {
        if let name = Self.names(of: commit).first(where: measured.contains) {
          return NearestCommits.Neighbour(commit: name, distance: distance + 1)
        }
      }
      return nil
    }
    let before = tree.firstParents(of: id)?.dropLast().reversed() ?? []
    let after = tree.firstParents(of: "HEAD") ?? []
    let place = after.firstIndex(of: id)
    return NearestCommits(
      before: neighbour(before), after: place.flatMap { neighbour(after[($0 + 1)...]) })
  }
}
