internal import Analysis
internal import Documents
internal import Recordings
internal import Reports
internal import Units
internal import Workbench

extension ExperimentFault {
  var complaint: Complaint {
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
        wanted: "the stages of the suite are \(list(known))")
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
        remedy: "name one with --stage: \(list(stages))")
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
        "--commits names only \(list(names))",
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

extension RunFault {
  var text: String {
    switch self {
    case .notStarted(let program, let reason):
      "the program “\(program)” cannot be started: \(reason)"
    case .exited(let code): "the command exited with code \(code)"
    case .signaled(let signal): "the command was ended by signal \(signal)"
    case .timedOut(let seconds):
      "the command took longer than \(seconds.secondsText)"
    case .notWritten(let reason): "the output of the command cannot be written: \(reason)"
    case .noTrace: "the command wrote no file in a known trace format into the output folder {out}"
    case .unreadable(let failure): failure.message
    case .noValue(let metric, let reason): "the run has no value of \(metric): \(reason)"
    case .before(let fault): "the command “before_each” failed before the run: \(fault.text)"
    }
  }

  fileprivate var buildText: String {
    switch self {
    case .exited(let code): "the build command exited with code \(code)"
    case .signaled(let signal): "the build command was ended by signal \(signal)"
    default: text
    }
  }
}

extension ExperimentEvent {
  /// Whether the text of the event is progress, which a terminal replaces by the next event and other outputs omit.
  var isProgress: Bool {
    if case .measuring = self { true } else { false }
  }

  var text: String {
    switch self {
    case .measuring(let stage, let run, let block, let count, let seconds):
      [
        block.map { progressBar($0 - 1, of: count) + " block \($0) of \(count)" },
        seconds.map { "at most \(durationText($0)) left" }, "measuring \(stage)/\(run)",
      ].compactMap(\.self).joined(separator: "; ")
    case .building(let commit): "building \(commit.shortCommit)"
    case .failedBuild(let commit, let fault, let lines):
      (["the build of \(commit.shortCommit) failed: \(fault.buildText)"] + lines.map { "  \($0)" })
        .joined(separator: "\n")
    case .failed(let stage, let run, let fault, let lines):
      (["\(stage)/\(run) failed: \(fault.text)"] + lines.map { "  \($0)" }).joined(separator: "\n")
    case .survivors(let stage, let run):
      "\(stage)/\(run): hitchmark ended processes that the command had left running"
    case .waiting(let disturbance):
      "waiting until the machine is quiet, as --quiet demands: \(disturbance.text)"
    case .notQuiet(let disturbance):
      "the machine did not become quiet within two minutes: \(disturbance.text)"
    case .disturbed(let stage, let run, let disturbance, let isRepeated):
      "\(stage)/\(run) was disturbed: \(disturbance.text); "
        + (isRepeated
          ? "Hitchmark repeats the run"
          : "the run counts nevertheless, because all three tries were disturbed")
    case .diskFull(let stage, let run):
      "\(stage)/\(run): the disk is full, so the files of this failed run were deleted; free space before the next run"
    case .sameTrace(let stage, let run):
      "\(stage)/\(run): the store already has a run with the same bytes, so the new run was not added"
    case .noSampler: "the CPU time and memory of processes are not available on this system"
    case .otherClock(let stage, let run):
      """
      \(stage)/\(run): the trace and the samples of the processes use different clocks, so the samples are \
      stored in .resources.csv, but no metric uses the samples
      """
    case .block(let block, let count, let pairs, let seconds):
      (["block \(block) of \(count)"] + pairs.compactMap(\.text)
        + (block < count
          ? ["at most \(durationText(seconds)) until the end of the experiment"] : []))
        .joined(separator: "; ")
    }
  }
}

extension Disturbance {
  fileprivate var text: String {
    switch self {
    case .programs(let share): "other programs used \(share.percentage) of the processors"
    case .heat(let degrees, let limit):
      "the temperature was \(degrees.celsiusText), more than the \(limit.celsiusText) at which a run may begin"
    case .sleep(let seconds): "the machine slept for \(durationText(seconds))"
    }
  }
}

