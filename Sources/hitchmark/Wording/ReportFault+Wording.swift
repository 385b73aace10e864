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
    }
  }
}
