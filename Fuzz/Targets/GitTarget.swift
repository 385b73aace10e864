import Analysis

@testable import Workbench

extension FuzzTarget {
  /// What `git` prints for a hostile repository: commits, subjects, tracked files, folders and settings.
  ///
  /// The first byte chooses the question.
  static let git = FuzzTarget(name: "git") { bytes in
    let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
    switch (bytes.first ?? 0) % 4 {
    case 0: _ = Commit(shown: text)
    case 1:
      _ = CommitDescription.parsed(from: text)
      _ = WorkTree.subjects(in: text, of: ["0123456", "abcdef0123456789abcdef0123456789abcdef01"])
    case 2:
      let files = TrackedFiles(staged: text)
      for name in [text, "a", ""] { _ = files.contain(name) }
    default:
      guard let layout = GitLayout(of: "/r", run: { _ in text }) else { return nil }
      // A setting with a program would be run.
      let keys = layout.configuration.split(separator: "\n").filter { !$0.hasPrefix("[") }
      let isPlain = keys.allSatisfy { line in
        line == "hooksPath = /dev/null" || line.wholeMatch(of: /[A-Za-z]+ = [A-Za-z0-9]*/) != nil
      }
      return isPlain ? nil : "the configuration has a value that is no word"
    }
    return nil
  }
}
