public import Recordings
public import Units

/// Why a file could not be read as a trace.
public enum TraceError: ExplainedError, Sendable, Equatable {
  case notFound(path: String)
  /// The system refused to open or read the file; `reason` is the system's message in lower case.
  case unreadable(path: String, reason: String)
  /// The path leads to a directory instead of a file.
  case isDirectory(path: String)
  /// The folder contains no file that could be read.
  case noTraces(path: String)
  /// The file is empty, or contains only white space.
  case empty(path: String)
  /// The compressed file contains no bytes after decompression.
  case brokenArchive(path: String)
  /// No format recognizes the file.
  ///
  /// - `start`: its first words, shortened; `nil` if it is not text.
  /// - `nearest`: the format with the fewest missing columns, if one is close.
  /// - `isTable`: whether it has named columns with numbers or one JSON object per line, so that `--map` could describe
  ///   it.
  /// - `map`: a guessed value of `--map` that reads the file; `nil` if there is no guess.
  case unrecognized(
    path: String, start: String?, nearest: NearMiss?, isTable: Bool = false, map: String? = nil)
  /// The format that the user chose does not recognize the file.
  ///
  /// - `missing`: columns that the format needs; empty if the file has nothing of the format.
  case notThisFormat(path: String, format: String, missing: [String])
  case refused(path: String, TraceRefusal)
  /// The format was recognized, but the file has no row or value.
  ///
  /// - `line`: the line of the header, or where the data should begin.
  /// - `firstIssue`: the problem in the first rejected row, if there was one.
  case noData(path: String, format: String, line: Int?, firstIssue: ImportIssue?)
  /// The syntax of a structured file is broken. `found` is the text at that place, `wanted` what was expected.
  case malformed(path: String, line: Int, found: String, wanted: String)
  /// The bytes of a binary file are not as expected; `offset` counts them from 0.
  case damaged(path: String, offset: Int, found: String, wanted: String)
  /// `run.json` or `suite.json` is invalid; `at` is the place, if it is known.
  case description(path: String, at: TextPlace?, DescriptionProblem)

  /// The error for a file with more entries, such as sessions, than any real trace has; the limit protects Hitchmark's
  /// memory.
  ///
  /// - Parameter what: the plural of the thing that is limited.
  /// - Parameter line: the line at which the limit is exceeded.
  package static func tooMany(_ what: String, limit: Int, path: String, line: Int) -> TraceError {
    .malformed(
      path: path, line: line, found: "too many \(what)",
      wanted: "at most \(limit)")
  }

  /// A trace format that almost matches a file of unknown format: the file lacks only a few of the format's columns.
  public struct NearMiss: Sendable, Equatable {
    /// The id of the trace format that almost matches the file.
    public let format: String
    /// The columns that the almost matching trace format needs and the file lacks.
    public let missing: [String]

    package init(format: String, missing: [String]) {
      self.format = format
      self.missing = missing
    }
  }
}

extension TraceError {
  public var complaint: Complaint {
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
          "the most similar trace format is \($0.format), which also needs \(quoted($0.missing))"
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
        wanted: missing.isEmpty ? nil : "the missing columns are \(quoted(missing))",
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

/// Why a recognized file cannot be read as a trace, for example because it is a summary of other traces or has no rows.
public enum TraceRefusal: Sendable, Equatable {
  /// The file contains averages of other traces, which `tool` wrote next to them.
  case summary(tool: String)
  /// The file itself requests to be ignored (`//Ignore=true`).
  case marked
  /// The file contains a second list of frames of the run, next to a trace that contains more frames.
  case secondTimeline
  /// The trace contains no frames.
  ///
  /// - `wanted`: what would contain frames.
  /// - `categories`: categories or data sources that must be enabled when recording; empty if the tool always records
  ///   them.
  case noFrames(format: String, wanted: [String], categories: [String])
  case emptyTable(String)
  /// The dumps of an Android layer have only unused rows, this number of them.
  case emptyLayer(rows: Int)
  /// The file has tables, but none that the format reads.
  ///
  /// - `found`: the names of the tables in the file.
  /// - `wanted`: the names of the tables that the format reads.
  case otherTables(format: String, found: [String], wanted: [String])
  /// A column named on the command line does not exist.
  ///
  /// - `nearest`: a column with a similar name.
  /// - `columns`: the columns of the file; empty if the file names none.
  case noColumn(String, nearest: String?, columns: [String])
  /// A list inside an object was named on the command line, whose elements are not separate rows.
  case nestedList(String)
  /// The mapped column does not describe one frame per row, because another column contradicts it.
  ///
  /// - `rows`: the number of rows that were examined.
  /// - `sum`: the seconds that the mapped column adds up to.
  /// - `shows`: what the other column shows instead.
  /// - `rates`: a column of frame rates; `nil` if there is none.
  case noFrameRows(
    rows: Int, column: String, sum: String, other: String, shows: String, rates: String?)
  /// The file is compressed, or an archive, in a format that Hitchmark does not decompress.
  case packed(PackedFile)
  /// The table is separated by semicolons or tabs, and is too large to be converted in memory.
  case separators(TableSeparator, format: String)
  /// The file is a history of another tool, which contains results per commit and no frames.
  case history(format: String)
}

extension TraceRefusal {
  fileprivate func complaint(at path: String) -> Complaint {
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
        wanted: "expected trace entries named \(quoted(wanted))",
        remedy: categories.isEmpty ? nil : "turn on \(quoted(categories)) when you record the trace"
      )
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
          ? "the file has no table" : "Hitchmark reads none of the file's tables \(quoted(found))",
        wanted: "expected one of the tables of \(format) with the names \(quoted(wanted))")
    case .noColumn(let name, let nearest, let columns):
      Complaint(
        at: path, "the file has no column “\(name)”",
        wanted: nearest.map { "did you mean “\($0)”" }
          ?? (columns.isEmpty
            ? "the file has no line with the names of columns"
            : "the columns of the file are \(quoted(columns))"),
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

/// What is wrong in a JSON file that describes a run or a suite.
public enum DescriptionProblem: Error, Sendable, Equatable {
  /// The text is not JSON from this place on.
  case malformed(at: TextPlace, found: String, wanted: String)
  /// The file as a whole is not JSON.
  case notJSON(reason: String)
  /// The file has a key that is not known; `path` is the key's place, such as `stages[2].titel`.
  case unknownKey(path: String, nearest: String?)
  case missingKey(path: String)
  case wrongValue(path: String, found: String, wanted: String)
  /// The file refers to a stage that the suite does not have.
  case unknownStage(path: String, stage: String, known: [String])
  case repeatedStage(path: String, stage: String)
  /// Two threads of the run have the same name, and nothing distinguishes them.
  case repeatedThread(path: String, thread: String, id: String?)
  /// A stage of the suite has the same case, variant and value as an earlier stage.
  case repeatedCase(path: String, stage: String, twin: String)
  /// A number has no unit, and the suite declares no measure for it; `declared` are the measures that the suite
  /// declares.
  case undeclaredMeasure(path: String, nearest: String?, declared: [String])
}

extension DescriptionProblem {
  fileprivate func complaint(at path: String) -> Complaint {
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
          ? "suite.json lists no stages" : "the stages of the suite are \(quoted(known))",
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
          ?? (declared.isEmpty ? nil : "suite.json declares \(quoted(declared))"),
        remedy:
          "write {\"value\": …, \"unit\": …}, or declare the measure in suite.json")
    }
  }
}
