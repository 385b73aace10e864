public import Decoding

/// Why a file could not be read as a benchmark history.
///
/// `HistoryError+Wording.swift` turns each case into a message.
public enum HistoryError: Error, Sendable, Equatable {
  /// The file does not exist, is empty, or cannot be opened, read or decompressed.
  case file(TraceError)
  /// The syntax of the history is invalid at this place.
  ///
  /// `found` is the text at this place, and `wanted` describes the expected text.
  case malformed(HistoryPlace, found: String, wanted: String)
  /// The decompressed text of the history is larger than the limit of memory.
  case tooLarge(path: String, limitMiB: Int)
  /// The JSON text of the history has more values, or its table has more cells, than the limit.
  case tooManyValues(HistoryPlace, limit: Int)
  /// No history format recognizes the file; `start` has the first names of members or columns.
  ///
  /// `start` is `nil` if the file is not text, and for a JSON value without members, such as `{}` or a list of numbers.
  case unrecognized(path: String, start: String?)
  /// The history format that the user chose does not recognize the text of the file.
  case notThisFormat(path: String, format: String)
  /// A value of the history has the wrong type or is out of range; `key` is the path of the value, such as
  /// `entries.A[2].tool`.
  case wrongValue(HistoryPlace, key: String, found: String, wanted: String)
  /// A required key is missing in the history.
  case missingKey(HistoryPlace, key: String)
  /// The version of the history's format is newer than all versions that Hitchmark knows.
  case newerVersion(HistoryPlace, format: String, found: Int, known: Int)
  /// The history contains no measurement; `leftOut` is the first ignored item, if there is one.
  case empty(path: String, format: String, leftOut: HistoryOmission?)
  /// Histories in this format contain no commit, and the user did not give one with `--commit`.
  case needsCommit(path: String, format: String)
  /// The history has no measurement on the branch that the user requested.
  case noBranch(path: String, branch: String, known: [String])
  /// The history's table lacks a column that the user requested.
  case noColumn(path: String, name: String, nearest: String?, known: [String])
  /// The history's table has no column for the commit, version or time.
  case noOrder(HistoryPlace, columns: [String])
  /// The history's table has no column with numbers.
  case noMetrics(HistoryPlace, columns: [String])
}

/// A position in the file of a benchmark history, for messages: a line, or a character in a line.
public struct HistoryPlace: Sendable, Equatable {
  /// The path of the benchmark history's file as the user gave it, or `-` for standard input.
  public let path: String
  /// The line in the benchmark history's file, from 1.
  public let line: Int
  /// The position of the character in its line of the benchmark history's file, from 1; `nil` if a whole line is meant.
  public let column: Int?

  /// Creates a position in the file of a benchmark history from a line and a character.
  public init(path: String, line: Int, column: Int? = nil) {
    self.path = path
    self.line = line
    self.column = column
  }
}
