internal import Decoding
internal import Recordings

extension TraceError {
  var complaint: Complaint {
    switch self {
    case .notFound(let path): Complaint(at: path, "no such file or folder")
    case .unreadable(let path, let reason):
      Complaint(at: path, "the file cannot be read: \(reason)")
    case .isDirectory(let path):
      Complaint(at: path, "the path is a folder, and not a file")
    case .noTraces(let path):
      Complaint(
        at: path, "this folder has no trace",
        remedy: "“hitchmark formats” lists the trace formats")
    case .empty(let path):
      Complaint(at: path, "the file is empty")
    case .brokenArchive(let path):
      Complaint(
        at: path, "the compressed file is damaged, and nothing of it can be read",
        remedy: "copy or compress the file again")
    case .unrecognized(let path, let start, let nearest, let isTable, let map):
      Complaint(
        at: path,
        start.map { "unknown trace format; the file begins with “\($0)”" }
          ?? "the file is not text and not in a known trace format",
        wanted: nearest.map {
          "the most similar trace format is \($0.format), which also needs \(list($0.missing))"
        },
        remedy: map.map {
          """
          “hitchmark formats” lists the trace formats; “--map \($0)” reads \
          \($0.contains(":") ? "this table if the unit after the colon is the unit of its times" : "its frame rates, which are samples")
          """
        }
          ?? (isTable
            ? "“hitchmark formats” lists the trace formats, and --map timestamp=COLUMN:ms reads tables in other formats"
            : "“hitchmark formats” lists the trace formats"))
    case .notThisFormat(let path, let format, let missing):
      Complaint(
        at: path, "the file is not a \(format) trace",
        wanted: missing.isEmpty ? nil : "the missing columns are \(list(missing))",
        remedy: "leave out the option that names the format, and hitchmark recognizes the format")
    case .refused(let path, let refusal): refusal.complaint(at: path)
    case .noData(let path, let format, let line, let issue):
      Complaint(
        at: path, line: issue?.line ?? line,
        issue.map(\.message)
          ?? (line == nil
            ? "the \(format) trace has no usable data"
            : "the \(format) trace has no usable row"),
        wanted: issue != nil
          ? "no row of the \(format) trace is usable"
          : line == nil
            ? "expected at least one frame, sensor sample or summary figure"
            : "expected at least one row below the header")
    case .malformed(let path, let line, let found, let wanted):
      Complaint(at: path, line: line, "found \(found)", wanted: "expected \(wanted)")
    case .damaged(let path, let offset, let found, let wanted):
      Complaint(at: path, "byte \(offset): found \(found)", wanted: "expected \(wanted)")
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
        at: path, "the file contains averages that \(tool) wrote next to a trace",
        remedy: "pass the trace")
    case .marked:
      Complaint(at: path, "the line //Ignore=true in the file excludes this capture from analysis")
    case .secondTimeline:
      Complaint(
        at: path,
        "another trace of the same run has at least as many frames, so this trace is not used",
        remedy: "move one of the two traces into another run folder")
    case .noFrames(let format, let wanted, let categories):
      Complaint(
        at: path, "the \(format) trace has no frames",
        wanted: "expected trace entries named \(list(wanted))",
        remedy: categories.isEmpty ? nil : "turn on \(list(categories)) when you record the trace")
    case .emptyLayer(let rows):
      Complaint(
        at: path,
        "\(rows == 1 ? "the only row is" : "all \(rows) rows are") “0 0 0”, so this layer drew nothing",
        remedy: """
          list the layers with “adb shell dumpsys SurfaceFlinger --list”, and dump the one that draws: of the layers \
          of a window, the one with “(BLAST)” in its name or the highest “#N” at its end
          """)
    case .emptyTable(let name):
      Complaint(
        at: path, "the table “\(name)” has no rows",
        remedy:
          "record again in Instruments, with the instrument whose data the table “\(name)” contains"
      )
    case .otherTables(let format, let found, let wanted):
      Complaint(
        at: path,
        found.isEmpty
          ? "the file has no table" : "Hitchmark reads none of the file's tables \(list(found))",
        wanted: "expected one of the tables of \(format) with the names \(list(wanted))")
    case .noColumn(let name, let nearest, let columns):
      Complaint(
        at: path, "the file has no column “\(name)”",
        wanted: nearest.map { "did you mean “\($0)”" }
          ?? (columns.isEmpty
            ? "the file has no line with the names of columns"
            : "the columns of the file are \(list(columns))"),
        remedy: columns.isEmpty ? "select columns by number, counted from 1" : nil)
    case .nestedList(let name):
      Complaint(
        at: path, "“\(name)” is a list inside an object, and --map reads lists of rows",
        remedy:
          "pass the list alone: jq .\(name) FILE | hitchmark analyze - --map timestamp=1:ms")
    case .noFrameRows(let rows, let column, let sum, let other, let shows, let rates):
      Complaint(
        at: path,
        "the rows are no frames: in the first \(rows), “\(column)” adds up to \(sum) s, but “\(other)” \(shows)",
        remedy: rates.map { "--map 'fps=\($0)' reads the samples of the frame rate" }
          ?? "check the column and its unit")
    case .packed(let program):
      Complaint(
        at: path,
        program == .zip
          ? "the file is a zip archive" : "the file is compressed with \(program.rawValue)",
        remedy: program == .zip
          ? "unpack the archive" : "unpack the file, or compress it with gzip or zstd")
    case .separators(let separator, let format):
      Complaint(
        at: path,
        "the file is a \(format) table of over 64 MiB, whose columns are separated by \(separator.rawValue)",
        wanted: "files over 64 MiB must have commas between columns and decimal points in numbers",
        remedy: "export the table again with English number formats")
    case .history(let format):
      Complaint(
        at: path,
        "the file is a history of benchmark results in the format \(format), which has no frames",
        remedy: "“hitchmark import \(path)” reads this file")
    }
  }
}

