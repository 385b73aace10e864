/// The value of a parameter in a configuration file.
public struct Setting: Sendable, Equatable {
  /// The value of the configuration setting as the user would write it on the command line.
  public let word: String

  /// The file and the key of the configuration setting, for error messages.
  public let place: String

  /// Creates a setting: the value of a parameter in a configuration file.
  public init(_ word: String, place: String) {
    self.word = word
    self.place = place
  }
}

/// What a parsed command line requests: to run an action, or to print help or the version.
public enum Request<Action: Sendable>: Sendable {
  /// The command line requests to run an action with the parsed values.
  case run(Action, ParsedValues)

  /// The command line requests help, or lacks a required subcommand.
  case help(Outline)

  /// The command line requests the version.
  case version(String)
}
