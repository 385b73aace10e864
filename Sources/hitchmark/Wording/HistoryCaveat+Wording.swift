internal import Analysis
internal import Units
internal import Workbench

extension HistoryCaveat {
  var complaint: Complaint {
    switch self {
    case .withoutGit(let fault):
      Complaint(
        at: fault.workTree, "\(fault.words), so the current commit is unknown",
        wanted: "commits are ordered by their parents as stored",
        remedy: "run “git log” there to see why")
    case .shallowClone(let root, let history, let missing):
      Complaint(
        at: root,
        "a shallow clone of \(counted(history.commits.count, "commit")) along \(history.name)",
        wanted:
          "runs of \(counted(missing, "other commit")) may belong to commits that were not fetched",
        remedy: "fetch the whole history with “git fetch --unshallow”")
    }
  }
}
