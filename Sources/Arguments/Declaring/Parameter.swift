/// A parameter of a command line: an option, a flag or a positional argument.
///
/// A tool declares each parameter once, as a value. Parsing, help, errors and completions use the declaration.
/// `ParsedValues` returns the value of the parameter: `values[output]`.
public protocol Parameter<Value>: Sendable {
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

  public func value(of words: [String]) -> Bool { !words.isEmpty }
}

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
