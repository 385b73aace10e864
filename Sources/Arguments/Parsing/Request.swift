/// What a parsed command line requests: to run an action, or to print help or the version.
public enum Request<Action: Sendable>: Sendable {
  /// Run an action with the parsed values.
  case run(Action, ParsedValues)

  /// Show help; also the result if a required subcommand is missing.
  case help(Outline)

  /// Show the version.
  case version(String)
}
