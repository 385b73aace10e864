internal import Analysis
internal import Units
internal import Workbench

extension HistoryCaveat {
  var complaint: Complaint {
    switch self {
    case .withoutGit(let fault):
      Complaint(
        at: fault.workTree, "\(fault.words), so the current commit is unknown",
        wanted: "the commits are ordered by the parent commits that the store has for each run",
        remedy: "run “git log” in the folder named above to see why Git fails")
    case .shallowClone(let root, let history, let missing):
      Complaint(
        at: root,
        "the repository is a shallow clone with \(counted(history.commits.count, "commit")) of \(history.name)",
        wanted:
          "the runs measured \(counted(missing, "other commit")), which may not have been fetched",
        remedy: "fetch the whole history with “git fetch --unshallow”")
    }
  }
}
