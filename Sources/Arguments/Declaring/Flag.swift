/// A command-line option without a value, such as `--dry-run`.
///
/// The value of a flag is whether the command line contains the flag.
public struct Flag: Parameter {
  /// The declaration of the command-line flag, from which its help, parsing and shell completion are made.
  public private(set) var declaration: Declaration

  /// Declares a flag, a command-line option without a value.
  ///
  /// - Parameters:
  ///   - name: without hyphens.
  ///   - short: the one-letter alias.
  ///   - help: the effect, in a line or two.
  ///   - details: what manuals add.
  public init(_ name: String, short: Character? = nil, help: String, details: String = "") {
    declaration = Declaration(
      role: .flag, name: name, short: short, help: help, details: details, count: .optional,
      placeholder: "", defaultText: nil, environment: nil, setting: nil, candidates: [],
      completion: .none)
  }

  /// The flag as one that many commands have, so that `--help` only names it.
  public var shared: Flag {
    var flag = self
    flag.declaration = declaration.shared
    return flag
  }

  /// Whether the flag was given on the command line.
  public func value(of words: [String]) -> Bool { !words.isEmpty }
}
