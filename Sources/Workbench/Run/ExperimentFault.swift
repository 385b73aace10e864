package import Analysis
internal import Recordings
package import Units

/// Why an experiment, which measures and compares versions of a program, cannot run.
package enum ExperimentFault: ExplainedError {
  case noSuite(path: String)
  case noStages(file: String)
  /// A stage cannot be the name of a folder.
  case badStage(String, file: String)
  case unknownStage(String, known: [String], file: String)
  /// Neither the command line nor the suite names a command for a stage.
  case noCommand(stage: String, file: String)
  /// Another process measures the suite, or the lock file cannot be created.
  case locked(path: String)
  case noPlan(path: String)
  /// The plan to resume cannot be read, or names stages that the suite no longer has.
  case badPlan(path: String)
  /// The command line has other values of these options than the plan to resume.
  case otherPlan(options: [String], path: String)
  /// The plan to resume runs another program than the command line, or the suite; `option` is what sets the program.
  case otherProgram(option: String, stored: String?, asked: String?, path: String)
  /// A folder of the suite that runs are written to is a link.
  case link(path: String)
  /// Runs failed one after the other; what they left is in the folder.
  case failedRuns(Int, stage: String, folder: String)
  /// Commits are to be measured, and neither the current folder nor the suite is in a Git work tree.
  case noRepository
  /// Git cannot be run on the repository.
  case noGit(GitFault)
  /// A commit is unknown, and the repository is a shallow clone.
  case notFetched(String, workTree: String)
  /// A range of commits has not the form `GOOD..BAD`.
  case badRange(String)
  /// Both ends of a range are the same commit.
  case emptyRange(String)
  /// The good commit is not an ancestor of the bad one, as far as a shallow clone shows.
  case notAncestor(good: String, bad: String, isShallow: Bool)
  /// An end of the range cannot be built or measured.
  case skippedEnd(commit: String)
  case severalStages([String], file: String)
  /// Neither the command line nor the suite names a metric.
  case noMetric(file: String)
  /// Builds failed one after the other.
  case failedBuilds(Int)
  /// A run has a value that cannot be compared.
  case badValue(metric: String, value: Double)
  /// An option that only pull requests have was given for another experiment.
  case onlyForPullRequests(String)
  /// Both ends of a pull request are the same commit.
  case emptyPullRequest(String, commit: String)
  /// The two ends of a pull request have no common ancestor, as far as a shallow clone shows.
  case noMergeBase(base: String, head: String, isShallow: Bool)
  /// The user named a single commit, or one commit twice.
  case tooFewCommits([String])
  /// Git did not check out a commit into a work tree of its own.
  case noCheckout(commit: String, workTree: String)
  case failedBuild(commit: String)
  /// No stage has earlier runs in one session with different values, from which noise could be estimated.
  case noNoise(metric: String, store: String, suite: String)
}

