internal import Recordings
internal import Workbench

extension OrderFileFault {
  func complaint(in path: String) -> Complaint {
    switch self {
    case .empty:
      Complaint(at: path, "names no commit", wanted: "wanted an id a line, oldest first")
    case .repeated(let commit, let line, let column, let first):
      Complaint(
        at: "\(path):\(line):\(column)", "commit “\(commit)” stands in line \(first) already",
        wanted: "wanted each commit once, oldest first", remedy: "remove one of the lines")
    case .unknown(let commit, let nearest, let first, let last):
      Complaint(
        at: path, "has no commit “\(commit)”",
        wanted: "wanted one of its ids from \(first.shortCommit) to \(last.shortCommit), "
          + "or at least 7 characters of one",
        remedy: nearest.map { "did you mean “\($0.shortCommit)”" })
    case .backwards(let first, let second):
      Complaint(
        at: path, "commit “\(second)” comes before “\(first)”",
        wanted: "wanted the older one first", remedy: "write \(second)..\(first)")
    case .branchBeside(let branch):
      Complaint(
        at: path, "stands for one line of commits, and branch “\(branch)” for another",
        remedy: "leave --branch or --order out")
    }
  }
}
