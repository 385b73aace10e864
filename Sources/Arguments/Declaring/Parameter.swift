/// A parameter of a command line: an option, a flag or a positional argument.
///
/// A tool declares each parameter once, as a value. Parsing, help, errors and completions use the declaration.
/// `ParsedValues` returns the value of the parameter: `values[output]`.
public protocol Parameter<Value>: Sendable {
  /// The type of the parameter's parsed value.
  associatedtype Value: Sendable

  /// The declaration of the parameter, which help, parsing and completions use.
  var declaration: Declaration { get }

  /// Parses the words that were given for the parameter; without words, the result is the default.
  ///
  /// - Throws: `UnreadableWord` for the first invalid word.
  func value(of words: [String]) throws(UnreadableWord) -> Value
}

/// The declaration of a command-line parameter for help, parsing and shell completion, without the type of its value.
public struct Declaration: Sendable, Equatable {
  /// Whether the parameter is an option, a flag or a positional argument.
  public let role: Role

  /// The name of an option or flag without its hyphens, or the name of a positional argument as help shows it.
  public let name: String

  /// The one-letter alias of an option or flag on the command line; `nil` if it has none.
  public let short: Character?

  /// What the parameter does, in a line or two, for `--help`, completions and manuals.
  public let help: String

  /// What manuals add to `help`, in whole sentences; empty if nothing.
  public let details: String

  /// Whether many commands have the parameter, so that `--help` only names it.
  public private(set) var isShared = false

  /// How often the command-line parameter may or must be given.
  public let count: Count

  /// The placeholder of the parameter's value in help, such as `PATH`; empty for flags.
  public let placeholder: String

  /// The default value of the parameter as the user would type it; `nil` if there is none.
  public let defaultText: String?

  /// The environment variable that gives the parameter's value if the command line does not.
  public let environment: String?

  /// The configuration setting that supplies the parameter's value if neither the option nor its environment variable
  /// does.
  public let setting: String?

  /// All possible values of the parameter, or of one element if its value is a list; empty if there are too many.
  public let candidates: [String]

  /// What shells offer to complete the parameter's value, such as file names.
  public let completion: Completion

  /// The three kinds of command-line parameters: option, flag and positional argument.
  public enum Role: Sendable, Equatable {
    /// An option, which has a value: `--name VALUE` or `--name=VALUE`.
    case option
    /// A flag, which has no value: `--name`.
    case flag
    /// A positional argument: a word that is identified by its position.
    case positional
  }

  /// How often a command-line parameter may or must be given.
  public enum Count: Sendable, Equatable {
    /// The parameter may be given at most once.
    case optional
    /// The parameter must be given exactly once.
    case required
    /// The parameter may be given any number of times.
    case repeated
    /// The parameter must be given at least once.
    case requiredRepeated
  }

  /// What shells offer to complete a parameter's value, such as file names.
  public enum Completion: Sendable, Equatable {
    /// The shell offers nothing.
    case none
    /// The shell offers files and folders.
    case files
    /// The shell offers folders.
    case folders
    /// The shell offers the possible values of the parameter.
    case candidates
  }

  init(
    role: Role, name: String, short: Character?, help: String, details: String, count: Count,
    placeholder: String, defaultText: String?, environment: String?, setting: String?,
    candidates: [String], completion: Completion
  ) {
    self.role = role
    self.name = name
    self.short = short
    self.help = help
    self.details = details
    self.count = count
    self.placeholder = placeholder
    self.defaultText = defaultText
    self.environment = environment
    self.setting = setting
    self.candidates = candidates
    self.completion = completion
  }

  /// A copy that counts as shared by many commands.
  var shared: Declaration {
    var declaration = self
    declaration.isShared = true
    return declaration
  }

  /// The name of the parameter in help and error messages, such as `--output` or `PATH`.
  public var written: String {
    switch role {
    case .option, .flag: "--\(name)"
    case .positional: name
    }
  }
}

/// The error for a word on the command line that is not a valid value of its parameter.
public struct UnreadableWord: Error, Equatable {
  /// The word on the command line that is not a valid value of its parameter; of a list, usually the invalid element.
  public let word: String

  /// A phrase for the values that the parameter expects, such as `a whole number`.
  public let wanted: String

  /// All valid values of the parameter, or of one element of a list; empty if there are too many.
  public let candidates: [String]

  /// Creates the error for a word that is not a valid value of a parameter.
  public init(_ word: String, wanted: String, candidates: [String] = []) {
    self.word = word
    self.wanted = wanted
    self.candidates = candidates
  }
}
