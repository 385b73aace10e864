internal import Recordings
internal import Units
internal import Workbench

extension SideError {
  var complaint: Complaint {
    switch self {
    case .noLabel(let word):
      Complaint(
        at: word, "the label has no value",
        wanted: "expected label:KEY=VALUE, such as label:build=old")
    case .unknown(let word, let hasStore, let nearest, let stages):
      Complaint(
        at: word, "this is not a trace, a stage, or a commit with runs",
        wanted: !hasStore
          ? "there is no store"
          : stages.isEmpty ? "the store has no stages" : "the stages are \(list(stages))",
        remedy: nearest.map { "did you mean “\($0)”" }
          ?? "“hitchmark compare --help” lists what a side can be")
    case .stageOfSeveral(let stage, let suites):
      Complaint(
        at: stage, "several suites have this stage", wanted: "they are \(list(suites))",
        remedy: "write \(suites[0])/\(stage), or pass --suite")
    case .noRuns(let word, let store, let limits):
      Complaint(
        at: word,
        "no run in \(store) matches this side"
          + (limits.isEmpty ? "" : " among the runs of \(list(limits))"),
        remedy: "\(Suggestion.command("runs list", on: store)) lists the runs")
    case .commitWithoutRuns(let word, let id, let nearest):
      Complaint(
        at: word, "no run measured commit \(id.shortCommit)", wanted: nearest.words,
        remedy: "measure this commit, or compare another one")
    case .oneSide(let word):
      Complaint(
        at: word, "the second side is missing",
        wanted: "expected two sides, or a range such as v1.0..HEAD",
        remedy: "“hitchmark compare --help” lists what a side can be")
    case .rangeAndSide(let range):
      Complaint(
        at: range, "a range already has both sides", remedy: "leave out the other side")
    case .rangeBesideBranch(let range, let branch):
      Complaint(
        at: range, "both the range and --branch \(branch) give the last commit",
        remedy: "leave one of them out")
    case .symmetricRange(let range):
      Complaint(
        at: range,
        "“...” selects the commits that only one of the two ends contains, which cannot be compared",
        wanted: "expected two dots",
        remedy: "write \(range.replacing("...", with: "..", maxReplacements: 1))")
    case .noWorkTree(let range):
      Complaint(
        at: range, "there is no Git work tree here, so the commits of the range are unknown",
        remedy:
          "run the command in the work tree whose commits were measured, or pass their order as --order FILE"
      )
    case .noGit(let word, let fault):
      Complaint(
        at: word, "\(fault.words) in \(fault.workTree)",
        wanted: fault.silence == nil ? "expected git on the PATH" : nil,
        remedy: "run “git log” there to see why")
    case .backwards(let first, let second, let workTree):
      Complaint(
        at: workTree, "commit “\(second)” comes before “\(first)”",
        wanted: "expected the older one first", remedy: "write \(second)..\(first)")
    case .overlap(let count, let isAll):
      Complaint(
        isAll
          ? "the two sides are the same runs"
          : "\(counted(count, "run")) would be on both sides",
        wanted: "expected different runs on each side", remedy: "name another side")
    case .nothingInCommon(let reference, let candidate):
      Complaint(
        "the two sides have no stage in common",
        wanted: "one has \(list(reference)), the other \(list(candidate))",
        remedy: "name a stage on each side")
    case .stageless(let traces, let other, let stages):
      Complaint(
        at: traces,
        "the traces name no stage, and the other side, \(other), has \(counted(stages.count, "stage"))",
        wanted: "expected one of \(list(stages))",
        remedy: "pass it with --stage")
    }
  }
}

extension Complaint {
  /// The warning for sides whose suites have different rules.
  ///
  /// The comparison continues.
  init(comparing candidate: String, with reference: String) {
    self.init(
      at: "suites “\(reference)” and “\(candidate)”",
      "their tables have different rows, or their noise floors differ",
      wanted: "used the default rows and noise floors",
      remedy: "select rows with --metrics")
  }
}

extension Complaint {
  /// The warning for runs whose commit is unknown because Git cannot be run.
  ///
  /// They are stored without one.
  init(_ fault: GitFault, hides runs: Int) {
    self.init(
      at: fault.workTree,
      "\(fault.words), so the commit of \(counted(runs, "run")) is not known",
      remedy: "run “git log” there to see why, or name the commit with --commit")
  }
}

extension GitFault {
  /// The problem, without the place.
  var words: String {
    silence.map { "Git did not answer for \($0) s" } ?? "Git cannot be run"
  }
}

extension NearestCommits {
  fileprivate var words: String {
    let places = [(before, "before"), (after, "after")].compactMap { neighbor, direction in
      neighbor.map {
        "\($0.commit.shortCommit), \(counted($0.distance, "commit")) \(direction)"
      }
    }
    if places.isEmpty { return "no nearby commit has runs" }
    return
      "the nearest \(places.count == 1 ? "commit with runs is" : "commits with runs are") \(places.joined(separator: "; "))"
  }
}
