/// An option that takes no value, such as `--dry-run`; what is read is whether it was written.
public struct Flag: Parameter {
  /// What help, parsing and completions know of the flag.
  public let declaration: Declaration

  /// Declares a flag.
  ///
  /// - Parameters:
  ///   - name: without hyphens.
  ///   - short: the one-letter alias.
  ///   - help: one sentence on what it is for.
  public init(_ name: String, short: Character? = nil, help: String) {
    declaration = Declaration(
      role: .flag, name: name, short: short, help: help, count: .optional, placeholder: "",
      defaultText: nil, environment: nil, candidates: [], completion: .none)
  }

  /// Tells whether the flag was written.
  ///
  /// - Parameter words: the flag itself, or nothing.
  /// - Returns: whether there is a word.
  public func value(of words: [String]) -> Bool { !words.isEmpty }
}
