internal import Units
internal import Workbench

extension Progress {
  /// The text of the progress line; `nil` if it stays as it is.
  var text: String? {
    switch self {
    case .readingRun(let number, let count): "reading run \(number) of \(count)"
    case .readingHistory(let number, let count): "reading benchmark history \(number) of \(count)"
    case .computingRun(let number, let count): "computing the metrics of run \(number) of \(count)"
    case .writingRun(let number, let count): "writing run \(number) of \(count)"
    case .mergedRuns(let number, let count, _): "merging run \(number) of \(count)"
    case .verifyingRun(let number, let count): "verifying run \(number) of \(count)"
    case .calibrating(let percent): "calibrating, \(percent)% done"
    case .finished: ""
    case .addedRuns, .wrotePages: nil
    }
  }

  /// What a user must know if a signal ends the task now; `nil` if it is what it was before.
  var words: String? {
    switch self {
    // The first runs may be in the store before they are counted.
    case .addedRuns(0):
      "interrupted before or while the first runs were added; repeat the command\n"
    case .addedRuns(let runs):
      """
      interrupted: at least \(counted(runs, "run")) \(runs == 1 ? "was" : "were") added; repeat the command for the others

      """
    case .mergedRuns(let runs, let all, let path):
      """
      interrupted: at least \(runs) of \(counted(all, "run")) of \(path.harmless(limit: 200)) \(runs == 1 ? "was" : "were") merged, \
      their metrics unchecked; repeat the command for the others, then run “hitchmark runs recompute”

      """
    case .wrotePages(let pages):
      """
      interrupted: at least \(counted(pages, "page")) of the website \(pages == 1 ? "was" : "were") written; repeat the command \
      for the others

      """
    case .finished: ""
    default: nil
    }
  }
}

extension Notice {
  var text: String {
    switch self {
    case .refused(let error): error.message
    case .commitsUnknown(let fault, let runs): Complaint(fault, hides: runs).text
    case .pageLeft(let path):
      "\(path): the website no longer has this page; another program changed the file, so the file was not removed"
    }
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
