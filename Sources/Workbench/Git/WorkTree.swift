internal import Analysis
internal import RunStore
internal import Units

/// A work tree of git, read through the `git` program.
package struct WorkTree: Sendable {
  /// Its topmost folder, without links on the way.
  package let root: String

  /// The work tree that a file or folder lies in, found by the `.git` in it; asks no git.
  ///
  /// `nil` when it lies in none.
  ///
  /// - Parameter path: anything that is there.
  package init?(containing path: String) {
    guard var folder = Platform.realPath(path) else { return nil }
    while Platform.kind(of: folder + "/.git") == .nothing {
      guard let slash = folder.lastIndex(of: "/") else { return nil }
      folder = String(folder[..<slash])
    }
    root = folder
  }

  /// Whether every tracked file is as committed, in the work tree and in its submodules.
  ///
  /// Untracked files do not count: traces are among them. Clean filters do not run, so a file with one (Git LFS) counts
  /// as changed if its time or size changed since `git` last looked at it.
  ///
  /// - Parameters:
  ///   - files: the tracked files of this work tree.
  ///   - depth: how many submodules this one is within.
  /// - Returns: `false` also if git does not answer.
  func isClean(_ files: TrackedFiles, depth: Int = 0) -> Bool {
    let status = ["status", "--porcelain", "--untracked-files=no", "--ignore-submodules=dirty"]
    guard git(status)?.isEmpty ?? false else { return false }
    return files.submodules.allSatisfy { isCleanSubmodule($0, depth: depth + 1) }
  }

  /// Whether the files of a submodule are as committed.
  ///
  /// Git would start a `git` of its own here, which reads the
  /// submodule's configuration, so this code does it.
  private func isCleanSubmodule(_ name: String, depth: Int) -> Bool {
    let folder = "\(root)/\(name)"
    // A submodule that was not fetched is an empty folder.
    guard Platform.kind(of: folder + "/.git") != .nothing else { return true }
    guard depth <= Self.deepestSubmodule, Platform.realPath(folder) == folder,
      let tree = WorkTree(containing: folder)
    else { return false }
    return tree.isClean(tree.trackedFiles, depth: depth)
  }

  /// Submodules within each other, at most; a stranger's repository could contain itself.
  private static let deepestSubmodule = 8

  /// What git knows of a commit.
  ///
  /// - Parameter name: an id, an abbreviation of one, a tag, a branch, `HEAD~3`.
  /// - Returns: `nil` when it names no commit, or there is no git.
  package func commit(_ name: String) -> Commit? {
    guard !name.hasPrefix("-"),
      let said = git("show", "--no-patch", "--format=%H%n%P%n%aI%n%s", "\(name)^{commit}", "--")
    else { return nil }
    let lines = said.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count >= 4 else { return nil }
    var revision = Revision()
    revision.parents = lines[1].split(separator: " ").map(String.init)
    revision.authorDate = lines[2]
    revision.subject = lines[3].harmless
    revision.branch = branch(checkedOutAt: lines[0])
    return Commit(id: lines[0], revision: revision)
  }

  /// The first lines of the messages of commits, asked for many at once.
  ///
  /// - Parameter commits: ids, or abbreviations of at least seven digits.
  /// - Returns: by what was asked for, without those that git does not know.
  func subjects(of commits: [String]) -> [String: String] {
    var subjects: [String: String] = [:]
    for start in stride(from: 0, to: commits.count, by: Self.mostAsked) {
      let asked = commits[start...].prefix(Self.mostAsked).filter { $0.allSatisfy(\.isHexDigit) }
      guard !asked.isEmpty else { continue }
      let words = ["log", "--no-walk", "--ignore-missing", "--format=%H %s"] + asked + ["--"]
      let whole = Set(asked)
      for line in (git(words) ?? "").split(separator: "\n") {
        let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        let id = String(parts[0])
        for commit in whole.contains(id) ? [id] : asked.filter(id.hasPrefix) {
          subjects[commit] = parts.count > 1 ? String(parts[1]).harmless : ""
        }
      }
    }
    return subjects
  }

  /// What people know commits by, asked for many at once.
  ///
  /// - Parameter commits: whole ids.
  /// - Returns: by id, without those that Git does not know.
  func descriptions(of commits: [String]) -> [String: CommitDescription] {
    var descriptions: [String: CommitDescription] = [:]
    for start in stride(from: 0, to: commits.count, by: Self.mostAsked) {
      let asked = commits[start...].prefix(Self.mostAsked).filter { $0.allSatisfy(\.isHexDigit) }
      guard !asked.isEmpty else { continue }
      let words = ["log", "--no-walk", "--ignore-missing", "--format=%H%x00%aI%x00%an%x00%s"]
      for line in (git(words + asked + ["--"]) ?? "").split(separator: "\n") {
        let parts = line.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 4 else { continue }
        descriptions[parts[0]] = CommitDescription(
          subject: parts[3], author: parts[2], date: parts[1])
      }
    }
    return descriptions
  }

  /// Commits that one command line names.
  private static let mostAsked = 500

  /// The whole id of a commit; less is asked than of `commit(_:)`.
  ///
  /// - Parameter name: an id, an abbreviation of one, a tag, a branch, `HEAD~3`.
  /// - Returns: `nil` when it names no commit, or there is no git.
  package func id(of name: String) -> String? {
    guard !name.hasPrefix("-"), !name.isEmpty else { return nil }
    return git("rev-parse", "--verify", "--quiet", "\(name)^{commit}")?.firstLine
  }

  /// Whether a commit is another, or descends to it; `false` where git does not know them.
  func isAncestor(_ commit: String, of other: String) -> Bool {
    git("merge-base", "--is-ancestor", commit, other) != nil
  }

  /// Why git cannot be asked; `nil` where it is there, and takes this for a work tree of its.
  var fault: GitFault? {
    guard git("rev-parse", "--git-dir") == nil else { return nil }
    return GitFault(workTree: root, silence: GitFault.isSilent ? GitFault.patience : nil)
  }

  /// Whether only the newest commits were fetched.
  var isShallow: Bool { git("rev-parse", "--is-shallow-repository")?.firstLine == "true" }

  /// The commits from the first on, each the first parent of the next; in a shallow clone those there are.
  ///
  /// - Parameters:
  ///   - tip: the id of the newest.
  ///   - since: the id of a commit; what it is or descends from is left out.
  /// - Returns: ids, oldest first; `nil` when there is no such commit, or no git.
  func firstParents(of tip: String, since: String? = nil) -> [String]? {
    let range = since.map { "\($0)..\(tip)" } ?? tip
    return git("rev-list", "--first-parent", "--topo-order", "--reverse", range, "--")?
      .split(separator: "\n").map(String.init)
  }

  /// A commit and the first parents before it, some at a time.
  ///
  /// - Parameters:
  ///   - tip: the id of the newest.
  ///   - skipped: how many of the newest to leave out, 0 or above.
  ///   - count: how many at most.
  /// - Returns: ids, newest first; `nil` when there is no such commit, or no git.
  func firstParents(of tip: String, skipping skipped: Int, count: Int) -> [String]? {
    git(
      "rev-list", "--first-parent", "--topo-order", "--skip=\(skipped)", "--max-count=\(count)",
      tip,
      "--")?.utf8.split(separator: UInt8(ascii: "\n")).compactMap(String.init)
  }

  /// The files that git tracks, by their names from the root.
  var trackedFiles: TrackedFiles {
    TrackedFiles(staged: git("ls-files", "--stage", "-z") ?? "")
  }

  /// The branch that is checked out, if it ends at this commit; `nil` when none does.
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

/// A commit as git knows it.
package struct Commit: Sendable {
  /// The whole id.
  package let id: String
  /// Parents, author date, subject, and the branch when it is the one checked out.
  let revision: Revision
}

/// The names of the files that git tracks in a work tree.
struct TrackedFiles: Sendable {
  private let names: [String]
  /// The folders that are submodules.
  let submodules: [String]

  /// No files.
  init() { (names, submodules) = ([], []) }

  /// Takes the output of `git ls-files --stage -z`: mode, id and stage, a tab, the name, and a zero byte.
  init(staged: String) {
    var (names, submodules): ([String], [String]) = ([], [])
    for entry in staged.split(separator: "\0") {
      let name = String(entry.drop { $0 != "\t" }.dropFirst())
      names.append(name)
      if entry.hasPrefix("160000 ") { submodules.append(name) }
    }
    (self.names, self.submodules) = (names.sorted(), submodules)
  }

  /// Whether a file is among them, or a folder has any of them; O(log n).
  ///
  /// - Parameter name: from the root of the work tree.
  /// - Returns: whether git tracks it.
  func contain(_ name: String) -> Bool {
    var (low, high) = (0, names.count)
    while low < high {
      let middle = (low + high) / 2
      if names[middle] < name { low = middle + 1 } else { high = middle }
    }
    // What begins with the name follows it: the name itself, its files, or names that only begin alike.
    let following = names[low...].lazy.prefix { $0.hasPrefix(name) }
    return following.contains { $0 == name || $0.hasPrefix(name + "/") }
  }
}

extension String {
  fileprivate var firstLine: String { String(prefix { $0 != "\n" }) }
}
