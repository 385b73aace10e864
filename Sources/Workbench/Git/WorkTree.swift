package import Analysis
package import RunStore
internal import System
internal import Units

/// A Git work tree, read with the `git` program.
package struct WorkTree: Sendable {
  /// The path of the topmost folder of the Git work tree, without symbolic links.
  package let root: String

  /// Finds the Git work tree that contains a path, by its `.git` and without running Git; `nil` if there is none.
  ///
  /// - Parameter path: an existing file or folder.
  package init?(containing path: String) {
    guard var folder = Platform.realPath(path) else { return nil }
    while Platform.kind(of: folder + "/.git") == .nothing {
      guard let slash = folder.lastIndex(of: "/") else { return nil }
      folder = String(folder[..<slash])
    }
    root = folder
  }

  /// Whether all tracked files are as committed, including those of submodules.
  ///
  /// Untracked files, such as traces, are ignored. Clean filters do not run, so a file with one (Git LFS) counts as
  /// changed if its time or size has changed since `git` last read it.
  ///
  /// - Parameter depth: the nesting depth of this submodule.
  /// - Returns: `false` also if Git fails.
  func isClean(_ files: TrackedFiles, depth: Int = 0) -> Bool {
    let status = ["status", "--porcelain", "--untracked-files=no", "--ignore-submodules=dirty"]
    guard git(status)?.isEmpty ?? false else { return false }
    return files.submodules.allSatisfy { isCleanSubmodule($0, depth: depth + 1) }
  }

  /// Whether tracked files have changes that are in no commit.
  var hasChanges: Bool { !isClean(trackedFiles) }

  /// Whether the files of a submodule are as committed.
  ///
  /// Git would start another `git` here, which reads the submodule's configuration, so this code does the check.
  private func isCleanSubmodule(_ name: String, depth: Int) -> Bool {
    let folder = "\(root)/\(name)"
    // A submodule that was not fetched is an empty folder.
    guard Platform.kind(of: folder + "/.git") != .nothing else { return true }
    guard depth <= Self.deepestSubmodule, Platform.realPath(folder) == folder,
      let tree = WorkTree(containing: folder)
    else { return false }
    return tree.isClean(tree.trackedFiles, depth: depth)
  }

  /// The maximum depth of nested submodules; a hostile repository could contain itself.
  private static let deepestSubmodule = 8

  /// The metadata of a commit by its name; `nil` if Git does not know the name or fails.
  ///
  /// - Parameter name: an id, an abbreviation, a tag, a branch, `HEAD~3`.
  package func commit(_ name: String) -> Commit? {
    guard !name.hasPrefix("-"),
      let said = git("show", "--no-patch", "--format=%H%n%P%n%aI%n%s", "\(name)^{commit}", "--")
    else { return nil }
    guard var commit = Commit(shown: said) else { return nil }
    commit.revision.branch = branch(checkedOutAt: commit.id)
    return commit
  }

  /// The subjects of commits, read with few calls of Git.
  ///
  /// - Parameter commits: ids, or abbreviations of at least seven digits.
  /// - Returns: by the given name, without unknown commits.
  func subjects(of commits: [String]) -> [String: String] {
    var subjects: [String: String] = [:]
    for start in stride(from: 0, to: commits.count, by: Self.mostAsked) {
      let asked = commits[start...].prefix(Self.mostAsked).filter { $0.allSatisfy(\.isHexDigit) }
      guard !asked.isEmpty else { continue }
      let words = ["log", "--no-walk", "--ignore-missing", "--format=%H %s"] + asked + ["--"]
      subjects.merge(Self.subjects(in: git(words) ?? "", of: asked)) { $1 }
    }
    return subjects
  }

  /// Parses lines of an id and a subject, by the names that were asked for.
  static func subjects(in said: String, of asked: [String]) -> [String: String] {
    var subjects: [String: String] = [:]
    let whole = Set(asked)
    for line in said.split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      let id = String(parts[0])
      for commit in whole.contains(id) ? [id] : asked.filter(id.hasPrefix) {
        subjects[commit] = parts.count > 1 ? String(parts[1]).harmless : ""
      }
    }
    return subjects
  }

  /// The descriptions of commits, read with few calls of Git.
  ///
  /// - Parameter commits: whole ids.
  /// - Returns: by id, without unknown commits.
  func descriptions(of commits: [String]) -> [String: CommitDescription] {
    var descriptions: [String: CommitDescription] = [:]
    for start in stride(from: 0, to: commits.count, by: Self.mostAsked) {
      let asked = commits[start...].prefix(Self.mostAsked).filter { $0.allSatisfy(\.isHexDigit) }
      guard !asked.isEmpty else { continue }
      let words = ["log", "--no-walk", "--ignore-missing", "--format=%H%x00%aI%x00%an%x00%s"]
      descriptions.merge(
        CommitDescription.parsed(from: git(words + asked + ["--"]) ?? "")
      ) { $1 }
    }
    return descriptions
  }

  /// The number of commits per command line.
  private static let mostAsked = 500

  /// The full id of a commit by its name, without reading its metadata; `nil` if Git does not know the name or fails.
  ///
  /// - Parameter name: an id, an abbreviation, a tag, a branch, `HEAD~3`.
  /// - Returns: `nil` if the name is unknown or Git fails.
  package func id(of name: String) -> String? {
    guard !name.hasPrefix("-"), !name.isEmpty else { return nil }
    return git("rev-parse", "--verify", "--quiet", "\(name)^{commit}")?.firstLine
  }

  /// The whole id of a commit that must exist.
  func knownCommit(_ name: String) throws -> String {
    if let id = id(of: name) { return id }
    if let fault { throw ExperimentFault.noGit(fault) }
    if isShallow { throw ExperimentFault.notFetched(name, workTree: root) }
    throw Failure.unknownCommit(name, workTree: root)
  }

  /// Whether a commit equals another or is an ancestor of it; `false` if Git does not know them.
  func isAncestor(_ commit: String, of other: String) -> Bool {
    git("merge-base", "--is-ancestor", commit, other) != nil
  }

  /// The newest commit that both commits contain; `nil` if there is none, or Git does not know them.
  func mergeBase(_ commit: String, _ other: String) -> String? {
    git("merge-base", commit, other)?.firstLine
  }

  /// The text of a file at a commit; `nil` if the commit has no such file, or the path is outside of the work tree.
  func text(of path: String, at commit: String) -> String? {
    guard let path = Platform.realPath(path), path.hasPrefix(root + "/") else { return nil }
    return git("cat-file", "blob", "\(commit):\(path.dropFirst(root.count + 1))")
  }

  /// Why Git cannot be run; `nil` if it runs and accepts the work tree.
  var fault: GitFault? {
    guard git("rev-parse", "--git-dir") == nil else { return nil }
    return GitFault(workTree: root, silence: GitFault.isSilent ? GitFault.patience : nil)
  }

  /// Whether the clone is shallow: older commits were not fetched.
  var isShallow: Bool { git("rev-parse", "--is-shallow-repository")?.firstLine == "true" }

  /// The chain of first parents up to a commit, oldest first; in a shallow clone, the fetched part.
  ///
  /// - Parameters:
  ///   - tip: the id of the newest commit.
  ///   - since: the id of a commit; it and its ancestors are left out.
  /// - Returns: `nil` if a commit is unknown or Git fails.
  func firstParents(of tip: String, since: String? = nil) -> [String]? {
    let range = since.map { "\($0)..\(tip)" } ?? tip
    return git("rev-list", "--first-parent", "--topo-order", "--reverse", range, "--")?
      .split(separator: "\n").map(String.init)
  }

  /// A part of the chain of first parents, newest first.
  ///
  /// - Parameters:
  ///   - tip: the id of the newest commit.
  ///   - skipped: the number of newest commits to leave out, at least 0.
  ///   - count: the maximum number of commits.
  /// - Returns: `nil` if the commit is unknown or Git fails.
  func firstParents(of tip: String, skipping skipped: Int, count: Int) -> [String]? {
    git(
      "rev-list", "--first-parent", "--topo-order", "--skip=\(skipped)", "--max-count=\(count)",
      tip,
      "--")?.utf8.split(separator: UInt8(ascii: "\n")).compactMap(String.init)
  }

  /// Checks out a commit into a linked work tree, which a shared folder of `fillSharedFolder(_:)` records.
  ///
  /// - Returns: whether it was checked out.
  func addWorkTree(at path: String, of commit: String, sharing folder: String) -> Bool {
    let words = ["worktree", "add", "--force", "--detach", path, commit]
    return GitProgram(root: root).run(words, sharing: folder) != nil
  }

  /// Writes what takes the place of the repository's shared folder into an empty folder.
  func fillSharedFolder(_ folder: String) -> Bool {
    GitProgram(root: root).fillSharedFolder(folder)
  }

  /// The files that Git tracks, by path from the root.
  var trackedFiles: TrackedFiles {
    TrackedFiles(staged: git("ls-files", "--stage", "-z") ?? "")
  }

  /// The checked-out branch, if it ends at this commit; otherwise `nil`.
  private func branch(checkedOutAt commit: String) -> String? {
    let prefix = "refs/heads/"
    let lines =
      git("rev-parse", "HEAD", "--symbolic-full-name", "HEAD")?.split(separator: "\n") ?? []
    guard lines.count == 2, lines[0] == commit, lines[1].hasPrefix(prefix) else { return nil }
    return String(lines[1].dropFirst(prefix.count)).harmless
  }

  private func git(_ words: String...) -> String? { git(words) }

  private func git(_ words: [String]) -> String? { GitProgram(root: root).run(words) }
}

