internal import Decoding
internal import Recordings

extension TraceError {
  var complaint: Complaint {
    switch self {
    case .notFound(let path): Complaint(at: path, "no such file or folder")
    case .unreadable(let path, let reason): Complaint(at: path, "cannot be read: \(reason)")
    case .isDirectory(let path):
      Complaint(at: path, "is a folder", wanted: "wanted a file")
    case .noTraces(let path):
      Complaint(
        at: path, "no trace lies in this folder",
        remedy: "“hitchmark formats” lists what can be read")
    case .empty(let path):
      Complaint(at: path, "the file is empty", wanted: "wanted a trace")
    case .brokenArchive(let path):
      Complaint(
        at: path, "the compressed file is damaged from its beginning",
        wanted: "wanted a gzip or zstd file", remedy: "copy or compress it again")
    case .unrecognised(let path, let start, let nearest, let isTable, let map):
      Complaint(
        at: path,
        start.map { "no known trace format; it begins with “\($0)”" }
          ?? "no text and no known format",
        wanted: nearest.map { "nearest is \($0.format), which also needs \(list($0.missing))" },
        remedy: "“hitchmark formats” lists what can be read"
          + (map.map { ", and “--map \($0)” reads this file, if the unit is right" }
            ?? (isTable ? ", and --map reads other tables, as in --map timestamp=COLUMN:ms" : "")))
    case .notThisFormat(let path, let format, let missing):
      Complaint(
        at: path, "is no \(format) trace",
        wanted: missing.isEmpty ? nil : "missing are the columns \(list(missing))",
        remedy: "leave the format out to have it recognised")
    case .refused(let path, let refusal): refusal.complaint(at: path)
    case .noData(let path, let format, let line, let issue):
      Complaint(
        at: path, line: issue?.line ?? line,
        issue.map(\.message)
          ?? (line == nil
            ? "a \(format) trace with nothing in it that could be used"
            : "a \(format) trace without a single usable row"),
        wanted: issue != nil
          ? "no row of this \(format) trace could be used"
          : line == nil
            ? "wanted a frame, a sample or a figure" : "wanted at least one below the header")
    case .malformed(let path, let line, let found, let wanted):
      Complaint(at: path, line: line, "found \(found)", wanted: "wanted \(wanted)")
    case .damaged(let path, let offset, let found, let wanted):
      Complaint(at: path, "byte \(offset): found \(found)", wanted: "wanted \(wanted)")
    case .description(let path, let place, let problem):
      problem.complaint(at: path).placed(at: place)
    }
  }
}

extension TraceRefusal {
  func complaint(at path: String) -> Complaint {
    switch self {
    case .summary(let tool):
      Complaint(
        at: path, "averages that \(tool) wrote beside a trace", wanted: "wanted the trace itself")
    case .marked:
      Complaint(at: path, "the file asks to be left out (//Ignore=true)")
    case .secondTimeline:
      Complaint(
        at: path, "frames of its own beside the run's trace, which has more",
        remedy: "put it into a run folder of its own")
    case .noFrames(let format, let wanted, let categories):
      Complaint(
        at: path, "a \(format) trace without frames", wanted: "wanted events \(list(wanted))",
        remedy: categories.isEmpty ? nil : "record it with \(list(categories))")
    case .emptyTable(let name):
      Complaint(
        at: path, "the table “\(name)” has no rows", wanted: "wanted at least one",
        remedy: "see that its instrument was recorded: without it the table is empty, too")
    case .otherTables(let format, let found, let wanted):
      Complaint(
        at: path, found.isEmpty ? "no table in it" : "nothing is read of \(list(found))",
        wanted: "wanted one of the \(format) tables \(list(wanted))")
    case .noColumn(let name, let nearest, let columns):
      Complaint(
        at: path, "there is no column “\(name)”",
        wanted: nearest.map { "did you mean “\($0)”" }
          ?? (columns.isEmpty ? "the file names no columns" : "it has \(list(columns))"),
        remedy: columns.isEmpty ? "columns without names are told by their numbers, from 1" : nil)
    case .packed(let program):
      Complaint(
        at: path, program == .zip ? "a zip archive" : "compressed with \(program.rawValue)",
        wanted: "wanted the trace in it",
        remedy: program == .zip ? "unpack it" : "unpack it, or compress it with gzip or zstd")
    case .separators(let separator, let format):
      Complaint(
        at: path, "a large \(format) table whose columns are separated by \(separator.rawValue)",
        wanted: "expected commas between columns and points in numbers above 64 MiB",
        remedy: "export again with an English number format")
    case .history(let format):
      Complaint(
        at: path, "a history in the format \(format), with results and no frames",
        wanted: "expected a trace",
        remedy: "“hitchmark import \(path)” reads it")
    }
  }
}

extension DescriptionProblem {
  func complaint(at path: String) -> Complaint {
    switch self {
    case .malformed(_, let found, let wanted):
      Complaint(at: path, "found \(found)", wanted: "wanted \(wanted)")
    case .notJSON(let reason):
      Complaint(at: path, "is no JSON: \(reason)")
    case .unknownKey(let key, let nearest):
      Complaint(
        at: path, "the key “\(key)” means nothing here",
        wanted: nearest.map { "did you mean “\($0)”" }, remedy: "see docs/files.md")
    case .missingKey(let key):
      Complaint(at: path, "the key “\(key)” is missing", remedy: "see docs/files.md")
    case .wrongValue(let key, let found, let wanted):
      // Of the whole file there is no key.
      Complaint(
        at: path, key.isEmpty ? "found \(found)" : "“\(key)” is \(found)",
        wanted: "wanted \(wanted)")
    case .unknownStage(let key, let stage, let known):
      Complaint(
        at: path, "“\(key)” names the stage “\(stage)”, which there is not",
        wanted: known.isEmpty ? "no stages are listed" : "the stages are \(list(known))",
        remedy: "list it among the “stages”, or leave it out")
    case .repeatedStage(let key, let stage):
      Complaint(at: path, "“\(key)” is a second stage with the id “\(stage)”")
    case .repeatedCase(_, let stage, let twin):
      Complaint(
        at: path, "the stage “\(stage)” stands for the same as the stage “\(twin)”",
        wanted: "wanted one stage for each case, variant and value",
        remedy: "make both runs of one stage")
    case .repeatedThread(let key, let thread, let id):
      Complaint(
        at: path,
        "“\(key)” is a second thread “\(thread)”" + (id.map { " with the id “\($0)”" } ?? ""),
        wanted: "wanted an “id” that tells them apart, or one entry with the sum of both")
    case .undeclaredMeasure(let key, let nearest, let declared):
      Complaint(
        at: path, "“\(key)” is a number without a unit, and no measure that suite.json declares",
        wanted: nearest.map { "did you mean “\($0)”" }
          ?? (declared.isEmpty ? nil : "it declares \(list(declared))"),
        remedy: "write {\"value\": …, \"unit\": …}, or declare it under “measures” there")
    }
  }
}
