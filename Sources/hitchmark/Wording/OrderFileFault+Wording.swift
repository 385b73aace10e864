internal import Recordings
internal import Workbench

extension OrderFileFault {
  func complaint(in path: String) -> Complaint {
    switch self {
    case .empty:
      Complaint(
        at: path, "the file names no commit",
        wanted: "expected one commit id per line, oldest first")
    case .repeated(let commit, let line, let column, let first):
      Complaint(
        at: "\(path):\(line):\(column)", "commit “\(commit)” is already in line \(first)",
        remedy: "remove one of the two lines")
    case .unknown(let commit, let nearest, let first, let last):
      Complaint(
        at: path, "the file has no commit “\(commit)”",
        wanted: """
          expected one of the commit ids in the file, from \(first.shortCommit) to \(last.shortCommit), \
          or at least 7 characters of an id
          """,
        remedy: nearest.map { "did you mean “\($0.shortCommit)”" })
    case .backwards(let first, let second):
      Complaint(
        at: path, "commit “\(second)” is older than commit “\(first)”",
        remedy: "write \(second)..\(first)")
    case .branchBeside(let branch):
      Complaint(
        at: path, "both this file and the branch “\(branch)” give an order of commits",
        remedy: "leave out --branch or --order")
    }
  }
}
