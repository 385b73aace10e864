extension OrderFileFault {
  func complaint(in path: String) -> Complaint {
    switch self {
    case .empty:
      Complaint(at: path, "names no commit", wanted: "wanted an id a line, oldest first")
    case .repeated(let commit, let line, let column, let first):
      Complaint(
        at: "\(path):\(line):\(column)", "commit “\(commit)” stands in line \(first) already",
        wanted: "wanted each commit once, oldest first", remedy: "remove one of the lines")
    case .unknown(let commit):
      Complaint(
        at: path, "has no commit “\(commit)”",
        wanted: "wanted one of its ids, or at least 7 characters of one")
    case .branchBeside(let branch):
      Complaint(
        at: path, "stands for one line of commits, and branch “\(branch)” for another",
        remedy: "leave --branch or --order out")
    }
  }
}
