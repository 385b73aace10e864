/// How a command ended, with the codes of diff and grep.
enum ExitCode: Int32, Sendable, CaseIterable {
  case fine = 0
  case regression = 1
  /// The command could not run: usage, input or output.
  case couldNotRun = 2
  /// A check is undecided, and the user requested this code; or an experiment ended without an answer.
  case undecided = 3

  var meaning: String {
    switch self {
    case .fine:
      "Success; nothing fails a check."
    case .regression:
      "A check failed: a regression, an exceeded limit, or a declared comparison that regressed."
    case .couldNotRun:
      "The command could not run: its usage, an input or an output is wrong."
    case .undecided:
      "No answer: --budget or a signal ended “run” or “bisect”, or “check” has a state that --fail-on names."
    }
  }
}
