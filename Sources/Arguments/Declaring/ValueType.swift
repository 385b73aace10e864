/// How a word becomes a value, and the value a word again.
public struct ValueType<Value: Sendable>: Sendable {
  /// What stands in the value's place in help, such as `PATH`.
  public let placeholder: String

  /// What is wanted, as a noun phrase: `a whole number of 0 or more`.
  public let wanted: String

  /// All values that can be written; empty when there are more than can be listed.
  public let candidates: [Declaration.Candidate]

  /// What shells offer.
  public let completion: Declaration.Completion

  /// Reads a word; `nil` when it is not what is wanted.
  public let read: @Sendable (String) -> Value?

  /// Writes a value so that `read` gives it back; help shows defaults this way.
  public let write: @Sendable (Value) -> String

  /// Creates a type of values.
  ///
  /// - Parameters:
  ///   - placeholder: what stands in the value's place in help.
  ///   - wanted: what is wanted, as a noun phrase.
  ///   - candidates: all values that can be written, where they can be listed.
  ///   - completion: what shells offer; the candidates where there are any.
  ///   - read: reads a word; `nil` when it is not what is wanted.
  ///   - write: writes a value so that `read` gives it back.
  public init(
    placeholder: String, wanted: String, candidates: [Declaration.Candidate] = [],
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

  /// The type under another name in help.
  ///
  /// - Parameter placeholder: what stands in the value's place.
  /// - Returns: the same type otherwise.
  public func named(_ placeholder: String) -> ValueType {
    ValueType(
      placeholder: placeholder, wanted: wanted, candidates: candidates, completion: completion,
      read: read, write: write)
  }

  func value(of word: String) throws(UnreadableWord) -> Value {
    if let value = read(word) { return value }
    let names = candidates.map(\.name)
    // Of a list with commas, the part that is wrong is what has to be told.
    let culprit =
      names.isEmpty ? nil : word.split(separator: ",").first { !names.contains(String($0)) }
    throw UnreadableWord(culprit.map(String.init) ?? word, wanted: wanted, candidates: names)
  }

  func values(of words: [String]) throws(UnreadableWord) -> [Value] {
    var values: [Value] = []
    for word in words { values.append(try value(of: word)) }
    return values
  }
}
