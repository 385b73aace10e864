internal import Analysis
package import RunStore

/// Finds the order of commits: git's, asked when a trend is wanted.
///
/// Time stamps and the order in which runs were read never count.
package struct CommitOrder {
  /// The branch, or any name of the newest commit; `nil` for what is checked out.
  let branch: String?
  /// The commit whose descendants count; `nil` for all.
  let since: String?
  /// What tells the order in git's place; `nil` for git.
  let file: OrderedCommits?

  package init(branch: String?, since: String?, file: OrderedCommits?) {
    self.branch = branch
    self.since = since
    self.file = file
  }

  /// What a history is called that git does not tell.
  static let storedParents = "the stored parents"

  /// The history: as a file tells it, by git where there is a work tree, else by the parents that the
  /// store knows.
  ///
  /// - Parameters:
  ///   - commits: those that runs name.
  ///   - store: whose folder is looked at too, when the current one lies in no work tree.
  /// - Returns: the commits, oldest first.
  /// - Throws: when a name means nothing, or nothing tells the order.
  func history(of commits: Set<String>, in store: RunStore) throws(Failure) -> CommitHistory {
    if let file { return try history(in: file) }
    let folder = store.path.lastIndex(of: "/").map { String(store.path[...$0]) } ?? "."
    let tree = WorkTree(containing: ".") ?? WorkTree(containing: folder)
    if let tree, let history = try history(in: tree) { return history }
    if let branch {
      if let fault = tree?.fault { throw .side(.noGit(branch, fault)) }
      throw .noOrder(store: store.path, .branchWithoutGit)
    }
    let chain = try chain(of: commits, in: store, beside: tree)
    guard let since else { return CommitHistory(name: Self.storedParents, commits: chain) }
    let all = CommitHistory(name: Self.storedParents, commits: chain)
    guard let position = all.position(of: since) else {
      if let fault = tree?.fault { throw .side(.noGit(since, fault)) }
      throw .noOrder(store: store.path, .unknownStart(since))
    }
    return CommitHistory(name: all.name, commits: chain, start: position + 1)
  }

  /// The first lines of commits' messages: behind the ids in the file, or as git or the store know them.
  ///
  /// - Parameters:
  ///   - commits: whole ids.
  ///   - store: asked where git knows nothing.
  /// - Returns: by id, as far as they are known.
  /// - Throws: when the file or the store cannot be read.
  package func subjects(
    of commits: Set<String>, in store: RunStore
  ) throws(Failure) -> [String: String] {
    if let file { return file.subjects(of: commits) }
    var subjects = WorkTree(containing: ".")?.subjects(of: commits.sorted()) ?? [:]
    try Attempt.storing { () throws(StoreError) in
      for commit in commits where subjects[commit] == nil {
        subjects[commit] = try store.revision(commit)?.subject
      }
    }
    return subjects
  }

  /// What people know commits by: as Git, the order file or the store know them.
  ///
  /// - Parameters:
  ///   - commits: whole ids.
  ///   - store: read where Git knows nothing.
  /// - Returns: by id, as far as anything is known.
  /// - Throws: when the store cannot be read.
  func descriptions(
    of commits: Set<String>, in store: RunStore
  ) throws(Failure) -> [String: CommitDescription] {
    var known: [String: CommitDescription] = [:]
    if let file {
      known = file.subjects(of: commits).mapValues { CommitDescription(subject: $0) }
    } else {
      let folder = store.path.lastIndex(of: "/").map { String(store.path[...$0]) } ?? "."
      let tree = WorkTree(containing: ".") ?? WorkTree(containing: folder)
      known = tree?.descriptions(of: commits.sorted()) ?? [:]
    }
    try Attempt.storing { () throws(StoreError) in
      for commit in commits where known[commit]?.date == nil {
        guard let revision = try store.revision(commit) else { continue }
        known[commit] = CommitDescription(
          subject: known[commit]?.subject ?? revision.subject, author: known[commit]?.author,
          date: revision.authorDate)
      }
    }
    return known
  }

  /// Why nothing follows the commit that a history should begin after.
  ///
  /// - Parameter history: without a commit that counts.
  /// - Returns: `nil` unless that commit comes after the newest, as git knows them.
  func backwards(_ history: CommitHistory) -> SideError? {
    guard file == nil, history.start == history.commits.count, let since,
      let tree = WorkTree(containing: "."), let start = tree.id(of: since),
      start != history.commits.last
    else { return nil }
    return .backwards(since, branch ?? history.name, workTree: tree.root)
  }

  private func history(in file: OrderedCommits) throws(Failure) -> CommitHistory {
    let all = CommitHistory(name: file.path, commits: file.ids)
    var commits = all.commits
    if let branch {
      guard let last = all.position(of: branch) else {
        throw .orderFile(.branchBeside(branch), path: file.path)
      }
      commits = Array(commits[...last])
    }
    guard let since else { return CommitHistory(name: file.path, commits: commits) }
    guard let position = all.position(of: since) else { throw file.unknown(since) }
    guard position < commits.count else {
      throw .orderFile(.backwards(since, branch ?? ""), path: file.path)
    }
    return CommitHistory(name: file.path, commits: commits, start: position + 1)
  }

  // MARK: - By git

  /// `nil` when there is no git to ask, or nothing was committed.
  private func history(in tree: WorkTree) throws(Failure) -> CommitHistory? {
    guard let newest = tree.commit(branch ?? "HEAD") else {
      guard let branch, tree.commit("HEAD") != nil else { return nil }
      throw .unknownCommit(branch, workTree: tree.root)
    }
    guard let all = tree.firstParents(of: newest.id) else { return nil }
    let name = branch ?? newest.revision.branch ?? "HEAD"
    guard let since else { return CommitHistory(name: name, commits: all) }
    guard let start = tree.commit(since),
      let rest = tree.firstParents(of: newest.id, since: start.id)
    else { throw .unknownCommit(since, workTree: tree.root) }
    return CommitHistory(name: name, commits: all, start: all.count - rest.count)
  }

  // MARK: - By stored parents

  /// The chain of first parents below the only commit that is no other's parent, oldest first.
  private func chain(
    of commits: Set<String>, in store: RunStore, beside tree: WorkTree?
  ) throws(Failure) -> [String] {
    var parents: [String: [String]] = [:]
    try Attempt.storing { () throws(StoreError) in
      for commit in commits { parents[commit] = try store.revision(commit)?.parents ?? [] }
    }
    let tips = commits.subtracting(parents.values.flatMap(\.self))
    guard tips.count == 1, var commit = tips.first else {
      throw .noOrder(
        store: store.path, commits.isEmpty ? .noCommits : .severalTips(tips.count, tree?.fault))
    }
    var chain = [commit]
    var seen: Set<String> = [commit]
    while let parent = parents[commit]?.first, commits.contains(parent),
      seen.insert(parent).inserted
    {
      chain.append(parent)
      commit = parent
    }
    return chain.reversed()
  }
}
