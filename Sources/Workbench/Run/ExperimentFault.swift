package import Analysis
internal import Recordings
package import Units

/// Why an experiment, which measures and compares versions of a program, cannot run.
package enum ExperimentFault {
  package static func noSuite(path: String) -> Complaint {
    Complaint(
      at: path, "the folder has no suite.json",
      remedy: "name the folder of a suite; “hitchmark init” writes a first suite.json")
  }

  package static func noStages(file: String) -> Complaint {
    Complaint(
      at: file, "the suite has no stages", remedy: "add one to “stages”")
  }

  /// A stage cannot be the name of a folder.
  package static func badStage(_ stage: String, file: String) -> Complaint {
    Complaint(
      at: file, "the stage “\(stage)” cannot be the name of a folder",
      wanted: "expected a name without “/” that does not begin with a period")
  }

  package static func unknownStage(_ stage: String, known: [String], file: String) -> Complaint {
    Complaint(
      at: file, "the suite has no stage “\(stage)”",
      wanted: "the stages of the suite are \(quoted(known))")
  }

  /// Neither the command line nor the suite names a command for a stage.
  package static func noCommand(stage: String, file: String) -> Complaint {
    Complaint(
      at: file, "no command measures the stage “\(stage)”",
      remedy:
        "write the command that measures a run after --, or as the value of “run” in suite.json")
  }

  /// Another process measures the suite, or the lock file cannot be created.
  package static func locked(path: String) -> Complaint {
    Complaint(
      at: path,
      "another “hitchmark run” measures this suite, or the folder of the suite cannot be written",
      remedy:
        "wait until the other “hitchmark run” ends, or make the folder of the suite writable")
  }

  package static func noPlan(path: String) -> Complaint {
    Complaint(
      at: path, "the suite has no experiment to resume", remedy: "leave out --resume")
  }

  /// The plan to resume cannot be read, or names stages that the suite no longer has.
  package static func badPlan(path: String) -> Complaint {
    Complaint(
      at: path, "the saved plan of the experiment cannot be resumed",
      remedy: "leave out --resume to start over")
  }

  /// The command line has other values of these options than the plan to resume.
  package static func otherPlan(options: [String], path: String) -> Complaint {
    Complaint(
      at: path,
      "the saved experiment was planned with other values of \(options.joined(separator: ", "))",
      remedy: "leave these options out, or leave out --resume to start over")
  }

  /// The plan to resume runs another program than the command line, or the suite; `option` is what sets the program.
  package static func otherProgram(
    option: String, stored: String?, asked: String?, path: String
  ) -> Complaint {
    Complaint(
      at: path,
      "the saved experiment has \(stored.map { "“\($0)”" } ?? "nothing") for \(option)",
      wanted: "the command line has \(asked.map { "“\($0)”" } ?? "nothing")",
      remedy: "repeat \(option) of the experiment, or leave out --resume to start over")
  }

  /// A folder of the suite that runs are written to is a link.
  package static func link(path: String) -> Complaint {
    Complaint(
      at: path, "it is a link, and runs would be written to where it leads",
      remedy: "replace it by a folder")
  }

  /// Runs failed one after the other; what they left is in the folder.
  package static func failedRuns(_ count: Int, stage: String, folder: String) -> Complaint {
    Complaint(
      at: folder, "\(count) runs in a row failed, the last one of the stage “\(stage)”",
      remedy: "fix the command that measures a run, then continue with --resume")
  }

  /// Commits are to be measured, and neither the current folder nor the suite is in a Git work tree.
  package static var noRepository: Complaint {
    Complaint(
      "the current folder is not in a Git work tree",
      remedy: "run the command inside the Git repository that contains the commits to measure")
  }

  /// Git cannot be run on the repository.
  package static func noGit(_ fault: GitFault) -> Complaint {
    Complaint(
      at: fault.workTree, fault.words,
      remedy: "run “git log” in the folder named above to see why Git fails"
    )
  }

  /// A commit is unknown, and the repository is a shallow clone.
  package static func notFetched(_ name: String, workTree tree: String) -> Complaint {
    Complaint(
      at: tree, "the repository is a shallow clone without the commit “\(name)”",
      remedy: "fetch the other commits with “git fetch --unshallow”")
  }

  /// A range of commits has not the form `GOOD..BAD`.
  package static func badRange(_ text: String) -> Complaint {
    Complaint(
      "“\(text)” is not a range of commits",
      wanted: "expected a range GOOD..BAD, such as v1.2..main")
  }

  /// Both ends of a range are the same commit.
  package static func emptyRange(_ text: String) -> Complaint {
    Complaint(
      "both ends of the range “\(text)” are the same commit",
      remedy: "name an older and a newer commit")
  }

  /// The good commit is not an ancestor of the bad one, as far as a shallow clone shows.
  package static func notAncestor(good: String, bad: String, isShallow: Bool) -> Complaint {
    Complaint(
      "“\(good)” is not an ancestor of “\(bad)”",
      remedy: isShallow
        ? "the repository is a shallow clone; fetch the other commits with “git fetch --unshallow”"
        : "pass the older commit first, or begin at the commit that “git merge-base \(good) \(bad)” prints"
    )
  }

  /// An end of the range cannot be built or measured.
  package static func skippedEnd(commit: String) -> Complaint {
    Complaint(
      "commit \(commit.shortCommit) is an end of the range, but cannot be measured",
      remedy: "pass another range, or fix the build or the command that measures a run")
  }

  package static func severalStages(_ stages: [String], file: String) -> Complaint {
    Complaint(
      at: file,
      "a bisection measures one stage, but the suite has \(stages.count)",
      remedy: "name one with --stage: \(quoted(stages))")
  }

  /// Neither the command line nor the suite names a metric.
  package static func noMetric(file: String) -> Complaint {
    Complaint(
      at: file, "suite.json names no metric to compare", remedy: "name a metric with --metric")
  }

  /// Builds failed one after the other.
  package static func failedBuilds(_ count: Int) -> Complaint {
    Complaint(
      "\(count) builds in a row failed",
      remedy:
        "let the command of --build exit with code 125 to skip a commit, then continue with --resume"
    )
  }

  /// A run has a value that cannot be compared.
  package static func badValue(metric: String, value: Double) -> Complaint {
    Complaint("a run has the value \(value) for \(metric), which cannot be compared")
  }

  /// An option that only pull requests have was given for another experiment.
  package static func onlyForPullRequests(_ option: String) -> Complaint {
    Complaint(
      "\(option) needs --pull-request", remedy: "name the commits with --pull-request BASE..HEAD")
  }

  /// Both ends of a pull request are the same commit.
  package static func emptyPullRequest(_ text: String, commit: String) -> Complaint {
    Complaint(
      "the pull request “\(text)” changes nothing: both sides are \(commit.shortCommit)",
      remedy: "pass BASE..HEAD, such as origin/main..HEAD, on the branch to merge")
  }

  /// The two ends of a pull request have no common ancestor, as far as a shallow clone shows.
  package static func noMergeBase(base: String, head: String, isShallow: Bool) -> Complaint {
    Complaint(
      "“\(base)” and “\(head)” have no common ancestor",
      remedy: isShallow
        ? "the repository is a shallow clone; fetch the other commits with “git fetch --unshallow”"
        : "name the branch that the pull request goes into, such as origin/main..HEAD")
  }

  /// The user named a single commit, or one commit twice.
  package static func tooFewCommits(_ names: [String]) -> Complaint {
    Complaint(
      "--commits names only \(quoted(names))",
      remedy: "name at least two commits, such as --commits main,HEAD")
  }

  /// Git did not check out a commit into a work tree of its own.
  package static func noCheckout(commit: String, workTree tree: String) -> Complaint {
    Complaint(
      at: tree, "Git could not check out commit \(commit.shortCommit) into a temporary folder",
      remedy: "check that “git worktree add” works and that the disk is not full")
  }

  package static func failedBuild(commit: String) -> Complaint {
    Complaint(
      "commit \(commit.shortCommit) cannot be built", remedy: "fix the command of --build")
  }

  /// No stage has earlier runs in one session with different values, from which noise could be estimated.
  package static func noNoise(metric: String, store: String, suite: String) -> Complaint {
    Complaint(
      at: store,
      "no session has two runs of the same stage of “\(suite)” with different values of \(metric)",
      wanted: "--plan needs to know how much the runs of a session differ",
      remedy: "first measure a few blocks of runs, such as with --blocks 3 --until blocks")
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
