internal import System
internal import Units

/// A draft of a GitHub workflow that runs a benchmark and checks the newest commit for regressions.
///
///     try WorkflowDraft(for: "bench/app").write()
package struct WorkflowDraft {
  /// The path of the new file of the GitHub workflow, in the Git work tree that contains the suite's folder.
  package let path: String
  private let root: String
  private static let name = ".github/workflows/hitchmark.yml"
  /// The folder of the suite, relative to the work tree.
  private let suite: String

  /// Plans a GitHub workflow that measures the suite (experiment) in a folder.
  ///
  /// - Throws: `Failure.drafting` if the folder is in no work tree of Git, its name cannot stand in
  ///   a workflow, or the file exists.
  package init(for suite: String) throws(Failure) {
    guard let resolved = Platform.realPath(suite), let tree = WorkTree(containing: suite) else {
      throw .drafting(.noWorkTree(folder: suite))
    }
    self.suite = resolved == tree.root ? "." : String(resolved.dropFirst(tree.root.count + 1))
    // GitHub evaluates expressions in texts, and a line break ends a comment.
    guard self.suite == self.suite.harmless, !self.suite.contains("${{") else {
      throw .drafting(.unsafeName(folder: resolved))
    }
    root = tree.root
    path = "\(root)/\(Self.name)"
    guard !Platform.exists(path) else { throw .drafting(.exists(path: path)) }
  }

  /// Writes the file of the GitHub workflow, and creates its folders.
  package func write() throws(Failure) {
    try Output.write(text, to: Self.name, below: root)
  }

  /// The text of the GitHub workflow file.
  package var text: String {
    """
    # Measures each push and pull request, comments on the result and fails on a proved regression.
    name: performance
    on: [push, pull_request]
    permissions: {contents: read, pull-requests: write}
    jobs:
      performance:
        runs-on: ubuntu-latest
        steps:
          - {uses: actions/checkout@v4, with: {fetch-depth: 0}}
          # Your benchmark: it must write its traces to \(quoted("\(suite)/STAGE/RUN/")).
          - run: bench/run
          # OWNER is the owner of your copy of Hitchmark.
          - uses: OWNER/hitchmark@main
            with: {suite: \(quoted(suite))}

    """
  }

  /// A YAML string in single quotes.
  private func quoted(_ text: String) -> String {
    "'\(text.replacing("'", with: "''"))'"
  }
}