/// A bar of 20 characters, filled as far as the work is done.
private func progressBar(_ done: Int, of count: Int) -> String {
  let filled = 20 * done / max(count, 1)
  return "[" + String(repeating: "=", count: filled) + String(repeating: " ", count: 20 - filled)
    + "]"
}

extension BisectionEvent {
  /// Whether the text of the event is progress, which a terminal replaces by the next event and other outputs omit.
  var isProgress: Bool {
    switch self {
    case .measuring: true
    case .run(let event): event.isProgress
    default: false
    }
  }

  var text: String {
    switch self {
    case .measuring(let commit, let run, let most):
      "run \(run) of at most \(most); measuring \(commit.shortCommit)"
    case .started(let commits, let runs):
      "searching \(counted(commits, "commit"))"
        + (runs > 0 ? ", continuing after \(counted(runs, "run"))" : "")
    case .changedFiles: "the work tree has uncommitted changes, but hitchmark measures only commits"
    case .run(let event): event.text
    case .skipped(let commit): "\(commit.shortCommit) is skipped"
    case .measured(let run, let commit, let value, let metric, let likeliest, let probability):
      """
      run \(run): \(commit.shortCommit) \(metric.id) \(metric.printing.text(Quantity(value, metric.unit))); \
      most likely: \(likeliest?.shortCommit ?? "no change") (\(probability.percentage))
      """
    }
  }
}

extension MeasuredPair {
  /// The result of the comparison after the latest block; `nil` before the first block.
  var text: String? {
    comparison.map { "\(reference) → \(candidate): \($0.text)" }
  }
}

extension ExperimentOutcome {
  var text: String {
    let answers = pairs.compactMap(\.text).joined(separator: "; ")
    let end =
      switch end {
      case .decided: "stopped after \(counted(blocks, "block")) of \(planned)"
      case .allBlocks: "\(counted(blocks, "block")) measured"
      case .budgetSpent:
        """
        the time of --budget was used up after \(counted(blocks, "block")) of \(planned); --resume continues \
        the experiment
        """
      case .interrupted:
        "interrupted after \(counted(blocks, "block")) of \(planned); --resume continues the experiment"
      }
    let cost = samplingCost.map {
      "Hitchmark's sampling of the measured processes took \($0.percentage) of one processor"
    }
    return [answers.isEmpty ? end : "\(end): \(answers)", cost].compactMap(\.self)
      .joined(separator: "\n")
  }
}

extension Experiment.Forecast {
  /// One line per change.
  var text: String {
    effects.map { effect, blocks in
      let change = metric.unit == .fraction ? "\(effect.percentage) (points)" : effect.percentage
      guard let blocks else {
        return
          "to detect a change of \(metric.id) by \(change) in 80% of cases, more than 200 blocks of runs are needed"
      }
      let time = secondsPerBlock.map { ", about \(durationText(Double(blocks) * $0))" } ?? ""
      return
        """
        to detect a change of \(metric.id) by \(change) in 80% of cases, \(counted(blocks, "block")) of runs \
        \(blocks == 1 ? "is" : "are") needed\(time)
        """
    }.joined(separator: "\n")
      + "\n(The noise was estimated from \(counted(runs, "run")) of \(counted(sessions, "session")).)\n"
  }
}

extension Double {
  fileprivate var percentage: String {
    let tenths = (self * 1000).rounded() / 10
    return "\(tenths == tenths.rounded() && tenths >= 1 ? "\(Int(tenths))" : "\(tenths)")%"
  }

  /// A number of seconds with its unit, without decimals if the number is whole.
  fileprivate var secondsText: String { self == rounded() ? "\(Int(self)) s" : "\(self) s" }

  /// A temperature with its unit, rounded to whole degrees.
  fileprivate var celsiusText: String { "\(Int(rounded())) °C" }
}
