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
    guard let folder = PrivateFolder(for: ["config"] + Self.linkedNames) else { return nil }
    defer { folder.remove() }
    return fillSharedFolder(folder.path) ? run(words, sharing: folder.path) : nil
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

/// Why Git cannot be run on a work tree.
package struct GitFault: Sendable {
  /// The topmost folder of the Git work tree in which Git failed.
  package let workTree: String
  /// The timeout in seconds that Git exceeded; `nil` if Git is missing or rejects the work tree.
  package let silence: Int?

  /// The timeout of Git in seconds: `HITCHMARK_GIT_PATIENCE`, otherwise two minutes, because the first command in a
  /// large repository on a slow disk may take one.
  static var patience: Int {
    let asked = Platform.environment("HITCHMARK_GIT_PATIENCE").flatMap { Int($0) }
    return asked.map { min(max($0, 1), 86_400) } ?? 120
  }

  /// Whether Git has timed out; it is then not run again, so that the user waits only once.
  static var isSilent: Bool { silent.withLock { $0 } }

  static func becameSilent() { silent.withLock { $0 = true } }

  private static let silent = Mutex(false)
}

extension GitFault {
  /// The problem, without the place.
  package var words: String {
    silence.map { "Git did not answer for \($0) s" } ?? "Git cannot be run"
  }
}

/// The folders of a git repository and the settings that decide how its files are compared.
///
/// Finding them is the only step that reads the repository's own configuration. The two commands used here, `rev-parse`
/// without revisions and `config --get-regexp`, start no program whatever that configuration contains.
struct GitLayout: Sendable {
  /// The folder with `HEAD` and the index of the work tree.
  let folder: String
  /// The folder with the objects and references, which linked work trees share.
  let shared: String
  /// The text of a configuration file with the settings that are copied.
  let configuration: String

  /// Finds the repository of a work tree.
  ///
  /// Fails if `git` is missing, rejects the repository (`safe.directory`, an unknown format), or does not answer.
  ///
  /// - Parameters:
  ///   - root: the topmost folder of the work tree.
  ///   - run: runs `git` there.
  init?(of root: String, run: ([String]) -> String?) {
    guard let answer = run(["rev-parse", "--git-dir", "--git-common-dir"]) else { return nil }
    let lines = answer.split(separator: "\n").map(String.init)
    guard lines.count == 2 else { return nil }
    (folder, shared) = (Self.absolute(lines[0], in: root), Self.absolute(lines[1], in: root))
    // `config` exits with 1 if no key matches.
    let keys = Self.copiedKeys.map { $0.split(separator: ".").joined(separator: "\\.") }
    let pattern = "^(\(keys.joined(separator: "|")))$"
    let settings = run(["config", "-z", "--get-regexp", pattern]) ?? ""
    configuration = Self.configuration(from: settings)
  }

  private static func absolute(_ path: String, in root: String) -> String {
    path.hasPrefix("/") ? path : "\(root)/\(path)"
  }

  /// The settings that are copied: how to read the repository, and how to compare files with committed ones.
  ///
  /// None names a program or a file. Git prints them in lower case.
  private static let copiedKeys = [
    "core.filemode", "core.symlinks", "core.ignorecase", "core.precomposeunicode",
    "core.trustctime", "core.checkstat", "core.autocrlf", "core.eol",
    "core.sparsecheckout", "core.sparsecheckoutcone", "extensions.objectformat",
    "extensions.refstorage",
  ]

  /// Creates a configuration file from the output of `git config -z`: entries of a key, a line break, a value and a
  /// zero byte.
  ///
  /// Of several values of a key, the last one counts.
  private static func configuration(from settings: String) -> String {
    var lines = ["[core]", "repositoryformatversion = 1", "hooksPath = /dev/null"]
    for setting in settings.split(separator: "\0") {
      let parts = setting.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        .map(String.init)
      // A key without a value means true.
      let value = parts.count > 1 ? parts[1] : "true"
      guard copiedKeys.contains(parts[0]), isWord(value) else { continue }
      let key = parts[0].split(separator: ".")
      lines += ["[\(key[0])]", "\(key[1]) = \(value)"]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Whether a text has only letters and digits, so that it cannot begin another setting.
  private static func isWord(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
  }
}
