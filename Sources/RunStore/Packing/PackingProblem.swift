/// Why the compressed columns of a stored run, such as its frame times, cannot be decoded.
public enum PackingProblem: Error, Sendable, Equatable {
  /// The bytes end before the column does.
  case truncated
  /// There are bytes after the column.
  case leftOver(bytes: Int)
  /// A number is outside the range that the column allows.
  case outOfRange
  /// The column has another length than the run.
  case wrongCount(found: Int, expected: Int)
  /// Presents do not strictly increase, or the times of samples decrease.
  case notIncreasing
  /// The name of a signal, or of a kind of frame, issue or part of a frame, is unknown to this version.
  case unknownName(String)
  /// The compressed part is not a zstd frame, or is damaged.
  case notCompressed
  /// A required part of a run is missing.
  case absent
}
