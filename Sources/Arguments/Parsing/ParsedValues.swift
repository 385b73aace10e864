/// What was written for the parameters of a command.
public struct ParsedValues: Sendable {
  private var values: [String: any Sendable] = [:]
  private var given: Set<String> = []
  private var written: [String: [String]] = [:]

  init() {}

  /// What was written for a parameter, or its default.
  ///
  /// - Parameter parameter: one that the command declares.
  /// - Precondition: the command that was parsed, or one above it, declares the parameter.
  public subscript<P: Parameter>(_ parameter: P) -> P.Value {
    guard let value = values[parameter.declaration.written] as? P.Value else {
      preconditionFailure("the command does not declare \(parameter.declaration.written)")
    }
    return value
  }

  /// Tells whether a parameter was written, rather than left to its default.
  ///
  /// - Parameter parameter: one that the command declares.
  /// - Returns: whether it stands on the command line, or in its environment variable.
  public func isGiven(_ parameter: some Parameter) -> Bool {
    given.contains(parameter.declaration.written)
  }

  /// The parameters that stand on the command line, as a POSIX shell reads them back; for commands to suggest.
  ///
  /// What an environment variable says is left out, since it says so to the next command as well.
  ///
  /// - Parameter parameters: options and flags that the command declares.
  /// - Returns: in the order of the parameters, such as `--store a.db --limit 'fps.avg >= 55 fps'`; empty when
  ///   none of them was written.
  public func commandLine(of parameters: [any Parameter]) -> String {
    parameters.map(\.declaration).flatMap { declaration in
      (written[declaration.written] ?? []).map { word in
        switch declaration.role {
        case .flag: declaration.written
        // Behind a space it would be taken for the next option.
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
