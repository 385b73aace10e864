/// A value from a configuration file.
public struct Setting: Sendable, Equatable {
  /// The value as it would be written on the command line.
  public let word: String

  /// The place for error messages: the file and the key.
  public let place: String

  /// Creates a setting: the value of an option from a configuration file.
  public init(_ word: String, place: String) {
    self.word = word
    self.place = place
  }
}

/// What a parsed command line requests: to run an action, or to print help or the version.
public enum Request<Action: Sendable>: Sendable {
  /// Run an action with the parsed values.
  case run(Action, ParsedValues)

  /// Show help; also the result if a required subcommand is missing.
  case help(Outline)

  /// Show the version.
  case version(String)
}
