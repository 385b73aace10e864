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
        at: path, "--stage names one stage, but the file has \(counted(count, "benchmark"))",
        remedy: "leave out --stage, so that each benchmark becomes a stage")
    case .unknownMetric(let name, let nearest, let known):
      Complaint(
        "the histories have no metric “\(name)”",
        wanted: nearest.map { "did you mean “\($0)”" }
          ?? "the metrics of the histories are \(list(known))",
        remedy: "nothing was imported")
    case .nothing(let paths):
      Complaint(
        at: paths.first, "found no file with a history of benchmark results",
        remedy:
          "“hitchmark formats --histories” lists the formats of benchmark histories that Hitchmark reads"
      )
    }
  }
}

extension HistoryError {
  var complaint: Complaint {
    switch self {
    case .file(.empty(let path)):
      Complaint(at: path, "the file is empty")
    case .file(let error): error.complaint
    case .malformed(let place, let found, let wanted):
      Complaint(at: place.text, "found \(found)", wanted: "expected \(wanted)")
    case .tooLarge(let path, let limit):
      Complaint(
        at: path, "the file is larger than \(limit) MiB, which is the limit for a history file",
        remedy: "split the file into smaller files")
    case .tooManyValues(let place, let limit):
      Complaint(
        at: place.text,
        "the file has more than \(limit) values, which is the limit for a history file",
        remedy: "split the file into smaller files")
    case .unrecognized(let path, let start):
      Complaint(
        at: path,
        start.map { "unknown history format; the file begins with “\($0)”" }
          ?? """
          the file contains no benchmark history in a known format; expected JSON whose objects have names, or a table \
          with a header
          """,
        remedy:
          "“hitchmark formats --histories” lists the formats of benchmark histories that Hitchmark reads"
      )
    case .notThisFormat(let path, let format):
      Complaint(
        at: path, "the file is not a history in the format \(format)",
        remedy: "leave out --as, and hitchmark recognizes the format")
    case .wrongValue, .missingKey, .newerVersion: valueComplaint
    case .empty(let path, let format, let leftOut):
      Complaint(
        at: path, "the \(format) history has no measurements",
        wanted: leftOut.map { $0.sentence(count: $0.count, path: path) })
    case .needsCommit(let path, let format):
      Complaint(
        at: path, "a file in the format \(format) does not name the measured commit",
        remedy: "pass --commit, such as --commit HEAD")
    case .noBranch, .noColumn, .noOrder, .noMetrics: tableComplaint
    }
  }

  private var valueComplaint: Complaint {
    switch self {
    case .wrongValue(let place, let key, let found, let wanted):
      Complaint(at: place.text, "“\(key)” is \(found)", wanted: "expected \(wanted)")
    case .missingKey(let place, let key):
      Complaint(at: place.text, "the key “\(key)” is missing")
    case .newerVersion(let place, let format, let found, let known):
      Complaint(
        at: place.text, "the file has version \(found) of the \(format) format",
        wanted: "this version of hitchmark reads files up to version \(known)",
        remedy: "use a newer version of hitchmark")
    default: Complaint("the history cannot be read")
    }
  }

  private var tableComplaint: Complaint {
    switch self {
    case .noBranch(let path, let branch, let known):
      Complaint(
        at: path, "there are no measurements of branch “\(branch)”",
        wanted: known.isEmpty
          ? "the history names no branches"
          : "the branches in the history are \(list(known))")
    case .noColumn(let path, let name, let nearest, let known):
      Complaint(
        at: path, "the table has no column “\(name)”",
        wanted: nearest.map { "did you mean “\($0)”" }
          ?? "the columns of the table are \(list(known))")
    case .noOrder(let place, let columns):
      Complaint(
        at: place.text, "no column contains the measured commits, versions or times",
        wanted:
          "the columns of the table are \(list(columns))",
        remedy: "select a column with --commit-column or --time-column")
    case .noMetrics(let place, let columns):
      Complaint(
        at: place.text, "no column contains only numbers",
        wanted: "the columns of the table are \(list(columns))",
        remedy: "select columns with --columns")
    default: Complaint("the history cannot be read")
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
  /// What was ignored: the number, the first place and the reason.
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
      count == 1
        ? "left out 1 value that is not a number" : "left out \(count) values that are not numbers"
    case .misshapenRow:
      "left out \(counted(count, "row")) whose number of cells differs from the first line"
    case .noCommit:
      "left out \(counted(count, "point")) because no commit, no version and no time of the point is known"
    case .unreadableTime:
      "kept \(counted(count, "point")) without a date, because the time of the point cannot be read"
    case .otherVersion:
      "left out \(counted(count, "result")), measured with another version of the benchmark than benchmarks.json lists"
    case .duplicate:
      count == 1
        ? "left out 1 point (measurement) that occurs twice"
        : "left out \(count) points (measurements) that occur twice"
    case .otherUnit(let before, let after):
      "the unit of a metric changes from \(before) to \(after); the later values are imported as another metric"
    case .otherBranch: "left out \(counted(count, "point")) of other branches"
    }
  }
}
