internal import RunStore
internal import Synchronization
internal import System

/// Runs `git` on a work tree that may be hostile, without using the repository's configuration.
///
///     GitProgram(root: "/home/me/app").run(["rev-parse", "HEAD"])
///
/// More than thirty configuration keys name a program for git to run, some of them under names that the repository
/// chooses (`filter.NAME.clean`), so no list of overrides is complete. Git therefore gets a configuration that Hitchmark
/// writes: `GIT_COMMON_DIR` is a temporary folder with that file and links to the repository's objects and references.
/// The user's and the system's configuration are left out too, so that clean filters such as Git LFS do not run.
///
/// Rejected: libgit2, which runs no programs. Version 1.5.1 cannot open SHA-256 repositories, stops at the first missing
/// parent of a shallow clone (it listed 1 of 2 commits), and would parse a stranger's pack files inside this process. It
/// adds 1.2 MB and 20 shared libraries; a first call takes 33 ms, while a `git` process takes 7 ms.
///
/// Rejected: `git -c KEY=VALUE` for each dangerous key, because names of filters and remotes are the repository's choice.
struct GitProgram: Sendable {
  /// The topmost folder of the work tree, without links in its path.
  let root: String

  /// Runs a command.
  ///
  /// - Returns: what it wrote, or `nil` if git is missing, rejects the repository, fails or does not answer.
  func run(_ words: [String]) -> String? {
    guard let folder = PrivateFolder.make() else { return nil }
    let names = ["config"] + Self.linkedNames
    defer {
      for name in names { _ = Platform.removeFile("\(folder)/\(name)") }
      _ = Platform.removeEmptyFolder(folder)
    }
    return fillSharedFolder(folder) ? run(words, sharing: folder) : nil
  }

  /// Writes what takes the place of the repository's shared folder into an empty folder.
  ///
  /// - Returns: whether it was written.
  func fillSharedFolder(_ folder: String) -> Bool {
    guard let layout,
      Platform.append(Array(layout.configuration.utf8)[...], to: "\(folder)/config") == nil
    else { return false }
    return Self.linkedNames.allSatisfy { name in
      Platform.kind(of: "\(layout.shared)/\(name)") == .nothing
        || Platform.makeLink("\(folder)/\(name)", to: "\(layout.shared)/\(name)")
    }
  }

  /// Runs a command with a folder in place of the repository's shared one.
  ///
  /// What the command stores there besides objects and references, such as linked work trees, stays there.
  ///
  /// - Returns: what it wrote, or `nil` as `run(_:)` does.
  func run(_ words: [String], sharing folder: String) -> String? {
    guard let layout else { return nil }
    return start(
      words,
      adding: [
        "GIT_DIR": layout.folder, "GIT_COMMON_DIR": folder, "GIT_WORK_TREE": workTree,
        "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_ATTR_NOSYSTEM": "1",
      ])
  }

  /// The files of the repository's shared folder that commands may read.
  private static let linkedNames = [
    "objects", "refs", "packed-refs", "reftable", "shallow", "info",
  ]

  private var workTree: String { root.isEmpty ? "/" : root }

  /// The repository of the work tree; cached for the process.
  private var layout: GitLayout? {
    if let known = Self.layouts.withLock({ $0[root] }) { return known }
    // The user's own configuration counts here, because `safe.directory` is part of it.
    let found = GitLayout(of: root) {
      start($0, adding: ["GIT_CEILING_DIRECTORIES": parent].filter { !$1.isEmpty })
    }
    if let found { Self.layouts.withLock { $0[root] = found } }
    return found
  }

  private static let layouts = Mutex<[String: GitLayout]>([:])

  /// The folder above the work tree: git must not look for a repository there.
  private var parent: String { String(root[..<(root.lastIndex(of: "/") ?? root.startIndex)]) }

  private func start(_ words: [String], adding variables: [String: String]) -> String? {
    guard !GitFault.isSilent else { return nil }
    let ending = Platform.run(
      ["git", "-C", workTree] + words,
      environment: Self.variables.merging(variables) { $1 }, patience: GitFault.patience)
    switch ending {
    case .said(let text): return text
    case .failed, .interrupted: return nil
    case .silent:
      GitFault.becameSilent()
      return nil
    }
  }

  /// The environment of every command: without the variables that a git hook sets, and without locks, questions and
  /// network access.
  private static let variables: [String: String] = {
    let kept = ["GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_EXEC_PATH"]
    return Platform.environment
      .filter { !$0.key.hasPrefix("GIT_") || kept.contains($0.key) }
      .merging([
        "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "GIT_NO_LAZY_FETCH": "1",
        "GIT_ALLOW_PROTOCOL": "none",
      ]) { $1 }
  }()
}
