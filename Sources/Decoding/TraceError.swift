public import Recordings

/// Why a file could not be read as a trace; facts, without words.
public enum TraceError: Error, Sendable, Equatable {
  /// Nothing is at the path.
  case notFound(path: String)
  /// The system refuses; `reason` is its own message in lower case.
  case unreadable(path: String, reason: String)
  /// A directory where a file was wanted.
  case isDirectory(path: String)
  /// A folder with nothing in it that could be read.
  case noTraces(path: String)
  /// Not one byte, or nothing but blanks.
  case empty(path: String)
  /// A compressed file out of which not one byte comes.
  case brokenArchive(path: String)
  /// No format recognises it.
  ///
  /// - `start`: what it begins with, shortened; `nil` when it is no text.
  /// - `nearest`: the format that needs the fewest further columns, if one comes near.
  /// - `isTable`: whether it has named columns with numbers, or an object a line, so that a map could tell what they are.
  /// - `map`: the value of `--map` that reads it; `nil` if none can be guessed.
  case unrecognised(
    path: String, start: String?, nearest: NearMiss?, isTable: Bool = false, map: String? = nil)
  /// The format that was asked for does not recognise it.
  ///
  /// - `missing`: columns that it would need; empty when nothing of the format is to be seen.
  case notThisFormat(path: String, format: String, missing: [String])
  /// Recognised as something that is no trace.
  case refused(path: String, TraceRefusal)
  /// Recognised, but there is no row or value to make a run of.
  ///
  /// - `line`: of the header, or where the data should be.
  /// - `firstIssue`: what is wrong with the first row that was left out, if there was one.
  case noData(path: String, format: String, line: Int?, firstIssue: ImportIssue?)
  /// The syntax of a structured file is broken; `found` is what stands there.
  case malformed(path: String, line: Int, found: String, wanted: String)
  /// The bytes of a file that is no text are not what they should be; `offset` counts them from 0.
  case damaged(path: String, offset: Int, found: String, wanted: String)
  /// `run.json` or `suite.json` says something that cannot be; `at` is where, if that can be told.
  case description(path: String, at: TextPlace?, DescriptionProblem)

  /// More of something than any trace has, which is a file made to fill the memory.
  ///
  /// - Parameters:
  ///   - what: in the plural.
  ///   - limit: how many there may be.
  ///   - path: of the file.
  ///   - line: where it becomes too much.
  /// - Returns: the error.
  package static func tooMany(_ what: String, limit: Int, path: String, line: Int) -> TraceError {
    .malformed(
      path: path, line: line, found: "more \(what) than any trace has",
      wanted: "at most \(limit)")
  }

  /// A format that nearly fits.
  public struct NearMiss: Sendable, Equatable {
    /// The format's id.
    public let format: String
    /// The columns that it would need besides those that are there.
    public let missing: [String]

    package init(format: String, missing: [String]) {
      self.format = format
      self.missing = missing
    }
  }
}

/// Files that are known, and are no traces.
public enum TraceRefusal: Sendable, Equatable {
  /// Averages of other traces; `tool` wrote it beside them.
  case summary(tool: String)
  /// The file itself asks to be left out (`//Ignore=true`).
  case marked
  /// Frames of their own beside another trace of the same run, which has more.
  case secondTimeline
  /// Nothing in it tells of frames.
  ///
  /// - `wanted`: what would.
  /// - `categories`: categories or data sources that the tool has to be told to record; empty when it always does.
  case noFrames(format: String, wanted: [String], categories: [String])
  /// A table that is read, without a row.
  case emptyTable(String)
  /// Tables of which none is read.
  ///
  /// - `found`: their names.
  /// - `wanted`: the names of those that are read.
  case otherTables(format: String, found: [String], wanted: [String])
  /// A column that the command line names is not there.
  ///
  /// - `nearest`: a column with nearly the same name.
  /// - `columns`: those that are there; empty when the file names none.
  case noColumn(String, nearest: String?, columns: [String])
  /// A file that a program has packed.
  case packed(PackedFile)
  /// A table whose columns are separated by semicolons or tabs, and that is too large to be converted in memory.
  case separators(TableSeparator, format: String)
  /// A history of another tool, which has results of many commits and no frames.
  case history(format: String)
}

/// What is wrong in a JSON file that describes a run or a suite.
public enum DescriptionProblem: Error, Sendable, Equatable {
  /// No JSON from this place on.
  case malformed(at: TextPlace, found: String, wanted: String)
  /// No JSON as a whole.
  case notJSON(reason: String)
  /// A key that means nothing; `path` is where it stands, such as `stages[2].titel`.
  case unknownKey(path: String, nearest: String?)
  /// A key that has to be there.
  case missingKey(path: String)
  /// Another type, or a value out of range.
  case wrongValue(path: String, found: String, wanted: String)
  /// A stage is named that the suite does not have.
  case unknownStage(path: String, stage: String, known: [String])
  /// Two stages share an id.
  case repeatedStage(path: String, stage: String)
  /// Two threads of one name that nothing tells apart.
  case repeatedThread(path: String, thread: String, id: String?)
  /// A stage stands for the same case, variant and value as an earlier one.
  case repeatedCase(path: String, stage: String, twin: String)
  /// A number without a unit, of which the suite declares no measure; `declared` are those it does.
  case undeclaredMeasure(path: String, nearest: String?, declared: [String])
}
