/// A message in its parts: where, what was found, what was wanted, what to do.
struct Complaint {
  var place: String?
  var line: Int?
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

  /// `path:line: what was found; what was wanted; what to do`, in lower case and without a full stop.
  var text: String {
    let location = place.map { place in line.map { "\(place):\($0)" } ?? place }
    let facts = [found, wanted, remedy].compactMap { $0 }.joined(separator: "; ")
    return [location ?? "hitchmark", facts].joined(separator: ": ")
  }
}
