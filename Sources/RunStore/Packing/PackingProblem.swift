/// What is wrong with packed bytes.
public enum PackingProblem: Error, Sendable, Equatable {
  /// They end before the column does.
  case truncated
  /// They go on after the column.
  case leftOver(bytes: Int)
  /// A number lies outside what its place allows.
  case outOfRange
  /// The parts of the column do not add up to its length.
  case wrongCount(found: Int, expected: Int)
  /// The codec has a number that this version does not know.
  case unknownCodec(Int)
  /// Presents that do not strictly increase, or samples whose times go back.
  case notIncreasing
  /// A signal, frame kind or issue kind of a name that this version does not know.
  case unknownName(String)
  /// The compressed part cannot be expanded.
  case notDeflated
  /// A part that every run has is not there.
  case absent
}
