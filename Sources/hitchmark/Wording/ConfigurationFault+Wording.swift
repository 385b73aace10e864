internal import Decoding
internal import RunFolders
internal import Workbench

extension Configuration.Fault {
  var complaint: Complaint {
    switch self {
    case .file(let error):
      var complaint = error.complaint
      if case .description(_, _, .unknownKey) = error {
        complaint.remedy = "the keys are store, suite, metrics and colors"
      }
      complaint.remedy = complaint.remedy ?? "fix the configuration file, or pass --no-config"
      return complaint
    case .untrusted(let path, let reason):
      return Complaint(
        at: path, reason.found,
        remedy: "pass --no-config, or replace the file by a copy that you own")
    case .store(let path, let store, let problem):
      let place = DescriptionFile.place(of: "store", in: path)
      return Complaint(
        at: path, problem.found(store), wanted: problem.wanted,
        remedy:
          "change it there, or pass --store or --no-config"
      ).placed(at: place)
    }
  }
}

extension Configuration.UntrustedFile {
  fileprivate var found: String {
    switch self {
    case .link: "the file is a symbolic link"
    case .otherOwner: "the file belongs to another user"
    case .noFile: "the path is not a regular file"
    }
  }
}

extension Configuration.StoreProblem {
  fileprivate func found(_ store: String) -> String {
    switch self {
    case .outside: "the store “\(store)” is outside of the folder of this file"
    case .link: "the store “\(store)” has a symbolic link in its path"
    case .repository: "the store “\(store)” is inside the folder .git of the repository"
    case .cluster:
      "the store “\(store)” is the address of a cluster, which this file cannot choose"
    case .relative: "the path of the store, “\(store)”, is relative"
    }
  }

  fileprivate var wanted: String? {
    self == .relative ? "expected one that begins with / or ~/" : nil
  }
}
