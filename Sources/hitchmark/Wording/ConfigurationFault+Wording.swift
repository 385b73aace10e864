internal import RunFolders
internal import Workbench

extension Configuration.Fault {
  var complaint: Complaint {
    switch self {
    case .file(let error):
      var complaint = error.complaint
      complaint.remedy = complaint.remedy ?? "fix the file, or pass --no-config"
      return complaint
    case .untrusted(let path, let reason):
      return Complaint(
        at: path, reason.found, wanted: "expected a regular file of your own",
        remedy: "pass --no-config, or copy the file")
    case .store(let path, let store, let problem):
      let place = DescriptionFile.place(of: "store", in: path)
      return Complaint(
        at: path, "the store is “\(store)”, \(problem.found)", wanted: problem.wanted,
        remedy: "change the path, or pass --store or --no-config"
      ).placed(at: place)
    }
  }
}

extension Configuration.UntrustedFile {
  fileprivate var found: String {
    switch self {
    case .link: "the file is a symbolic link"
    case .otherOwner: "the file belongs to another user"
    case .noFile: "this is not a regular file"
    }
  }
}

extension Configuration.StoreProblem {
  fileprivate var found: String {
    switch self {
    case .outside: "which is outside of the file's folder"
    case .link: "which is or contains a symbolic link"
    case .repository: "which is inside the Git repository"
    case .cluster: "which is the address of a cluster"
    case .relative: "which is a relative path"
    }
  }

  fileprivate var wanted: String {
    switch self {
    case .relative: "expected a path that begins with / or ~/"
    case .outside, .link, .repository, .cluster:
      "in a work tree, expected a path below the file's folder without symbolic links"
    }
  }
}
