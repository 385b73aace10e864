/// What is wrong with packed bytes.
public enum PackingProblem: Error, Sendable, Equatable {
  /// The bytes end before the column does.
  case truncated
  /// There are bytes behind the column.
  case leftOver(bytes: Int)
  /// A number is outside the range that the column allows.
  case outOfRange
  /// The column has another length than the run.
  case wrongCount(found: Int, expected: Int)
  /// Presents do not strictly increase, or the times of samples decrease.
  case notIncreasing
  /// A signal, frame kind or issue kind that this version does not know.
  case unknownName(String)
  /// The compressed part is not a zstd frame, or is damaged.
  case notCompressed
  /// A part that every run has is missing.
  case absent
}
