/// An argument that is told by its place.
public struct Positional<Value: Sendable>: Parameter {
  /// What help, parsing and completions know of the argument.
  public let declaration: Declaration

  private let read: @Sendable ([String]) throws(UnreadableWord) -> Value

  /// Reads the words that were written for the argument.
  ///
  /// - Parameter words: in the order of the command line; empty when the argument was not given.
  /// - Returns: the value.
  /// - Throws: `UnreadableWord` for the first word that cannot be read.
  public func value(of words: [String]) throws(UnreadableWord) -> Value { try read(words) }

  /// Declares an argument that must be given.
  ///
  /// - Parameters:
  ///   - name: as help shows it, such as `SUITE`.
  ///   - type: how it is read.
  ///   - help: one sentence on what it is for.
  public init(_ name: String, _ type: ValueType<Value>, help: String) {
    declaration = Declaration(.positional, name, type, .required, help: help)
    read = { (words: [String]) throws(UnreadableWord) in
      try type.value(of: words.last ?? "")
    }
  }

  /// Declares an argument that may be left out.
  ///
  /// - Parameters:
  ///   - name: as help shows it.
  ///   - type: how it is read.
  ///   - help: one sentence on what it is for.
  public init<Element>(optional name: String, _ type: ValueType<Element>, help: String)
  where Value == Element? {
    declaration = Declaration(.positional, name, type, .optional, help: help)
    read = { (words: [String]) throws(UnreadableWord) in try type.values(of: words).last }
  }

  /// Declares an argument that takes all words from its place on.
  ///
  /// - Parameters:
  ///   - name: as help shows it, without an ellipsis.
  ///   - type: how each is read.
  ///   - isRequired: whether at least one must be given.
  ///   - help: one sentence on what it is for.
  public init<Element>(
    repeating name: String, _ type: ValueType<Element>, isRequired: Bool = true, help: String
  ) where Value == [Element] {
    declaration = Declaration(
      .positional, name, type, isRequired ? .requiredRepeated : .repeated, help: help)
    read = { (words: [String]) throws(UnreadableWord) in try type.values(of: words) }
  }
}

extension Declaration {
  init<Value>(
    _ role: Role, _ name: String, short: Character? = nil, _ type: ValueType<Value>, _ count: Count,
    defaultText: String? = nil, environment: String? = nil, help: String
  ) {
    self.init(
      role: role, name: name, short: short, help: help, count: count,
      placeholder: role == .positional ? name : type.placeholder, defaultText: defaultText,
      environment: environment, candidates: type.candidates, completion: type.completion)
  }
}
