/// A type of parameter values on the command line, with the functions that parse a value and convert it to text.
public struct ValueType<Value: Sendable>: Sendable {
  /// The placeholder in help for a parameter's value of this type, such as `PATH`.
  public let placeholder: String

  /// A phrase for the expected values in error messages, such as `a whole number of 0 or more`.
  public let wanted: String

  /// All values that a parameter of this type, or one element of a list, can have; empty if there are too many.
  public let candidates: [String]

  /// What shells offer to complete a parameter's value of this type, such as file names.
  public let completion: Declaration.Completion

  /// Parses a word of the command line as a parameter's value of this type; `nil` if the word is invalid.
  public let read: @Sendable (String) -> Value?

  /// Converts a parameter's value to text, as the user would type it on the command line.
  ///
  /// The function `read` parses the printed text. Help texts print default values with `write`.
  public let write: @Sendable (Value) -> String

  /// Creates a type of parameter values on the command line from its functions for parsing and printing a value.
  ///
  /// The properties of the type explain the parameters.
  public init(
    placeholder: String, wanted: String, candidates: [String] = [],
    completion: Declaration.Completion = .none, read: @escaping @Sendable (String) -> Value?,
    write: @escaping @Sendable (Value) -> String
  ) {
    self.placeholder = placeholder
    self.wanted = wanted
    self.candidates = candidates
    self.completion = candidates.isEmpty ? completion : .candidates
    self.read = read
    self.write = write
  }

  /// A copy of this type of parameter values with another placeholder in help, such as `FILE`.
  public func named(_ placeholder: String) -> ValueType {
    ValueType(
      placeholder: placeholder, wanted: wanted, candidates: candidates, completion: completion,
      read: read, write: write)
  }

  func value(of word: String) throws(UnreadableWord) -> Value {
    if let value = read(word) { return value }
    // For a list with commas, name the invalid part.
    let culprit =
      candidates.isEmpty
      ? nil : word.split(separator: ",").first { !candidates.contains(String($0)) }
    throw UnreadableWord(culprit.map(String.init) ?? word, wanted: wanted, candidates: candidates)
  }

  func values(of words: [String]) throws(UnreadableWord) -> [Value] {
    var values: [Value] = []
    for word in words { values.append(try value(of: word)) }
    return values
  }
}
