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
    case .fine: "The command succeeded. For “check”: no regression was found."
    case .regression: "The command “check” found a regression."
    case .couldNotRun:
      "The command could not run: wrong usage, unreadable input, or output that cannot be written."
    case .undecided:
      "The result of “check” has a state that --fail-on names, or an experiment ended without an answer."
    }
  }
}
