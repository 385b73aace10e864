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
        at: word, "this argument names neither a trace, nor a stage, nor a commit with runs",
        wanted: !hasStore
          ? "the store does not exist"
          : stages.isEmpty
            ? "the store has no stages"
            : "the stages in the store are \(list(stages))",
        remedy: nearest.map { "did you mean “\($0)”" }
          ?? "“hitchmark compare --help” lists what can be compared")
    case .stageOfSeveral(let stage, let suites):
      Complaint(
        at: stage, "several suites have a stage with this name",
        wanted: "the suites with this stage are \(list(suites))",
        remedy: "name the stage with its suite, as in \(suites[0])/\(stage), or pass --suite")
    case .noRuns(let word, let store, let limits):
      Complaint(
        at: word,
        limits.isEmpty
          ? "no run in \(store) matches this side of the comparison"
          : "no run of \(list(limits)) in \(store) matches this side of the comparison",
        remedy: "the command \(Suggestion.command("runs list", on: store)) lists all runs")
    case .commitWithoutRuns(let word, let id, let nearest):
      Complaint(
        at: word, "no run measured commit \(id.shortCommit)", wanted: nearest.words,
        remedy: "measure this commit, or compare another commit")
    case .givenTwice(let word):
      Complaint(
        at: word, "this side is given twice",
        remedy: "name each side once; the first one is what the others are compared with")
    case .oneSide(let word):
      Complaint(
        at: word, "the second side of the comparison is missing",
        remedy: "name it, or pass a range such as v1.0..HEAD")
    case .rangeAndSide(let range):
      Complaint(
        at: range, "the range of commits names both sides of the comparison already",
        remedy: "leave out the argument after the range")
    case .rangeBesideBranch(let range, let branch):
      Complaint(
        at: range, "both the range and --branch \(branch) name the last commit to compare",
        remedy: "leave out --branch, or the commit at the end of the range")
    case .symmetricRange(let range):
      Complaint(
        at: range,
        "“...” selects the commits that only one of the two ends of the range contains, which cannot be compared",
        remedy: "write \(range.replacing("...", with: "..", maxReplacements: 1))")
    case .noWorkTree(let range):
      Complaint(
        at: range,
        "the current folder is in no Git work tree, so the commits of the range are unknown",
        remedy:
          "run the command in the work tree whose commits were measured, or pass the order of commits as --order FILE"
      )
    case .noGit(let word, let fault):
      Complaint(
        at: word, "\(fault.words) in \(fault.workTree)",
        remedy: "run “git log” in the folder named above to see why Git fails")
    case .backwards(let first, let second, let workTree):
      Complaint(
        at: workTree, "commit “\(second)” is older than commit “\(first)”",
        remedy: "write \(second)..\(first)")
    case .overlap(let count, let isAll):
      Complaint(
        isAll
          ? "both sides of the comparison are the same runs"
          : "\(counted(count, "run")) would be on both sides of the comparison",
        remedy: "name other runs for one side")
    case .nothingInCommon(let reference, let candidate):
      Complaint(
        "the two sides of the comparison have no tested stage in common",
        wanted:
          "the reference has the stages \(list(reference)), and the candidate has the stages \(list(candidate))",
        remedy: "name a stage on each side of the comparison")
    case .noCommonStream(let chosen, let known):
      Complaint(
        "the captures have no program or page in common: the likeliest streams are \(list(chosen))",
        wanted: "the captures have the streams \(list(known))",
        remedy: "choose streams with --stream, for example --stream \"\(chosen[0])\"")
    case .stageless(let traces, let other, let stages):
      Complaint(
        at: traces,
        "the traces belong to no stage, but the other side, \(other), has runs of \(counted(stages.count, "stage"))",
        remedy: "name it with --stage: \(list(stages))")
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
      "the suites declare different metrics for their tables, or different noise floors",
      wanted: "the comparison uses the default metrics and noise floors",
      remedy: "select the metrics with --metrics")
  }
}

extension Complaint {
  /// The warning for runs whose commit is unknown because Git cannot be run.
  ///
  /// The runs are stored without a commit.
  init(_ fault: GitFault, hides runs: Int) {
    self.init(
      at: fault.workTree,
      "\(fault.words), so the commit of \(counted(runs, "run")) is unknown",
      remedy:
        "run “git log” in the folder named above to see why Git fails, or name the commit with --commit"
    )
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
    if places.isEmpty { return "no commit close to this commit has runs" }
    return
      "the nearest \(places.count == 1 ? "commit with runs is" : "commits with runs are") \(places.joined(separator: "; "))"
  }
}
