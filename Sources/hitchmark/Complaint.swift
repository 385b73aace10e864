internal import Recordings
internal import Units

/// An error message in parts: place, what was found, what was expected, what to do.
///
///     Complaint(at: "run.csv", "the file is empty", wanted: "expected a trace").text  // "run.csv: the file is empty; expected a trace"
struct Complaint {
  var place: String?
  var line: Int?
  var column: Int?
  var found: String
  var wanted: String?
  var remedy: String?

  init(
    at place: String? = nil, line: Int? = nil, _ found: String, wanted: String? = nil,
    remedy: String? = nil
  ) {
    self.place = place
    self.line = line
    self.found = found
    self.wanted = wanted
    self.remedy = remedy
  }

  /// This complaint with another place within the file.
  func placed(at place: TextPlace?) -> Complaint {
    var complaint = self
    complaint.line = place?.line
    complaint.column = place?.column
    return complaint
  }

  /// `path:line:column: what was found; what was expected; what to do`, in lower case and without a period.
  ///
  /// The text has no control characters, because paths, names and values may come from hostile files.
  var text: String {
    let name = place == "-" ? "standard input" : place
    let numbers = [line, column].prefix { $0 != nil }.compactMap { $0.map(String.init) }
    let location = name.map { ([$0] + numbers).joined(separator: ":") }
    let facts = [found, wanted, remedy].compactMap { $0 }.joined(separator: "; ")
    return [location ?? "hitchmark", facts].joined(separator: ": ").harmless
  }
}
