/// A parameter of a command line: an option, a flag or a positional argument.
///
/// A parameter is declared once, as a value. Parsing, help, errors and completions use its
/// declaration. `ParsedValues` returns its value: `values[output]`.
public protocol Parameter<Value>: Sendable {
  /// The type of the parsed value.
  associatedtype Value: Sendable

  /// The declaration that help, parsing and completions use.
  var declaration: Declaration { get }

  /// Parses the words that were given for the parameter; without words, the result is the default.
  ///
  /// - Throws: `UnreadableWord` for the first invalid word.
  func value(of words: [String]) throws(UnreadableWord) -> Value
}

/// The declaration of a parameter, independent of the type of its value.
public struct Declaration: Sendable, Equatable {
  /// The kind of parameter.
  public let role: Role

  /// The name: without its hyphens for options and flags, as help shows it for positionals.
  public let name: String

  /// The one-letter alias of an option or flag.
  public let short: Character?

  /// The purpose in one sentence.
  public let help: String

  /// How often the parameter may or must be given.
  public let count: Count

  /// The placeholder of the value in help, such as `PATH`; empty for flags.
  public let placeholder: String

  /// The default as the user would type it; `nil` if there is none.
  public let defaultText: String?

  /// The environment variable that is used if the option is not given.
  public let environment: String?

  /// All possible values; empty if there are too many to list.
  public let candidates: [Candidate]

  /// The completion that shells offer.
  public let completion: Completion

  /// The kind of parameter.
  public enum Role: Sendable, Equatable {
    /// `--name VALUE` or `--name=VALUE`.
    case option
    /// `--name`.
    case flag
    /// A word at its position.
    case positional
  }

  /// How often a parameter may or must be given.
  public enum Count: Sendable, Equatable {
    /// At most once.
    case optional
    /// Exactly once.
    case required
    /// Any number of times.
    case repeated
    /// At least once.
    case requiredRepeated
  }

  /// A possible value.
  public struct Candidate: Sendable, Equatable {
    /// The value as typed.
    public let name: String

    /// The meaning of the value, shown by shells; may be empty.
    public let help: String

    /// Creates a possible value.
    public init(_ name: String, help: String = "") {
      self.name = name
      self.help = help
    }
  }

  /// The completion that shells offer for a value.
  public enum Completion: Sendable, Equatable {
    /// Nothing.
    case none
    /// Files and folders.
    case files
    /// Folders.
    case folders
    /// The possible values.
    case candidates
  }

  /// The name on a command line or in help: `--output`, `PATH`.
  public var written: String {
    switch role {
    case .option, .flag: "--\(name)"
    case .positional: name
    }
  }
}

/// A word that is not a valid value of a parameter.
public struct UnreadableWord: Error, Equatable {
  /// The word.
  public let word: String

  /// The expected kind of value, as a noun phrase.
  public let wanted: String

  /// All valid words, if they can be listed.
  public let candidates: [String]

  /// Creates the error.
  public init(_ word: String, wanted: String, candidates: [String] = []) {
    self.word = word
    self.wanted = wanted
    self.candidates = candidates
  }
}
