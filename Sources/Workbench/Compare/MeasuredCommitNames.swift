internal import Analysis
internal import RunStore

/// Finds the names of a commit in a store: its id, an abbreviation, or the word as written.
struct MeasuredCommitNames {
  /// The work tree with the commits: the one around the current folder, or else around the store.
  let tree: WorkTree?
  /// The commits of an order file; `nil` to use Git.
  let order: OrderedCommits?
  private let store: RunStore?
  private let history: CommitHistory?

  /// The minimum length of abbreviated ids in runs.
  private static let leastAbbreviation = 7
  /// The minimum length of abbreviated ids on the command line.
  private static let leastPrefix = 6

  /// Creates a search for the commits of a store.
  ///
  /// - Parameters:
  ///   - store: `nil` without a store.
  ///   - order: the commits of a file; `nil` to run Git.
  init(store: RunStore?, order: OrderedCommits? = nil) {
    self.store = store
    self.order = order
    history = order.map { CommitHistory(name: $0.path, commits: $0.ids) }
    tree = WorkTree(containing: ".") ?? (store?.folder).flatMap(WorkTree.init(containing:))
  }

  /// The runs of a commit; `nil` if the word names none.
  ///
  /// - Parameter word: any git revision, or the name of a commit in runs.
  /// - Throws: if Git knows the commit but no run measured it, or Git cannot be run.
  func side(_ word: String) throws -> SideReference? {
    guard let store else { return nil }
    let id = id(of: word)
    var names = try store.commits(among: [word] + (id.map(Self.names) ?? []))
    if names.isEmpty, id == nil, word.count >= Self.leastPrefix {
      names = try store.commits(beginningWith: word)
      if names.count > 1 { names = [] }
    }
    if !names.isEmpty { return .commit(id: id ?? names[0], names: names) }
    if let id {
      throw SideError.commitWithoutRuns(word, id: id, nearest: try nearest(to: id, store))
    }
    if order == nil, let fault = tree?.fault { throw SideError.noGit(word, fault) }
    return nil
  }

  /// The position of a commit in the order file; Git resolves names if it is available.
  ///
  /// - Parameter word: an id, at least 7 characters of one, or a git revision.
  /// - Returns: `nil` if the file does not contain it, or there is no file.
  func position(of word: String) -> Int? {
    guard let history else { return nil }
    return history.position(of: word)
      ?? tree?.id(of: word).flatMap { history.position(of: $0) }
  }

  private func id(of word: String) -> String? {
    if let history, let position = history.position(of: word) { return history.commits[position] }
    return tree?.id(of: word)
  }

  private static func names(of id: String) -> [String] {
    (min(leastAbbreviation, id.count)...id.count).map { String(id.prefix($0)) }
  }

  // MARK: - Nearest commits

  private func nearest(to id: String, _ store: RunStore) throws -> NearestCommits {
    let measured = Set(try store.commits())
    func neighbor(_ commits: some Sequence<String>) -> NearestCommits.Neighbor? {
      for (distance, commit) in commits.enumerated() {
        if let name = Self.names(of: commit).first(where: measured.contains) {
          return NearestCommits.Neighbor(commit: name, distance: distance + 1)
        }
      }
      return nil
    }
    if let history, let place = history.position(of: id) {
      return NearestCommits(
        before: neighbor(history.commits[..<place].reversed()),
        after: neighbor(history.commits[(place + 1)...]))
    }
    let before = tree?.firstParents(of: id)?.dropLast().reversed() ?? []
    let after = tree?.firstParents(of: "HEAD") ?? []
    let place = after.firstIndex(of: id)
    return NearestCommits(
      before: neighbor(before), after: place.flatMap { neighbor(after[($0 + 1)...]) })
  }
}
