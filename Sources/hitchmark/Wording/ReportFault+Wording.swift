internal import Workbench

extension ReportFault {
  var complaint: Complaint {
    switch self {
    case .nothingAsked:
      Complaint(
        at: "report", "no suite is named", wanted: "wanted a suite, or --site and a folder",
        remedy: "see “hitchmark report --help”")
    case .besideSite(let options):
      Complaint(
        at: "--site", "\(options.joined(separator: " and ")) beside it",
        wanted: "a site has a form and a place of its own", remedy: "leave one of them out")
    case .foreignFile(let path):
      Complaint(
        at: path, "no site of an earlier run wrote this", wanted: "a page has to stand there",
        remedy: "move it away, or name another folder")
    case .manifest(let path, let line):
      Complaint(
        at: path, line: line, "no line that a site wrote",
        wanted: "wanted a fingerprint and the place of a page",
        remedy: "restore the file, or name another folder")
    }
  }
}
