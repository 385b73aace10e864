internal import Analysis
internal import Decoding
internal import Recordings
internal import RunFolders
package import RunStore
internal import Units

/// Finds the order of commits for a trend: from a file, from Git or from the parents of stored commits.
///
/// Timestamps and the order of ingests never count.
package struct CommitOrder {
  /// The branch, or any name of the newest commit; `nil` for the checked-out one.
  let branch: String?
  /// The commit after which the history begins; `nil` for the whole history.
  let since: String?
  /// The order of a file; `nil` to run Git.
  let file: OrderedCommits?

  package init(branch: String?, since: String?, file: OrderedCommits?) {
    self.branch = branch
    self.since = since
    self.file = file
  }

  /// The name of a history that Git does not provide.
  static let storedParents = "the commit history that the store contains"

  /// The history, oldest first: from the order file, from Git in a work tree, or else from the parents in the store.
  ///
  /// - Parameters:
  ///   - commits: the commits of runs.
  ///   - store: its folder is used if the current folder is in no work tree.
  /// - Throws: if a name is unknown, or the order is unknown.
  func history(of commits: Set<String>, in store: RunStore) throws -> CommitHistory {
    if let file { return try history(in: file) }
    let tree = WorkTree(containing: ".") ?? WorkTree(containing: store.folder)
    if let tree, let history = try history(in: tree) { return history }
    if let branch {
      if let fault = tree?.fault { throw SideError.noGit(branch, fault) }
      throw Failure.noOrder(store: store.path, .branchWithoutGit)
    }
    let chain = try chain(of: commits, in: store, beside: tree)
    guard let since else { return CommitHistory(name: Self.storedParents, commits: chain) }
    let all = CommitHistory(name: Self.storedParents, commits: chain)
    guard let position = all.position(of: since) else {
      if let fault = tree?.fault { throw SideError.noGit(since, fault) }
      throw Failure.noOrder(store: store.path, .unknownStart(since))
    }
    return CommitHistory(name: all.name, commits: chain, start: position + 1)
  }

  /// The first lines of commit messages, from the user's list of commits, from Git or from the store.
  ///
  /// - Parameter commits: whole ids.
  /// - Returns: by id, as far as they are known.
  package func subjects(
    of commits: Set<String>, in store: RunStore
  ) throws -> [String: String] {
    if let file { return file.subjects(of: commits) }
    var subjects = WorkTree(containing: ".")?.subjects(of: commits.sorted()) ?? [:]
    for commit in commits where subjects[commit] == nil {
      subjects[commit] = try store.revision(commit)?.subject
    }
    return subjects
  }

  /// The descriptions of commits from Git, the order file or the store.
  ///
  /// - Parameter commits: whole ids.
  /// - Returns: by id, as far as anything is known.
  func descriptions(
    of commits: Set<String>, in store: RunStore
  ) throws -> [String: CommitDescription] {
    var known: [String: CommitDescription] = [:]
    if let file {
      known = file.subjects(of: commits).mapValues { CommitDescription(subject: $0) }
    } else {
      let tree = WorkTree(containing: ".") ?? WorkTree(containing: store.folder)
      known = tree?.descriptions(of: commits.sorted()) ?? [:]
    }
    for commit in commits where known[commit]?.date == nil {
      guard let revision = try store.revision(commit) else { continue }
      known[commit] = CommitDescription(
        subject: known[commit]?.subject ?? revision.subject, author: known[commit]?.author,
        date: revision.authorDate)
    }
    return known
  }

  /// Why nothing follows the commit after which a history should begin.
  ///
  /// - Parameter history: a history without commits.
  /// - Returns: `nil` unless Git knows that the commit comes after the newest.
  func backwards(_ history: CommitHistory) -> SideError? {
    guard file == nil, history.start == history.commits.count, let since,
      let tree = WorkTree(containing: "."), let start = tree.id(of: since),
      start != history.commits.last
    else { return nil }
    return .backwards(since, branch ?? history.name, order: tree.root)
  }

  private func history(in file: OrderedCommits) throws -> CommitHistory {
    let all = CommitHistory(name: file.path, commits: file.ids)
    var commits = all.commits
    if let branch {
      guard let last = all.position(of: branch) else {
        throw OrderFileFault.branchBeside(branch).complaint(in: file.path)
      }
      commits = Array(commits[...last])
    }
    guard let since else { return CommitHistory(name: file.path, commits: commits) }
    guard let position = all.position(of: since) else { throw file.unknown(since) }
    guard position < commits.count else {
      throw SideError.backwards(since, branch ?? "", order: file.path)
    }
    return CommitHistory(name: file.path, commits: commits, start: position + 1)
  }

  // MARK: - Git

  /// The history from Git; `nil` if Git cannot be run, or nothing was committed.
  private func history(in tree: WorkTree) throws -> CommitHistory? {
    guard let newest = tree.commit(branch ?? "HEAD") else {
      guard let branch, tree.commit("HEAD") != nil else { return nil }
      throw Failure.unknownCommit(branch, workTree: tree.root)
    }
    guard let all = tree.firstParents(of: newest.id) else { return nil }
    let name = branch ?? newest.revision.branch ?? "HEAD"
    guard let since else { return CommitHistory(name: name, commits: all) }
    guard let start = tree.commit(since),
      let rest = tree.firstParents(of: newest.id, since: start.id)
    else { throw Failure.unknownCommit(since, workTree: tree.root) }
    return CommitHistory(name: name, commits: all, start: all.count - rest.count)
  }

  // MARK: - Stored parents

  /// The chain of first parents of the only commit that is not a parent of another, oldest first.
  private func chain(
    of commits: Set<String>, in store: RunStore, beside tree: WorkTree?
  ) throws -> [String] {
    var parents: [String: [String]] = [:]
    for commit in commits { parents[commit] = try store.revision(commit)?.parents ?? [] }
    let tips = commits.subtracting(parents.values.flatMap(\.self))
    guard tips.count == 1, var commit = tips.first else {
      throw Failure.noOrder(
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

/// The commits that a user lists in a file, one id per line and oldest first.
///
/// Text may follow the id, and `#` begins a comment.
package struct OrderedCommits {
  let path: String
  /// The commit ids in the user's file, oldest first and each once.
  package let ids: [String]
  private let text: [UInt8]
  /// The range of the text after each id.
  private let rests: [Range<Int>]

  /// Reads a file that lists commits in order; O(n).
  ///
  /// - Throws: if it cannot be read, has no commit, or repeats one.
  package init(at path: String) throws {
    let text = try DescriptionFile.text(at: path)
    self.path = path
    // Bytes, because parsing a long history by characters takes longer than reading its store.
    self.text = Array(text.utf8)
    do throws(OrderFileFault) {
      (ids, rests) = try OrderedLines(self.text).found()
    } catch {
      throw error.complaint(in: path)
    }
  }

  /// The failure for an unknown commit, with the most similar id; O(n).
  func unknown(_ word: String) -> Complaint {
    let beginnings = ids.map { String($0.prefix(word.count)) }
    let nearest = word.nearest(among: beginnings).flatMap { beginning in
      ids.first { $0.hasPrefix(beginning) }
    }
    return OrderFileFault.unknown(
      word, nearest: nearest, first: ids[0], last: ids[ids.count - 1]
    ).complaint(in: path)
  }

  /// The texts after the ids of some commits, with single spaces, by id.
  func subjects(of commits: Set<String>) -> [String: String] {
    var subjects: [String: String] = [:]
    for (id, rest) in zip(ids, rests) where !rest.isEmpty && commits.contains(id) {
      let words = text[rest].split(whereSeparator: \.isBlank)
      guard !words.isEmpty else { continue }
      subjects[id] = words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    }
    return subjects
  }
}

/// Parses the lines of an order file.
private struct OrderedLines {
  private let text: [UInt8]

  init(_ text: [UInt8]) { self.text = text }

  /// The ids, and the range of the text after each.
  func found() throws(OrderFileFault) -> (ids: [String], rests: [Range<Int>]) {
    var ids: [String] = []
    var rests: [Range<Int>] = []
    var lines: [String: Int] = [:]
    let lineFeed = UInt8(ascii: "\n")
    let lineEnd = text.contains(lineFeed) ? lineFeed : UInt8(ascii: "\r")
    var (start, number) = (0, 0)
    while start < text.count {
      let end = text[start...].firstIndex(of: lineEnd) ?? text.count
      defer { start = end + 1 }
      number += 1
      let content = text[start..<end].prefix { $0 != UInt8(ascii: "#") }
      guard let first = content.firstIndex(where: { !$0.isBlank }) else { continue }
      let behind = content[first...].firstIndex(where: \.isBlank) ?? content.endIndex
      let id = String(decoding: text[first..<behind], as: UTF8.self)
      if let earlier = lines.updateValue(number, forKey: id) {
        let column = String(decoding: text[start..<first], as: UTF8.self).count + 1
        throw .repeated(id, line: number, column: column, first: earlier)
      }
      ids.append(id)
      rests.append(behind..<content.endIndex)
    }
    guard !ids.isEmpty else { throw .empty }
    return (ids, rests)
  }
}

extension UInt8 {
  /// Whether the byte is a space, a tab or part of a line break.
  fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

/// A problem in a file that lists commits in order.
enum OrderFileFault: Error {
  case empty
  case repeated(String, line: Int, column: Int, first: Int)
  /// A commit that the user named is not in the file; with the most similar id, and the first and last id.
  case unknown(String, nearest: String?, first: String, last: String)
  /// The name of the newest commit is not a commit of the file, so it can only be a branch.
  case branchBeside(String)
}

extension OrderFileFault {
  func complaint(in path: String) -> Complaint {
    switch self {
    case .empty:
      Complaint(
        at: path, "the file names no commit",
        wanted: "expected one commit id per line, oldest first")
    case .repeated(let commit, let line, let column, let first):
      Complaint(
        at: "\(path):\(line):\(column)", "commit “\(commit)” is already in line \(first)",
        remedy: "remove one of the two lines")
    case .unknown(let commit, let nearest, let first, let last):
      Complaint(
        at: path, "the file has no commit “\(commit)”",
        wanted: """
          expected one of the commit ids in the file, from \(first.shortCommit) to \(last.shortCommit), \
          or at least 7 characters of an id
          """,
        remedy: nearest.map { "did you mean “\($0.shortCommit)”" })
    case .branchBeside(let branch):
      Complaint(
        at: path, "both this file and the branch “\(branch)” give an order of commits",
        remedy: "leave out --branch or --order")
    }
  }
}
