/// A command-line option without a value, such as `--dry-run`.
///
/// The value of a flag is whether the command line contains the flag.
public struct Flag: Parameter {
  /// The declaration of the command-line flag, from which its help, parsing and shell completion are made.
  public let declaration: Declaration

  /// Declares a flag, a command-line option without a value.
  ///
  /// - Parameters:
  ///   - name: without hyphens.
  ///   - short: the one-letter alias.
  ///   - help: the purpose in one sentence.
  public init(_ name: String, short: Character? = nil, help: String) {
    declaration = Declaration(
      role: .flag, name: name, short: short, help: help, count: .optional, placeholder: "",
      defaultText: nil, environment: nil, setting: nil, candidates: [], completion: .none)
  }

  /// Whether the flag was given on the command line.
  public func value(of words: [String]) -> Bool { !words.isEmpty }
}
