internal import Analysis
internal import Documents
internal import Recordings
internal import Reports
internal import Units
internal import Workbench

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
