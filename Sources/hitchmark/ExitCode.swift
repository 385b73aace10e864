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
      "The command succeeded; “hitchmark check” found nothing that fails the check."
    case .regression:
      "“hitchmark check” found a regression, an exceeded limit, or a declared comparison that regressed."
    case .couldNotRun:
      "The command failed: wrong usage, input that cannot be read, or output that cannot be written."
    case .undecided:
      "“hitchmark check” found a metric in a state that --fail-on names, or “hitchmark run” or “hitchmark bisect” ended without an answer."
    }
  }
}
