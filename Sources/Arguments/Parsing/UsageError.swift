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
    /// The command requires a subcommand, but the command line names none.
    case missingSubcommand(all: [String])
    /// An option that needs a value has no value on the command line.
    case missingValue(option: String, placeholder: String)
    /// The command line gives a value to a flag, which takes no value.
    case unexpectedValue(flag: String, value: String)
    /// The command line repeats an option that it may contain only once.
    case repeated(String)
    /// A word, or the value of an environment variable or of a setting, is not a valid value of its parameter.
    case unreadable(String, UnreadableWord, nearest: String?)
    /// A required positional argument is missing.
    case missingPositional(String)
    /// The command line has more words than the command accepts.
    ///
    /// `meant` is the option, with the word as its value, that the user probably meant. `option` is an example of an
    /// option with its placeholder, if the command takes no positional arguments.
    case unexpectedWord(String, meant: String?, option: String?)
    /// The command line contains two parameters that exclude each other.
    case exclusive(String, String)
  }
}
