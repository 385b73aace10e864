/// How a command ended, as diff and grep tell it.
enum ExitCode: Int32, Sendable {
  /// Fine.
  case fine = 0
  /// A check found a regression.
  case regression = 1
  /// Could not run: usage, input or output.
  case couldNotRun = 2
  /// Undecided, where that was asked for.
  case undecided = 3
}
