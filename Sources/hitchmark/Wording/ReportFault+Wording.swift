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
        at: "--site", "\(options.joined(separator: " and ")) cannot be combined with it",
        wanted: "a site has its own format and folder", remedy: "leave one of them out")
    case .watchWithoutSite:
      Complaint(
        at: "--watch", "a report cannot be watched", wanted: "only a site can",
        remedy: "pass --site and a folder, or leave --watch out")
    case .standaloneWithoutLaTeX:
      Complaint(
        at: "--standalone", "no LaTeX is requested",
        remedy: "pass --format latex, or a file name that ends in .tex")
    case .foreignFile(let path):
      Complaint(
        at: path, "this file is not a page of the site", wanted: "a page must be written here",
        remedy: "move it, or pass another folder")
    case .manifest(let path, let line):
      Complaint(
        at: path, line: line, "found a line that is not in the format of this file",
        wanted: "expected a fingerprint and the path of a page",
        remedy: "restore the file, or pass another folder")
    }
  }
}
