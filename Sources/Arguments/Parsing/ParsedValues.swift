internal import Units

/// The values of a command's parameters, from the command line, environment variables, settings and defaults.
public struct ParsedValues: Sendable {
  private var values: [String: any Sendable] = [:]
  private var given: Set<String> = []
  private var written: [String: [String]] = [:]

  init() {}

  /// The value of a parameter: from the command line, else from its environment variable, else from its setting, else
  /// the default.
  ///
  /// - Precondition: the parsed command, or one above it, declares the parameter.
  public subscript<P: Parameter>(_ parameter: P) -> P.Value {
    guard let value = values[parameter.declaration.written] as? P.Value else {
      preconditionFailure(
        "neither the parsed command nor a command above it declares \(parameter.declaration.written)"
      )
    }
    return value
  }

  /// Whether the command line or an environment variable gave a value to a parameter; values in configuration files do
  /// not count.
  public func isGiven(_ parameter: some Parameter) -> Bool {
    given.contains(parameter.declaration.written)
  }

  /// The options and arguments that the user gave, as text with shell quotes, for use in a command that a message
  /// suggests; may be empty.
  ///
  /// An example is `--store a.db --limit 'fps.avg >= 55 fps'`.
  ///
  /// The text omits values from environment variables and settings, because these values apply to the next command as
  /// well.
  public func commandLine(of parameters: [any Parameter]) -> String {
    parameters.map(\.declaration).flatMap { declaration in
      (written[declaration.written] ?? []).map { word in
        switch declaration.role {
        case .flag: declaration.written
        // After a space it would be parsed as the next option.
        case .option where word.hasPrefix("-") && word != "-":
          "\(declaration.written)=\(word.shellWord)"
        case .option: "\(declaration.written) \(word.shellWord)"
        case .positional: word.shellWord
        }
      }
    }.joined(separator: " ")
  }

  mutating func set(
    _ declaration: Declaration, to value: any Sendable, written words: [String]?, isGiven: Bool
  ) {
    values[declaration.written] = value
    written[declaration.written] = words
    if isGiven { given.insert(declaration.written) }
  }
}

/// The value that a configuration file gives to a command-line parameter.
public struct Setting: Sendable, Equatable {
  /// The value of the setting in the configuration file, as the user would write it on the command line.
  public let word: String

  /// Where the setting was found, for error messages: the configuration file and the key.
  public let place: String

  public init(_ word: String, place: String) {
    self.word = word
    self.place = place
  }
}

/// What the user requests with a command line: to run a command, or to print help or the version.
public enum Request<Action: Sendable>: Sendable {
  case run(Action, ParsedValues)

  /// The command line requests help, or is empty although the tool requires a subcommand.
  case help(Outline)

  case version(String)
}
