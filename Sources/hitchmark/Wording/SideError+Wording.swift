internal import Recordings
internal import Units
internal import Workbench

extension SideError {
  var complaint: Complaint {
    switch self {
    case .noLabel(let word):
      Complaint(
        at: word, "a label without a value",
        wanted: "wanted label:KEY=VALUE, such as label:build=old")
    case .unknown(let word, let hasStore, let nearest, let stages):
      Complaint(
        at: word, "no trace, no stage and no commit with runs",
        wanted: !hasStore
          ? "there is no store to look in"
          : stages.isEmpty ? "the store has no stages" : "the stages are \(list(stages))",
        remedy: nearest.map { "did you mean “\($0)”" } ?? "see “hitchmark compare --help”")
    case .stageOfSeveral(let stage, let suites):
      Complaint(
        at: stage, "a stage of several suites", wanted: "they are \(list(suites))",
        remedy: "write \(suites[0])/\(stage), or pass --suite")
    case .noRuns(let word, let store, let limits):
      Complaint(
        at: word, "no run in \(store) is of it" + (limits.isEmpty ? "" : " and of \(list(limits))"),
        remedy: "\(Suggestion.command("runs list", on: store)) shows what there is")
    case .commitWithoutRuns(let word, let id, let nearest):
      Complaint(
        at: word, "no run measured commit \(id.shortCommit)", wanted: nearest.words,
        remedy: "measure it, or compare with another")
    case .oneSide(let word):
      Complaint(
        at: word, "one side alone", wanted: "wanted two, or a range such as v1.0..HEAD",
        remedy: "see “hitchmark compare --help”")
    case .rangeAndSide(let range):
      Complaint(
        at: range, "a range has both sides already", remedy: "leave the other one out")
    case .rangeBesideBranch(let range, let branch):
      Complaint(
        at: range, "a range tells where it ends, and so does --branch \(branch)",
        remedy: "leave one of them out")
    case .symmetricRange(let range):
      Complaint(
        at: range, "three dots mean commits that only one side has, which nobody compares",
        wanted: "wanted two dots",
        remedy: "write \(range.replacing("...", with: "..", maxReplacements: 1))")
    case .noWorkTree(let range):
      Complaint(
        at: range, "there is no work tree to look for commits in",
        remedy:
          "run it in the work tree whose commits were measured, or name their order with --order")
    case .noGit(let word, let fault):
      Complaint(
        at: word, "\(fault.words) in \(fault.workTree)",
        wanted: fault.silence == nil ? "wanted git on the PATH" : nil,
        remedy: "try “git log” there")
    case .backwards(let first, let second, let workTree):
      Complaint(
        at: workTree, "commit “\(second)” comes before “\(first)”",
        wanted: "wanted the older one first", remedy: "write \(second)..\(first)")
    case .overlap(let count, let isAll):
      Complaint(
        isAll
          ? "the two sides are the same runs"
          : "\(counted(count, "run")) would stand on both sides",
        wanted: "wanted runs to hold against other runs", remedy: "name another side")
    case .nothingInCommon(let reference, let candidate):
      Complaint(
        "the two sides have no stage in common",
        wanted: "one has \(list(reference)), the other \(list(candidate))",
        remedy: "name a stage on either side")
    case .stageless(let traces, let other, let stages):
      Complaint(
        at: traces, "names no stage, and \(other) has \(stages.count)",
        wanted: "wanted one of \(list(stages))",
        remedy: "pass it with --stage")
    }
  }
}

extension Complaint {
  /// What is said of sides whose suites ask for different things; the comparison goes on.
  init(comparing candidate: String, with reference: String) {
    self.init(
      at: "suites “\(reference)” and “\(candidate)”",
      "their tables have different rows, or their noise floors differ",
      wanted: "compared by the rows and noise floors of a suite that says nothing of them",
      remedy: "name other rows with --metrics")
  }
}

extension Complaint {
  /// What is said of runs in a work tree whose commit nobody names; they are kept without one.
  init(_ fault: GitFault, hides runs: Int) {
    self.init(
      at: fault.workTree,
      "\(fault.words) here, so the commit of \(counted(runs, "run")) is not known",
      remedy: "try “git log” there, or name it with --commit")
  }
}

extension GitFault {
  /// What is the matter, without the place.
  var words: String {
    silence.map { "git said nothing for \($0) s" } ?? "git cannot be asked"
  }
}

extension NearestCommits {
  fileprivate var words: String {
    let places = [(before, "before"), (after, "after")].compactMap { neighbour, direction in
      neighbour.map {
        "\($0.commit.shortCommit), \(counted($0.distance, "commit")) \(direction)"
      }
    }
    if places.isEmpty { return "no commit around it has runs either" }
    return
      "the nearest with runs \(places.count == 1 ? "is" : "are") \(places.joined(separator: "; "))"
  }
}