extension ExperimentFault {
  package var complaint: Complaint {
    switch self {
    case .noSuite(let path):
      Complaint(
        at: path, "the folder has no suite.json",
        remedy: "name the folder of a suite; “hitchmark init” writes a first suite.json")
    case .noStages(let file):
      Complaint(
        at: file, "the suite has no stages", remedy: "add one to “stages”")
    case .badStage(let stage, let file):
      Complaint(
        at: file, "the stage “\(stage)” cannot be the name of a folder",
        wanted: "expected a name without “/” that does not begin with a period")
    case .unknownStage(let stage, let known, let file):
      Complaint(
        at: file, "the suite has no stage “\(stage)”",
        wanted: "the stages of the suite are \(quoted(known))")
    case .noCommand(let stage, let file):
      Complaint(
        at: file, "no command measures the stage “\(stage)”",
        remedy:
          "write the command that measures a run after --, or as the value of “run” in suite.json")
    case .locked(let path):
      Complaint(
        at: path,
        "another “hitchmark run” measures this suite, or the folder of the suite cannot be written",
        remedy:
          "wait until the other “hitchmark run” ends, or make the folder of the suite writable")
    case .noPlan(let path):
      Complaint(
        at: path, "the suite has no experiment to resume", remedy: "leave out --resume")
    case .badPlan(let path):
      Complaint(
        at: path, "the saved plan of the experiment cannot be resumed",
        remedy: "leave out --resume to start over")
    case .otherPlan(let options, let path):
      Complaint(
        at: path,
        "the saved experiment was planned with other values of \(options.joined(separator: ", "))",
        remedy: "leave these options out, or leave out --resume to start over")
    case .otherProgram(let option, let stored, let asked, let path):
      Complaint(
        at: path,
        "the saved experiment has \(stored.map { "“\($0)”" } ?? "nothing") for \(option)",
        wanted: "the command line has \(asked.map { "“\($0)”" } ?? "nothing")",
        remedy: "repeat \(option) of the experiment, or leave out --resume to start over")
    case .link(let path):
      Complaint(
        at: path, "it is a link, and runs would be written to where it leads",
        remedy: "replace it by a folder")
    case .failedRuns(let count, let stage, let folder):
      Complaint(
        at: folder, "\(count) runs in a row failed, the last one of the stage “\(stage)”",
        remedy: "fix the command that measures a run, then continue with --resume")
    case .noRepository:
      Complaint(
        "the current folder is not in a Git work tree",
        remedy: "run the command inside the Git repository that contains the commits to measure")
    case .noGit(let fault):
      Complaint(
        at: fault.workTree, fault.words,
        remedy: "run “git log” in the folder named above to see why Git fails"
      )
    case .notFetched(let name, let tree):
      Complaint(
        at: tree, "the repository is a shallow clone without the commit “\(name)”",
        remedy: "fetch the other commits with “git fetch --unshallow”")
    case .badRange(let text):
      Complaint(
        "“\(text)” is not a range of commits",
        wanted: "expected a range GOOD..BAD, such as v1.2..main")
    case .emptyRange(let text):
      Complaint(
        "both ends of the range “\(text)” are the same commit",
        remedy: "name an older and a newer commit")
    case .notAncestor(let good, let bad, let isShallow):
      Complaint(
        "“\(good)” is not an ancestor of “\(bad)”",
        remedy: isShallow
          ? "the repository is a shallow clone; fetch the other commits with “git fetch --unshallow”"
          : "pass the older commit first, or begin at the commit that “git merge-base \(good) \(bad)” prints"
      )
    case .skippedEnd(let commit):
      Complaint(
        "commit \(commit.shortCommit) is an end of the range, but cannot be measured",
        remedy: "pass another range, or fix the build or the command that measures a run")
    case .severalStages(let stages, let file):
      Complaint(
        at: file,
        "a bisection measures one stage, but the suite has \(stages.count)",
        remedy: "name one with --stage: \(quoted(stages))")
    case .noMetric(let file):
      Complaint(
        at: file, "suite.json names no metric to compare", remedy: "name a metric with --metric")
    case .failedBuilds(let count):
      Complaint(
        "\(count) builds in a row failed",
        remedy:
          "let the command of --build exit with code 125 to skip a commit, then continue with --resume"
      )
    case .badValue(let metric, let value):
      Complaint("a run has the value \(value) for \(metric), which cannot be compared")
    case .onlyForPullRequests(let option):
      Complaint(
        "\(option) needs --pull-request", remedy: "name the commits with --pull-request BASE..HEAD")
    case .emptyPullRequest(let text, let commit):
      Complaint(
        "the pull request “\(text)” changes nothing: both sides are \(commit.shortCommit)",
        remedy: "pass BASE..HEAD, such as origin/main..HEAD, on the branch to merge")
    case .noMergeBase(let base, let head, let isShallow):
      Complaint(
        "“\(base)” and “\(head)” have no common ancestor",
        remedy: isShallow
          ? "the repository is a shallow clone; fetch the other commits with “git fetch --unshallow”"
          : "name the branch that the pull request goes into, such as origin/main..HEAD")
    case .tooFewCommits(let names):
      Complaint(
        "--commits names only \(quoted(names))",
        remedy: "name at least two commits, such as --commits main,HEAD")
    case .noCheckout(let commit, let tree):
      Complaint(
        at: tree, "Git could not check out commit \(commit.shortCommit) into a temporary folder",
        remedy: "check that “git worktree add” works and that the disk is not full")
    case .failedBuild(let commit):
      Complaint(
        "commit \(commit.shortCommit) cannot be built", remedy: "fix the command of --build")
    case .noNoise(let metric, let store, let suite):
      Complaint(
        at: store,
        "no session has two runs of the same stage of “\(suite)” with different values of \(metric)",
        wanted: "--plan needs to know how much the runs of a session differ",
        remedy: "first measure a few blocks of runs, such as with --blocks 3 --until blocks")
    }
  }
}

/// An event that an experiment reports while it measures runs.
package enum ExperimentEvent: Sendable {
  /// The measurement of a run begins: its block, if it is not a warm-up, and the seconds that the rest of the plan takes,
  /// if a block was measured before.
  case measuring(stage: String, run: String, block: Int?, of: Int, secondsLeft: Double?)
  case building(commit: String)
  /// A build failed; the last lines of its output.
  case failedBuild(commit: String, RunFault, lastLines: [String])
  /// A run failed; the last lines of its output.
  case failed(stage: String, run: String, RunFault, lastLines: [String])
  /// Processes that the command started outlived it, and were ended.
  case survivors(stage: String, run: String)
  case waiting(Disturbance)
  /// The machine did not become quiet in time.
  case notQuiet(Disturbance)
  /// A run was disturbed; whether it is repeated.
  case disturbed(stage: String, run: String, Disturbance, isRepeated: Bool)
  /// The disk was full when a run failed, so the files of the run were deleted.
  case diskFull(stage: String, run: String)
  /// The store already has a run with the same bytes, so this one was not added.
  case sameTrace(stage: String, run: String)
  /// The system does not show what processes use.
  case noSampler
  /// The samples have another clock than the trace, so they were left out.
  case otherClock(stage: String, run: String)
  /// All stages of a block are measured; the state of each question, and the seconds that the rest of the plan takes.
  case block(Int, of: Int, [MeasuredPair], secondsLeft: Double)
}

/// A state of the machine that disturbs a measurement: load by other programs, heat or sleep.
package enum Disturbance: Sendable, Equatable {
  /// Other programs use this share of all processors.
  case programs(share: Double)
  /// The machine is warmer than the warmest state in which runs begin, both in degrees Celsius.
  case heat(Double, limit: Double)
  /// The machine slept for this number of seconds.
  case sleep(Double)
}