extension DescriptionProblem {
  func complaint(at path: String) -> Complaint {
    switch self {
    case .malformed(_, let found, let wanted):
      Complaint(at: path, "found \(found)", wanted: "expected \(wanted)")
    case .notJSON(let reason):
      Complaint(at: path, "the file is not JSON: \(reason)")
    case .unknownKey(let key, let nearest):
      Complaint(
        at: path, "unknown key “\(key)”",
        wanted: nearest.map { "did you mean “\($0)”" }, remedy: "see docs/files.md")
    case .missingKey(let key):
      Complaint(at: path, "the key “\(key)” is missing", remedy: "see docs/files.md")
    case .wrongValue(let key, let found, let wanted):
      // The whole file has no key.
      Complaint(
        at: path, key.isEmpty ? "found \(found)" : "“\(key)” is \(found)",
        wanted: "expected \(wanted)")
    case .unknownStage(let key, let stage, let known):
      Complaint(
        at: path, "“\(key)” names the stage “\(stage)”, which does not exist",
        wanted: known.isEmpty
          ? "suite.json lists no stages" : "the stages of the suite are \(list(known))",
        remedy: "add the stage to “stages” in suite.json, or remove its name from “\(key)”")
    case .repeatedStage(let key, let stage):
      Complaint(
        at: path, "“\(key)” is “\(stage)”, which is already the id of another stage",
        wanted: "expected a different id for each stage")
    case .repeatedCase(_, let stage, let twin):
      Complaint(
        at: path,
        "the keys “case”, “variant” and “at” have the same values for the stages “\(stage)” and “\(twin)”",
        wanted: "expected one stage for each combination of “case”, “variant” and “at”",
        remedy: "put the runs of both stages into one stage")
    case .repeatedThread(let key, let thread, let id):
      Complaint(
        at: path,
        id.map { "“\(key)” describes the thread “\(thread)” with the id “\($0)” a second time" }
          ?? "“\(key)” describes the thread “\(thread)” a second time",
        wanted:
          "expected a different “id” for each thread, or one entry with the sum of the threads' times"
      )
    case .undeclaredMeasure(let key, let nearest, let declared):
      Complaint(
        at: path, "“\(key)” has no unit and is not a measure that suite.json declares",
        wanted: nearest.map { "did you mean “\($0)”" }
          ?? (declared.isEmpty ? nil : "suite.json declares \(list(declared))"),
        remedy:
          "write {\"value\": …, \"unit\": …}, or declare the measure in suite.json")
    }
  }
}
