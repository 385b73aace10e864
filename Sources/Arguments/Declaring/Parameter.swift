/// Something that a command line can carry: an option, a flag or a positional argument.
///
/// A parameter is declared once, as a value. Parsing, help, complaints and completions read its
/// declaration, and `ParsedValues` gives back what was written for it: `values[output]`.
public protocol Parameter<Value>: Sendable {
  /// What is given back for the parameter.
  associatedtype Value: Sendable

  /// What help, parsing and completions know of the parameter.
  var declaration: Declaration { get }

  /// Reads the words that were written for the parameter.
  ///
  /// - Parameter words: in the order of the command line; empty when the parameter was not given.
  /// - Returns: the value, which is the default when there are no words.
  /// - Throws: `UnreadableWord` for the first word that cannot be read.
  func value(of words: [String]) throws(UnreadableWord) -> Value
}

/// What is known of a parameter without knowing the type of its value.
public struct Declaration: Sendable, Equatable {
  /// How the parameter is written.
  public let role: Role

  /// The name: without its hyphens for options and flags, as help shows it for positionals.
  public let name: String

  /// The one-letter alias of an option or flag.
  public let short: Character?

  /// One sentence on what the parameter is for.
  public let help: String

  /// How often it may, and must, be written.
  public let count: Count

  /// What stands in the value's place in help, such as `PATH`; empty for flags.
  public let placeholder: String

  /// The default as one would write it; `nil` when there is none.
  public let defaultText: String?

  /// The environment variable that is read when the option is not written.
  public let environment: String?

  /// All values that can be written; empty when there are more than can be listed.
  public let candidates: [Candidate]

  /// What shells offer for the value.
  public let completion: Completion

  /// How a parameter is written.
  public enum Role: Sendable, Equatable {
    /// `--name VALUE` or `--name=VALUE`.
    case option
    /// `--name`.
    case flag
    /// A word in its place.
    case positional
  }

  /// How often a parameter may, and must, be written.
  public enum Count: Sendable, Equatable {
    /// At most once.
    case optional
    /// Exactly once.
    case required
    /// As often as wanted.
    case repeated
    /// At least once.
    case requiredRepeated
  }

  /// A value that can be written.
  public struct Candidate: Sendable, Equatable {
    /// The value as it is written.
    public let name: String

    /// What it stands for, shown by shells; may be empty.
    public let help: String

    /// Creates a candidate.
    ///
    /// - Parameters:
    ///   - name: the value as it is written.
    ///   - help: what it stands for.
    public init(_ name: String, help: String = "") {
      self.name = name
      self.help = help
    }
  }

  /// What shells offer for a value.
  public enum Completion: Sendable, Equatable {
    /// Nothing.
    case none
    /// Files and folders.
    case files
    /// Folders.
    case folders
    /// The candidates.
    case candidates
  }

  /// The name as it is written on a command line or in help: `--output`, `PATH`.
  public var written: String {
    switch role {
    case .option, .flag: "--\(name)"
    case .positional: name
    }
  }
}

/// A word that is not what a parameter wants.
public struct UnreadableWord: Error, Equatable {
  /// The word.
  public let word: String

  /// What was wanted, as a noun phrase.
  public let wanted: String

  /// All words that would do, where they can be listed.
  public let candidates: [String]

  /// Creates the fact.
  ///
  /// - Parameters:
  ///   - word: the word.
  ///   - wanted: what was wanted, as a noun phrase.
  ///   - candidates: all words that would do.
  public init(_ word: String, wanted: String, candidates: [String] = []) {
    self.word = word
    self.wanted = wanted
    self.candidates = candidates
  }
}
