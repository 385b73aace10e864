/// What is wrong with a command line.
public struct UsageError: Error, Equatable {
  /// The words that lead to the command, from the tool's name on.
  public let command: [String]

  /// What is wrong.
  public let fact: Fact

  /// What can be wrong with a command line; `nearest` is what was probably meant.
  public enum Fact: Sendable, Equatable {
    /// No option has the name.
    case unknownOption(String, nearest: String?)
    /// No subcommand has the name.
    case unknownSubcommand(String, nearest: String?, all: [String])
    /// A command does nothing without a subcommand, and none is named.
    case missingSubcommand(all: [String])
    /// An option stands without its value.
    case missingValue(option: String, placeholder: String)
    /// A flag is given a value.
    case unexpectedValue(flag: String, value: String)
    /// An option that can be written once stands there again.
    case repeated(String)
    /// A word is not what the parameter, or the environment variable, wants.
    case unreadable(String, UnreadableWord, nearest: String?)
    /// An argument that must be given is not.
    case missingPositional(String)
    /// There is no place for a word: the option with it that was probably meant, and, of a command that takes no
    /// words at all, an option of it with its placeholder.
    case unexpectedWord(String, meant: String?, option: String?)
    /// Two parameters exclude each other.
    case exclusive(String, String)
  }
}
