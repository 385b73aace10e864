/// An option with a value: `--output PATH`, `--output=PATH`, `-o PATH`.
public struct Option<Value: Sendable>: Parameter {
  /// What help, parsing and completions know of the option.
  public let declaration: Declaration

  private let read: @Sendable ([String]) throws(UnreadableWord) -> Value

  /// Reads the words that were written for the option.
  ///
  /// - Parameter words: in the order of the command line; empty when the option was not given.
  /// - Returns: the value, which is the default when there are no words.
  /// - Throws: `UnreadableWord` for the first word that cannot be read.
  public func value(of words: [String]) throws(UnreadableWord) -> Value { try read(words) }

  /// Declares an option that may be left out.
  ///
  /// - Parameters:
  ///   - name: without hyphens.
  ///   - short: the one-letter alias.
  ///   - type: how its value is read.
  ///   - environment: the variable that is read when the option is not written.
  ///   - help: one sentence on what it is for.
  public init<Element>(
    _ name: String, short: Character? = nil, _ type: ValueType<Element>,
    environment: String? = nil, help: String
  ) where Value == Element? {
    declaration = Declaration(
      .option, name, short: short, type, .optional, environment: environment, help: help)
    read = { (words: [String]) throws(UnreadableWord) in
      try type.values(of: words).last
    }
  }

  /// Declares an option with a value of its own when it is left out, which help shows.
  ///
  /// - Parameters:
  ///   - name: without hyphens.
  ///   - short: the one-letter alias.
  ///   - type: how its value is read.
  ///   - fallback: the value when the option is left out.
  ///   - environment: the variable that is read when the option is not written.
  ///   - help: one sentence on what it is for, without the default.
  public init(
    _ name: String, short: Character? = nil, _ type: ValueType<Value>, default fallback: Value,
    environment: String? = nil, help: String
  ) {
    declaration = Declaration(
      .option, name, short: short, type, .optional, defaultText: type.write(fallback),
      environment: environment, help: help)
    read = { (words: [String]) throws(UnreadableWord) in
      try type.values(of: words).last ?? fallback
    }
  }

  /// Declares an option that may be written several times.
  ///
  /// - Parameters:
  ///   - name: without hyphens.
  ///   - short: the one-letter alias.
  ///   - type: how each value is read.
  ///   - help: one sentence on what it is for.
  public init<Element>(
    repeating name: String, short: Character? = nil, _ type: ValueType<Element>, help: String
  ) where Value == [Element] {
    declaration = Declaration(.option, name, short: short, type, .repeated, help: help)
    read = { (words: [String]) throws(UnreadableWord) in try type.values(of: words) }
  }
}
