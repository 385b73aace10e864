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
