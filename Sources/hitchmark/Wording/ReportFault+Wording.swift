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
        at: "--watch", "a single report is not written again", wanted: "expected --site",
        remedy: "pass --site and a folder, or leave --watch out")
    case .watchOfCluster:
      Complaint(
        at: "--watch", "a cluster cannot be watched for changes", wanted: "expected an SQLite file",
        remedy: "leave --watch out, and repeat the command when the site must be new")
    case .standaloneWithoutLaTeX:
      Complaint(
        at: "--standalone", "the output is not LaTeX",
        remedy: "pass --format latex, or a file name that ends in .tex")
    case .foreignFile(let path):
      Complaint(
        at: path, "this file is not a page of the site",
        wanted: "the site needs its path for a page",
        remedy: "move the file, or pass another folder")
    case .manifest(let path, let line):
      Complaint(
        at: path, line: line, "found a line that is not in the format of this file",
        wanted: "expected a fingerprint and the path of a page",
        remedy: "restore the file, or pass another folder")
    }
  }
}
