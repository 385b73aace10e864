internal import Recordings
internal import RunFolders
internal import RunStore

/// Finds out which commit a run measured: the one that was named, or what is checked out where the trace
/// lies.
///
/// Git is asked once a work tree, before anything is read.
struct MeasuredCommits: Sendable {
  /// What is known of the runs of one work tree.
  private struct Answer {
    let tree: WorkTree
    /// The commit that was named, or is checked out.
    let commit: Commit
    /// Whether tracked files are changed, so that no commit is what was measured.
    let isDirty: Bool
    /// Files that are part of a work tree were recorded some other time.
    let tracked: TrackedFiles
  }

  private let name: String?
  private var answers: [String: Answer] = [:]
  /// Why git was not asked, by work tree.
  private var faults: [String: GitFault] = [:]
  private var trees: [String: WorkTree] = [:]

  /// Asks git about every work tree that planned runs lie in.
  ///
  /// - Parameters:
  ///   - name: the commit that the command line names; `nil` for what is checked out.
  ///   - runs: the runs.
  /// - Throws: when a work tree does not know the name.
  init(named name: String?, for runs: [PlannedRun]) throws(Failure) {
    self.name = name
    let current = WorkTree(containing: ".")
    var asked: Set<String> = []
    for run in runs {
      guard let tree = WorkTree(containing: run.path) ?? current else { continue }
      trees[run.path] = tree
      guard asked.insert(tree.root).inserted else { continue }
      answers[tree.root] = try Self.ask(tree, for: name)
      if answers[tree.root] == nil { faults[tree.root] = tree.fault }
    }
  }

  private static func ask(_ tree: WorkTree, for name: String?) throws(Failure) -> Answer? {
    guard let commit = tree.commit(name ?? "HEAD") else {
      // Without a commit, or without git, there is nothing to tell; but a name was meant to be one.
      guard let name, tree.commit("HEAD") != nil else { return nil }
      throw .unknownCommit(name, workTree: tree.root)
    }
    let tracked = name == nil ? tree.trackedFiles : TrackedFiles()
    return Answer(
      tree: tree, commit: commit, isDirty: name == nil && !tree.isClean(tracked), tracked: tracked)
  }

  /// Says of a run which commit it measured.
  ///
  /// A commit that the run's own description names is left alone, unless the command line names another or it
  /// is a tag: of names, only those mean the same commit later. Without either, only a trace that git does not track counts as made by what is checked out; and when
  /// files are changed, a label says so in the commit's place.
  ///
  /// - Returns: what git knows of the commit, where it was asked.
  func describe(_ run: PlannedRun, in description: inout RunDescription) -> Revision? {
    guard let answer = trees[run.path].flatMap({ answers[$0.root] }) else {
      description.commit = name ?? description.commit
      return nil
    }
    if name == nil, let said = description.commit {
      guard !said.allSatisfy(\.isHexDigit), let tagged = answer.tree.commit("refs/tags/\(said)")
      else { return nil }
      description.commit = tagged.id
      return tagged.revision
    }
    if name == nil, isTracked(run, in: answer) { return nil }
    guard !answer.isDirty else {
      description.labels["work tree"] = "changed since \(answer.commit.id.shortCommit)"
      return nil
    }
    description.commit = answer.commit.id
    return answer.commit.revision
  }

  /// Why nobody knows the commit of a run in a work tree.
  ///
  /// - Parameters:
  ///   - run: any.
  ///   - description: what is known of it by now.
  /// - Returns: `nil` where its commit is known, there is none, or no work tree.
  func fault(of run: PlannedRun, described description: RunDescription) -> GitFault? {
    description.commit == nil ? trees[run.path].flatMap { faults[$0.root] } : nil
  }

  private func isTracked(_ run: PlannedRun, in answer: Answer) -> Bool {
    guard let path = Platform.realPath(run.path), path.hasPrefix(answer.tree.root + "/") else {
      return false
    }
    return answer.tracked.contain(String(path.dropFirst(answer.tree.root.count + 1)))
  }
}
