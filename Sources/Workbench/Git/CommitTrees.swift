internal import RunFolders
internal import RunStore
internal import System

/// Checks out commits of a repository into work trees of their own, and builds them.
///
/// The work trees are below a temporary folder, with a shared folder that Hitchmark writes, as `GitProgram` does. So
/// nothing is written to the repository, and no program that it names runs. The build command is the user's.
final class CommitTrees {
  enum Outcome {
    case ready(String)
    case failed(RunFault, OutputTail)
    case interrupted
  }

  let repository: WorkTree
  private let build: String?
  private var folder: PrivateFolder?
  private var trees: [String: String] = [:]
  /// How many commits were built, and the seconds that checkouts and builds took.
  private(set) var builds = (count: 0, seconds: 0.0)

  /// The mean seconds of a checkout and build; `nil` before the first one.
  var secondsPerBuild: Double? {
    builds.count > 0 ? builds.seconds / Double(builds.count) : nil
  }

  /// The longest time of a build, in seconds.
  private static let timeout = 6.0 * 3600

  /// - Parameter build: a command for the shell, run in each new work tree; `nil` if there is nothing to build.
  init(of repository: WorkTree, build: String?) {
    self.repository = repository
    self.build = build
  }

  /// Whether a commit is checked out and built.
  func has(_ commit: String) -> Bool { trees[commit] != nil }

  /// The built work tree of a commit; checked out and built at the first call.
  ///
  /// - Parameter commit: a whole id.
  /// - Throws: if Git cannot check it out, or no temporary folder can be created.
  func tree(of commit: String) throws -> Outcome {
    if let tree = trees[commit] { return .ready(tree) }
    let start = ContinuousClock.now
    let path = try checkOut(commit)
    if let build {
      var environment = Platform.environment
      environment["HITCHMARK_COMMIT"] = commit
      var command = CommandRun(
        words: ["sh", "-c", build], environment: environment, timeout: Self.timeout)
      command.folder = path
      let result = command.run()
      if let fault = result.fault { return .failed(fault, result.tail) }
      if Interruption.isRequested { return .interrupted }
    }
    builds.count += 1
    builds.seconds += (ContinuousClock.now - start) / .seconds(1)
    trees[commit] = path
    return .ready(path)
  }

  private func checkOut(_ commit: String) throws -> String {
    guard let folder = folder ?? PrivateFolder() else {
      throw OutputFile.Fault(path: "/tmp", reason: Platform.lastError)
    }
    let shared = "\(folder.path)/git"
    if self.folder == nil {
      self.folder = folder
      try OutputFile.makeFolder("git", below: folder.path)
      guard repository.fillSharedFolder(shared) else {
        throw ExperimentFault.noCheckout(commit: commit, workTree: repository.root)
      }
    }
    let path = "\(folder.path)/\(commit.prefix(12))"
    // A failed build may have left one.
    Platform.removeAll(path)
    guard repository.addWorkTree(at: path, of: commit, sharing: shared) else {
      throw ExperimentFault.noCheckout(commit: commit, workTree: repository.root)
    }
    return path
  }

  func remove() {
    folder?.remove()
    folder = nil
    trees = [:]
  }
}

/// The commits between a good one and a bad one, along first parents.
struct CommitRange: Sendable {
  /// The whole ids: the good commit, then those that may have brought a change, the last of which is the bad one.
  let commits: [String]

  var good: String { commits[0] }
  var bad: String { commits[commits.count - 1] }

  /// Resolves `GOOD..BAD`.
  ///
  /// - Throws: if that is not a range, a commit is unknown, or the good commit is not an ancestor of the bad one.
  init(_ text: String, in repository: WorkTree) throws {
    let ends = text.split(separator: "..", omittingEmptySubsequences: false).map(String.init)
    guard ends.count == 2, ends.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }) else {
      throw ExperimentFault.badRange(text)
    }
    let good = try repository.knownCommit(ends[0])
    let bad = try repository.knownCommit(ends[1])
    guard good != bad else { throw ExperimentFault.emptyRange(text) }
    guard repository.isAncestor(good, of: bad),
      let commits = repository.firstParents(of: bad, since: good), !commits.isEmpty
    else {
      throw ExperimentFault.notAncestor(
        good: ends[0], bad: ends[1], isShallow: repository.isShallow)
    }
    self.commits = [good] + commits
  }
}

/// The two commits that decide a pull request.
struct PullRequestRange: Sendable {
  /// What the target branch has, as far as `head` contains it too.
  let base: String
  let head: String

  /// Resolves `BASE..HEAD`, in which BASE is the target branch and HEAD the branch to merge or the merge result.
  ///
  /// If the target branch went on since the branch began, the merge base takes its place, so that what only the target
  /// branch has does not count.
  init(_ text: String, in repository: WorkTree) throws {
    let ends = text.split(separator: "..", omittingEmptySubsequences: false).map(String.init)
    guard ends.count == 2, ends.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }) else {
      throw ExperimentFault.badRange(text)
    }
    let target = try repository.knownCommit(ends[0])
    head = try repository.knownCommit(ends[1])
    guard let base = repository.mergeBase(target, head) else {
      throw ExperimentFault.noMergeBase(
        base: ends[0], head: ends[1], isShallow: repository.isShallow)
    }
    guard base != head else { throw ExperimentFault.emptyPullRequest(text, commit: head) }
    self.base = base
  }
}
