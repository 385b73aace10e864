package import Analysis

/// Why an experiment, which measures and compares versions of a program, cannot run.
package enum ExperimentFault: Sendable {
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