/// A commit with its metadata, as Git knows it.
package struct Commit: Sendable {
  package let id: String
  /// Parents, author date, subject, and the branch if it is checked out.
  fileprivate(set) var revision: Revision

  /// Parses what `git show` prints: the id, the parents, the author date and the subject, each on a line.
  init?(shown said: String) {
    let lines = said.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count >= 4 else { return nil }
    id = lines[0]
    revision = Revision()
    revision.parents = lines[1].split(separator: " ").map(String.init)
    revision.authorDate = lines[2]
    revision.subject = lines[3].harmless
  }
}

extension CommitDescription {
  /// Parses lines of an id, a date, an author and a subject with zero bytes between them, by id.
  static func parsed(from said: String) -> [String: CommitDescription] {
    var descriptions: [String: CommitDescription] = [:]
    for line in said.split(separator: "\n") {
      let parts = line.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 4 else { continue }
      descriptions[parts[0]] = CommitDescription(
        subject: parts[3], author: parts[2], date: parts[1])
    }
    return descriptions
  }
}

/// The paths of the files that Git tracks in a work tree.
struct TrackedFiles: Sendable {
  private let names: [String]
  /// The folders that are submodules.
  let submodules: [String]

  /// Creates an empty list.
  init() { (names, submodules) = ([], []) }

