/// A command-line option with a value, which the user writes as `--output PATH`, `--output=PATH` or `-o PATH`.
public struct Option<Value: Sendable>: Parameter {
  /// The declaration of the command-line option, from which its help, parsing and shell completion are made.
  public private(set) var declaration: Declaration

  private let read: @Sendable ([String]) throws(UnreadableWord) -> Value

  /// Parses the words that the user gives as values of the option; without words, the result is the option's default
  /// value.
  ///
  /// - Throws: `UnreadableWord` for the first invalid word.
  public func value(of words: [String]) throws(UnreadableWord) -> Value { try read(words) }

  /// Declares an option that has a value but no default value, and that the user may omit.
  ///
  /// - Parameters:
  ///   - name: without hyphens.
  ///   - short: the one-letter alias.
  ///   - type: the type of the option's value.
  ///   - environment: the environment variable that is used if the option is not given.
  ///   - setting: the setting that is used if neither the option nor the environment variable is given.
  ///   - help: the effect, in a line or two.
  ///   - details: what manuals add.
  public init<Element>(
    _ name: String, short: Character? = nil, _ type: ValueType<Element>,
    environment: String? = nil, setting: String? = nil, help: String, details: String = ""
  ) where Value == Element? {
    declaration = Declaration(
      .option, name, short: short, type, .optional, environment: environment, setting: setting,
      help: help, details: details)
    read = { (words: [String]) throws(UnreadableWord) in
      try type.values(of: words).last
    }
  }

  /// Declares an option with a default value, which the help text shows.
  ///
  /// - Parameters:
  ///   - name: without hyphens.
  ///   - short: the one-letter alias.
  ///   - type: the type of the option's value.
  ///   - fallback: the default value.
  ///   - environment: the environment variable that is used if the option is not given.
  ///   - setting: the setting that is used if neither the option nor the environment variable is given.
  ///   - help: the effect, in a line or two, without the default.
  ///   - details: what manuals add.
  public init(
    _ name: String, short: Character? = nil, _ type: ValueType<Value>, default fallback: Value,
    environment: String? = nil, setting: String? = nil, help: String, details: String = ""
  ) {
    declaration = Declaration(
      .option, name, short: short, type, .optional, defaultText: type.write(fallback),
      environment: environment, setting: setting, help: help, details: details)
    read = { (words: [String]) throws(UnreadableWord) in
      try type.values(of: words).last ?? fallback
    }
  }

  /// Declares an option that the user may repeat on the command line.
  public init<Element>(
    repeating name: String, short: Character? = nil, _ type: ValueType<Element>, help: String,
    details: String = ""
  ) where Value == [Element] {
    declaration = Declaration(
      .option, name, short: short, type, .repeated, help: help, details: details)
    read = { (words: [String]) throws(UnreadableWord) in try type.values(of: words) }
  }

  /// The option as one that many commands have, so that `--help` only names it.
  public var shared: Option {
    var option = self
    option.declaration = declaration.shared
    return option
  }
}
