public import Recordings

/// Why a file could not be read as a trace.
///
/// `TraceError+Wording.swift` turns each case into a message.
public enum TraceError: Error, Sendable, Equatable {
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
