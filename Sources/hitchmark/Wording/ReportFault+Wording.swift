internal import Workbench

extension ReportFault {
  var complaint: Complaint {
    switch self {
    case .nothingAsked:
      Complaint(
        at: "report", "the command names no suite",
        remedy: "name one, or a folder for a website with --site")
    case .besideSite(let options):
      Complaint(
        at: "--site", "the option cannot be combined with \(options.joined(separator: " and "))",
        wanted: "a website consists of HTML pages in the folder that --site names",
        remedy: "leave out --site, or leave out \(options.joined(separator: " and "))")
    case .watchWithoutSite:
      Complaint(
        at: "--watch",
        "the option updates only a website",
        remedy: "pass --site and a folder, or leave --watch out")
    case .watchOfCluster:
      Complaint(
        at: "--watch", "a ClickHouse cluster cannot be watched for changes",
        remedy: "leave --watch out, and repeat the command to update the website")
    case .standaloneWithoutLaTeX:
      Complaint(
        at: "--standalone", "this option is only for LaTeX, and the output has another format",
        remedy: "pass --format latex, or a file name that ends in .tex")
    case .foreignFile(let path):
      Complaint(
        at: path, "hitchmark did not write this file as a part of the website",
        wanted: "the website needs this path for a page or a folder",
        remedy: "move the file, or name another folder for the website")
    case .manifest(let path, let line):
      Complaint(
        at: path, line: line,
        "this file lists the pages of the website, but this line is not an entry of the list",
        remedy: "restore this file, or name another folder for the website")
    }
  }
}
