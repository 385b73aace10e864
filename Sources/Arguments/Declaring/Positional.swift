/// A command-line argument that is identified by its position.
public struct Positional<Value: Sendable>: Parameter {
  /// The declaration of the positional argument, from which its help, parsing and shell completion are made.
  public let declaration: Declaration

  private let read: @Sendable ([String]) throws(UnreadableWord) -> Value

  /// Parses the words that the command line gives for the positional argument.
  ///
  /// - Throws: `UnreadableWord` for the first invalid word.
  public func value(of words: [String]) throws(UnreadableWord) -> Value { try read(words) }

  /// Declares a positional argument that the user must give.
  ///
  /// `name` is the argument's name in help, such as `SUITE`; `help` is what it is, in a line or two, and `details` what manuals add.
  public init(_ name: String, _ type: ValueType<Value>, help: String, details: String = "") {
    declaration = Declaration(
      .positional, name, type, .required, help: help, details: details)
    read = { (words: [String]) throws(UnreadableWord) in
      try type.value(of: words.last ?? "")
    }
  }

  /// Declares a positional argument that the user may omit.
  public init<Element>(
    optional name: String, _ type: ValueType<Element>, setting: String? = nil, help: String,
    details: String = ""
  ) where Value == Element? {
    declaration = Declaration(
      .positional, name, type, .optional, setting: setting, help: help, details: details)
    read = { (words: [String]) throws(UnreadableWord) in try type.values(of: words).last }
  }

  /// Declares a positional argument that takes all remaining words of the command line.
  ///
  /// `name` has no ellipsis; `isRequired` is whether at least one word must be given.
  public init<Element>(
    repeating name: String, _ type: ValueType<Element>, isRequired: Bool = true, help: String,
    details: String = ""
  ) where Value == [Element] {
    declaration = Declaration(
      .positional, name, type, isRequired ? .requiredRepeated : .repeated, help: help,
      details: details)
    read = { (words: [String]) throws(UnreadableWord) in try type.values(of: words) }
  }
}

extension Declaration {
  init<Value>(
    _ role: Role, _ name: String, short: Character? = nil, _ type: ValueType<Value>, _ count: Count,
    defaultText: String? = nil, environment: String? = nil, setting: String? = nil, help: String,
    details: String
  ) {
    self.init(
      role: role, name: name, short: short, help: help, details: details, count: count,
      placeholder: role == .positional ? name : type.placeholder, defaultText: defaultText,
      environment: environment, setting: setting, candidates: type.candidates,
      completion: type.completion)
  }
}
