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
