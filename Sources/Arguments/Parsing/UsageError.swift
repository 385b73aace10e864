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
    case unknownOption(String, nearest: String?)
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

extension UsageError {
  /// The message for an error on the command line: the command, the mistake and a hint, in lower case and without a
  /// period.
  public var message: String {
    let command = command.joined(separator: " ")
    return "\(command): \(fact.clause) (see `\(command) --help`)"
  }
}

extension UsageError.Fact {
  fileprivate var clause: String {
    switch self {
    case .unknownOption(let name, let nearest):
      "unknown option \(quoted(name))\(suggestion(nearest) ?? "")"
    case .unknownSubcommand(let name, let nearest, let all):
      "unknown command \(quoted(name))"
        + (suggestion(nearest) ?? "; commands are \(all.joined(separator: ", "))")
    case .missingSubcommand(let all):
      "a command is missing; commands are \(all.joined(separator: ", "))"
    case .missingValue(let option, let placeholder):
      "option \(quoted(option)) has no value; write “\(option) \(placeholder)”"
    case .unexpectedValue(let flag, let value):
      "option \(quoted(flag)) takes no value, but has \(quoted(value))"
    case .repeated(let option):
      "option \(quoted(option)) is written twice; write it once"
    case .unreadable(let parameter, let problem, let nearest):
      "\(parameter) is \(quoted(problem.word)); expected \(problem.wanted)\(suggestion(nearest) ?? "")"
    case .missingPositional(let name):
      "the argument \(name) is missing"
    case .unexpectedWord(let word, let meant, let option):
      "unexpected argument \(quoted(word))"
        + (suggestion(meant) ?? option.map { "; expected options only, such as “\($0)”" } ?? "")
    case .exclusive(let first, let second):
      "\(quoted(first)) and \(quoted(second)) exclude each other; write only one of them"
    }
  }

  private func suggestion(_ nearest: String?) -> String? {
    nearest.map { "; did you mean \(quoted($0))?" }
  }

  /// A word in quotation marks, at most 80 characters of it, without control characters.
  private func quoted(_ word: String) -> String {
    var text = String.UnicodeScalarView()
    for scalar in word.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: text.append("\u{FFFD}")
      default: text.append(scalar)
      }
    }
    let shown = String(text)
    return shown.count <= 80 ? "“\(shown)”" : "“\(shown.prefix(79))…”"
  }
}
