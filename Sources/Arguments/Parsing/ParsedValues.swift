/// What was written for the parameters of a command.
public struct ParsedValues: Sendable {
  private var values: [String: any Sendable] = [:]
  private var given: Set<String> = []

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

  mutating func set(_ declaration: Declaration, to value: any Sendable, isGiven: Bool) {
    values[declaration.written] = value
    if isGiven { given.insert(declaration.written) }
  }
}
