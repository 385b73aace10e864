internal import Workbench

extension ReportFault {
  var complaint: Complaint {
    switch self {
    case .nothingAsked:
      Complaint(
        at: "report", "no suite is named", wanted: "expected a suite, or --site and a folder",
        remedy: "see “hitchmark report --help”")
    case .besideSite(let options):
      Complaint(
        at: "--site", "the option cannot be combined with \(options.joined(separator: " and "))",
        wanted: "a site has its own format and folder", remedy: "leave one of the options out")
    case .watchWithoutSite:
      Complaint(
        at: "--watch", "only a site can be updated whenever the runs change, not a single report",
        wanted: "expected --site",
        remedy: "pass --site and a folder, or leave --watch out")
    case .watchOfCluster:
      Complaint(
        at: "--watch", "a cluster cannot be watched for changes", wanted: "expected an SQLite file",
        remedy: "leave --watch out, and repeat the command to update the site")
    case .standaloneWithoutLaTeX:
      Complaint(
        at: "--standalone", "the option is only for LaTeX, and the output has another format",
        remedy: "pass --format latex, or a file name that ends in .tex")
    case .foreignFile(let path):
      Complaint(
        at: path, "this file was not written as a part of the site",
        wanted: "the site needs this path for a page or a folder",
        remedy: "move the file, or pass another folder")
    case .manifest(let path, let line):
      Complaint(
        at: path, line: line, "found a line that is not in the format of this file",
        wanted: "expected a fingerprint and the path of a page",
        remedy: "restore the file, or pass another folder")
    }
  }
}
