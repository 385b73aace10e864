/// The value that a configuration file gives to a command-line parameter.
public struct Setting: Sendable, Equatable {
  /// The value of the setting in the configuration file, as the user would write it on the command line.
  public let word: String

  /// Where the setting was found, for error messages: the configuration file and the key.
  public let place: String

  /// Creates the value that a configuration file gives to a command-line parameter.
  public init(_ word: String, place: String) {
    self.word = word
    self.place = place
  }
}

/// What the user requests with a command line: to run a command, or to print help or the version.
public enum Request<Action: Sendable>: Sendable {
  /// The command line requests to run an action with the parsed values.
  case run(Action, ParsedValues)

  /// The command line requests help, or is empty although the tool requires a subcommand.
  case help(Outline)

  /// The command line requests the version.
  case version(String)
}
