internal import Recordings
internal import RunFolders
internal import RunStore
internal import System

/// Determines the commit that a run measured: the named one, or the checked-out one of the work tree with the trace.
///
/// Git is run once per work tree, before traces are read.
struct MeasuredCommits: Sendable {
  /// Properties of a work tree.
  private struct Answer {
    let tree: WorkTree
    /// The named or checked-out commit.
    let commit: Commit
    /// Whether tracked files are changed, so that the run measured no commit.
    let isDirty: Bool
    /// The tracked files; these traces are older recordings.
    let tracked: TrackedFiles
  }

  private let name: String?
  private var answers: [String: Answer] = [:]
  /// The reasons why Git could not be run, by work tree.
  private var faults: [String: GitFault] = [:]
  private var trees: [String: WorkTree] = [:]

  /// Runs Git on each work tree that contains planned runs.
  ///
  /// - Parameter name: the commit on the command line; `nil` for the checked-out one.
  /// - Throws: if a work tree does not know the name.
  init(named name: String?, for runs: [PlannedRun]) throws {
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

  private static func ask(_ tree: WorkTree, for name: String?) throws -> Answer? {
    guard let commit = tree.commit(name ?? "HEAD") else {
      // Without a commit or Git there is no answer; but a given name must exist.
      guard let name, tree.commit("HEAD") != nil else { return nil }
      throw Failure.unknownCommit(name, workTree: tree.root)
    }
    let tracked = name == nil ? tree.trackedFiles : TrackedFiles()
    return Answer(
      tree: tree, commit: commit, isDirty: name == nil && !tree.isClean(tracked), tracked: tracked)
  }

  /// Stores the commit that a run measured in its description.
  ///
  /// A commit in the run's own description is kept, unless the command line names another or it is a tag, because only
  /// ids and tags keep their meaning. Otherwise only a trace that Git does not track is attributed to the checked-out
  /// commit. If tracked files are changed, a label is stored in place of the commit.
  ///
  /// - Returns: the metadata of the commit, if Git knows it.
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

  /// Why the commit of a run in a work tree is unknown.
  ///
  /// - Parameter description: the metadata so far.
  /// - Returns: `nil` if the commit is known, there is none, or the run is in no work tree.
  func fault(of run: PlannedRun, described description: RunDescription) -> GitFault? {
    description.commit == nil ? trees[run.path].flatMap { faults[$0.root] } : nil
  }

  /// Why a run in a readable work tree has no commit; `nil` if it has one, or is in no work tree.
  func gap(of run: PlannedRun, described description: RunDescription) -> CommitGap? {
    guard description.commit == nil, let answer = trees[run.path].flatMap({ answers[$0.root] })
    else { return nil }
    return isTracked(run, in: answer) ? .tracked : answer.isDirty ? .changedFiles : nil
  }

  private func isTracked(_ run: PlannedRun, in answer: Answer) -> Bool {
    guard let path = Platform.realPath(run.path), path.hasPrefix(answer.tree.root + "/") else {
      return false
    }
    return answer.tracked.contain(String(path.dropFirst(answer.tree.root.count + 1)))
  }
}

/// Why a run in a Git work tree is attributed to no commit.
package enum CommitGap: Hashable, Sendable {
  /// Git tracks its files, so that it was recorded earlier.
  case tracked
  /// Tracked files have changes that are in no commit.
  case changedFiles
}
