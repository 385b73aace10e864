/// An error of the user on the command line, such as an unknown option.
public struct UsageError: Error, Equatable {
  /// The full name of the command that the user called wrongly: the name of the tool and of each subcommand.
  public let command: [String]

  /// What is wrong with the command line.
  public let fact: Fact

  /// The kinds of errors on a command line, such as an unknown option.
  ///
  /// An error about a mistyped word may contain the nearest valid word as a suggestion.
  public enum Fact: Sendable, Equatable {
    /// The command has no option with this name.
    case unknownOption(String, nearest: String?)
    /// The command has no subcommand with this name.
    case unknownSubcommand(String, nearest: String?, all: [String])
    /// The command requires a subcommand.
    case missingSubcommand(all: [String])
    /// An option that needs a value has none.
    case missingValue(option: String, placeholder: String)
    /// A flag, which has no value, was given one.
    case unexpectedValue(flag: String, value: String)
    /// An option that may be given once was repeated.
    case repeated(String)
    /// A word, or the value of an environment variable, is not a valid value of its parameter.
    case unreadable(String, UnreadableWord, nearest: String?)
    /// A required positional argument is missing.
    case missingPositional(String)
    /// The command line has more words than the command accepts.
    ///
    /// `meant` is an option with this word that was probably meant; `option` is an option of a
    /// command without positionals, with its placeholder.
    case unexpectedWord(String, meant: String?, option: String?)
    /// Two parameters exclude each other.
    case exclusive(String, String)
  }
}
