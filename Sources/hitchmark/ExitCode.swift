/// How a command ended, with the codes of diff and grep.
enum ExitCode: Int32, Sendable, CaseIterable {
  /// Success.
  case fine = 0
  /// A check found a regression.
  case regression = 1
  /// The command could not run: usage, input or output.
  case couldNotRun = 2
  /// A check is undecided, and the user requested this code; or an experiment ended without an answer.
  case undecided = 3

  /// The meaning of the exit code, for the manual.
  var meaning: String {
    switch self {
    case .fine:
      "The command succeeded. The command “check” found no regression that fails the check."
    case .regression:
      "The command “check” found a regression, an exceeded limit or a failed comparison."
    case .couldNotRun:
      "The command failed: wrong usage, input that cannot be read, or output that cannot be written."
    case .undecided:
      "“check” found a state that --fail-on names, or “run” or “bisect” ended without an answer."
    }
  }
}
