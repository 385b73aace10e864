internal import Decoding
internal import Histories
internal import Units
internal import Workbench

extension ImportFailure {
  var complaint: Complaint {
    switch self {
    case .history(let error): error.complaint
    case .oneStageForSeveral(let count, let path):
      Complaint(
        at: path, "--stage is one name for \(counted(count, "benchmark"))",
        wanted: "wanted a history of one", remedy: "leave it out, and benchmarks become stages")
    case .unknownMetric(let name, let nearest, let known):
      Complaint(
        "no history here has a metric “\(name)”",
        wanted: nearest.map { "did you mean “\($0)”" } ?? "they have \(list(known))",
        remedy: "nothing was written")
    case .nothing(let paths):
      Complaint(
        at: paths.first, "nothing here is a history, or a folder with histories",
        remedy: "“hitchmark formats --histories” lists what can be read")
    }
  }
}

extension HistoryError {
  var complaint: Complaint {
    switch self {
    case .file(.empty(let path)):
      Complaint(at: path, "the file is empty", wanted: "wanted a history")
    case .file(let error): error.complaint
    case .malformed(let place, let found, let wanted):
      Complaint(at: place.text, "found \(found)", wanted: "wanted \(wanted)")
    case .tooLarge(let path, let limit):
      Complaint(
        at: path, "over \(limit) MiB", wanted: "wanted a history that fits into memory",
        remedy: "divide it")
    case .tooManyValues(let place, let limit):
      Complaint(
        at: place.text, "over \(limit) values", wanted: "wanted a history that fits into memory",
        remedy: "divide it")
    case .unrecognised(let path, let start):
      Complaint(
        at: path,
        start.map { "no known history; it begins with “\($0)”" } ?? "no text and no known history",
        remedy: "“hitchmark formats --histories” lists what can be read")
    case .notThisFormat(let path, let format):
      Complaint(
        at: path, "is no history of \(format)", remedy: "leave --as out to have it recognised")
    case .wrongValue, .missingKey, .newerVersion: valueComplaint
    case .empty(let path, let format, let leftOut):
      Complaint(
        at: path, "a history of \(format) in which nothing was measured",
        wanted: leftOut.map { $0.sentence(count: $0.count, path: path) })
    case .needsCommit(let path, let format):
      Complaint(
        at: path, "\(format) does not say which commit was measured",
        wanted: "wanted --commit COMMIT", remedy: "such as --commit HEAD")
    case .noBranch, .noColumn, .noOrder, .noMetrics: tableComplaint
    }
  }

  private var valueComplaint: Complaint {
    switch self {
    case .wrongValue(let place, let key, let found, let wanted):
      Complaint(at: place.text, "“\(key)” is \(found)", wanted: "wanted \(wanted)")
    case .missingKey(let place, let key):
      Complaint(at: place.text, "the key “\(key)” is missing")
    case .newerVersion(let place, let format, let found, let known):
      Complaint(
        at: place.text, "edition \(found) of \(format)",
        wanted: "this hitchmark knows editions to \(known)", remedy: "use a newer hitchmark")
    default: Complaint("a history cannot be read")
    }
  }

  private var tableComplaint: Complaint {
    switch self {
    case .noBranch(let path, let branch, let known):
      Complaint(
        at: path, "nothing was measured on a branch “\(branch)”",
        wanted: known.isEmpty ? "the history names no branches" : "it has \(list(known))")
    case .noColumn(let path, let name, let nearest, let known):
      Complaint(
        at: path, "the table has no column “\(name)”",
        wanted: nearest.map { "did you mean “\($0)”" } ?? "it has \(list(known))")
    case .noOrder(let place, let columns):
      Complaint(
        at: place.text, "no column tells what was measured",
        wanted: "wanted a commit, a version or a time, and there are \(list(columns))",
        remedy: "name one with --commit-column or --time-column")
    case .noMetrics(let place, let columns):
      Complaint(
        at: place.text, "no column holds nothing but numbers",
        wanted: "wanted metrics, and there are \(list(columns))",
        remedy: "name them with --columns")
    default: Complaint("a history cannot be read")
    }
  }
}

extension HistoryPlace {
  /// `path:line:column`.
  fileprivate var text: String {
    let name = path == "-" ? "standard input" : path
    return column.map { "\(name):\(line):\($0)" } ?? "\(name):\(line)"
  }
}

extension HistoryOmission {
  /// What was left out, or kept with a reservation: how often, where first, and why.
  func sentence(count: Int, path: String) -> String {
    let place = line.map { "\(path):\($0)" } ?? path
    let shown = found.map { ", “\($0)”" } ?? ""
    return "\(reason.words(count)); first at \(place)\(shown)"
  }
}

extension HistoryOmission.Reason {
  fileprivate func words(_ count: Int) -> String {
    switch self {
    case .noNumber:
      "left out \(counted(count, "value")) that \(count == 1 ? "is" : "are") no number"
    case .misshapenRow:
      "left out \(counted(count, "row")) with more cells or fewer than the first line"
    case .noCommit:
      "left out \(counted(count, "point")) without a commit, a version or a time"
    case .unreadableTime:
      "kept \(counted(count, "point")) without a date, whose time is none that is known"
    case .otherVersion:
      "left out \(counted(count, "result")) of benchmarks that have changed since"
    case .duplicate:
      "left out \(counted(count, "point")) that \(count == 1 ? "stands" : "stand") there twice"
    case .otherUnit(let before, let after):
      "a change of units: what was \(before) is \(after) from here on, and another metric"
    case .otherBranch: "left out \(counted(count, "point")) of other branches"
    }
  }
}