  /// Parses the output of `git ls-files --stage -z`: mode, id and stage, a tab, the path, and a zero byte.
  init(staged: String) {
    var (names, submodules): ([String], [String]) = ([], [])
    for entry in staged.split(separator: "\0") {
      let name = String(entry.drop { $0 != "\t" }.dropFirst())
      names.append(name)
      if entry.hasPrefix("160000 ") { submodules.append(name) }
    }
    (self.names, self.submodules) = (names.sorted(), submodules)
  }

  /// Whether the list contains a file, or any file in a folder; O(log n).
  ///
  /// - Parameter name: the path from the root of the work tree.
  func contain(_ name: String) -> Bool {
    var (low, high) = (0, names.count)
    while low < high {
      let middle = (low + high) / 2
      if names[middle] < name { low = middle + 1 } else { high = middle }
    }
    // Names with this prefix follow: the name itself, its files, and other names that begin with it.
    let following = names[low...].lazy.prefix { $0.hasPrefix(name) }
    return following.contains { $0 == name || $0.hasPrefix(name + "/") }
  }
}

extension String {
  fileprivate var firstLine: String { String(prefix { $0 != "\n" }) }
}

/// Why Git provided only a part of the commit history, although there is a Git work tree.
package enum HistoryCaveat {
  /// Git could not be run, so commits are ordered by the stored parents.
  case withoutGit(GitFault)
  /// The work tree is a shallow clone, so runs of other commits may belong to the part that was not fetched.
  case shallowClone(root: String, CommitHistory, otherCommits: Int)

  /// Checks whether Git provided only a part of the commit history, and why; `nil` if Git provided the whole history or
  /// was not needed.
  ///
  /// Git is run only if the history is not from Git, or lacks commits of runs.
  package init?(
    about history: CommitHistory, by order: CommitOrder, in store: RunStore
  ) throws {
    guard order.file == nil, let tree = MeasuredCommitNames(store: store).tree else { return nil }
    if history.name == CommitOrder.storedParents {
      guard let fault = tree.fault else { return nil }
      self = .withoutGit(fault)
      return
    }
    let names = try store.commits()
    let missing = names.count { history.position(of: $0) == nil }
    guard missing > 0, tree.isShallow else { return nil }
    self = .shallowClone(root: tree.root, history, otherCommits: missing)
  }
}
