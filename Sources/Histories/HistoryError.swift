public import Decoding

/// Why a file could not be read as a history; facts, without words.
public enum HistoryError: Error, Sendable, Equatable {
  /// It is not there, or cannot be opened, read or expanded.
  case file(TraceError)
  /// The syntax is broken from this place on; `found` is what stands there.
  case malformed(HistoryPlace, found: String, wanted: String)
  /// More bytes, expanded, than are held in memory.
  case tooLarge(path: String, limitMiB: Int)
  /// More values in one JSON text than are held in memory.
  case tooManyValues(HistoryPlace, limit: Int)
  /// No format recognises it; `start` are its first names or words, `nil` when it is no text.
  case unrecognised(path: String, start: String?)
  /// The format that was asked for does not recognise it.
  case notThisFormat(path: String, format: String)
  /// A value of another type, or out of range; `key` is where it stands, such as `entries.A[2].tool`.
  case wrongValue(HistoryPlace, key: String, found: String, wanted: String)
  /// A key that has to be there.
  case missingKey(HistoryPlace, key: String)
  /// An edition of the format that is newer than those that are known.
  case newerVersion(HistoryPlace, format: String, found: Int, known: Int)
  /// Nothing was measured in it; the first thing that was left out, if any was.
  case empty(path: String, format: String, leftOut: HistoryOmission?)
  /// The format names no commit, and nobody else did.
  case needsCommit(path: String, format: String)
  /// Nothing in it was measured on the branch that was asked for.
  case noBranch(path: String, branch: String, known: [String])
  /// A table without a column that was asked for.
  case noColumn(path: String, name: String, nearest: String?, known: [String])
  /// A table in which nothing says what was measured: neither a commit, a version nor a time.
  case noOrder(HistoryPlace, columns: [String])
  /// A table none of whose columns holds numbers.
  case noMetrics(HistoryPlace, columns: [String])
}

/// A place in a file.
public struct HistoryPlace: Sendable, Equatable {
  /// The file's name as given, or `-` for standard input.
  public let path: String
  /// The line, from 1.
  public let line: Int
  /// The character of the line, from 1; `nil` for the whole line.
  public let column: Int?

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - path: the file's name as given.
  ///   - line: from 1.
  ///   - column: the character of the line, from 1; `nil` for the whole line.
  public init(path: String, line: Int, column: Int? = nil) {
    self.path = path
    self.line = line
    self.column = column
  }
}
