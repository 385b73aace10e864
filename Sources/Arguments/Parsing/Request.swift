/// What a command line asks for.
public enum Request<Action: Sendable>: Sendable {
  /// To do something, with the values that were written.
  case run(Action, ParsedValues)

  /// To explain a command, which is also what a tool without a subcommand is asked for.
  case help(Outline)

  /// To tell the version.
  case version(String)
}
