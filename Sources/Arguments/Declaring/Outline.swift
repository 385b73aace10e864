/// A description of a command and its subcommands, without the code that they run, for help texts and shell completion.
public struct Outline: Sendable {
  /// The full name of the described command: the name of the tool and of each subcommand.
  public let path: [String]

  public let abstract: String

  /// Further paragraphs, of which `--help` shows the first and manuals all; may be empty.
  public let discussion: String

  /// The output of the command's `--version` option; `nil` if there is no such option.
  public let version: String?

  /// The parameters of the command in groups; those inherited from parent commands come last.
  public let sections: [Section]

  /// Groups of parameters that exclude each other: a command line may contain at most one parameter of each group.
  public let exclusive: [[Declaration]]

  public let examples: [Example]

  public let subcommands: [Outline]

  /// Whether the command can run without a subcommand.
  public let hasAction: Bool

  /// A group of parameter declarations under a title in a command's help text.
  public struct Section: Sendable, Equatable {
    /// The title above the group of parameter declarations in a command's help text.
    public let title: String

    /// The declarations of the group's parameters, in the order of the help text.
    public let declarations: [Declaration]

    /// Whether many commands have the group, so that `--help` only names its parameters.
    public var isShared = false
  }

  /// The last part of the command's full name, such as `show` of `hitchmark runs show`.
  public var name: String { path.last ?? "" }

  /// The title of the options that a command inherits from the commands above it.
  static let commonTitle = "Common options"

  /// The declarations of all parameters of the command, in the order of its help text.
  public var declarations: [Declaration] { sections.flatMap(\.declarations) }
}

extension Command {
  /// A description of the command and its subcommands, without the code that they run.
  public var outline: Outline { outline(below: [], inheriting: []) }

  /// The outline of the command with a path and inherited declarations.
  func outline(below path: [String], inheriting inherited: [Declaration]) -> Outline {
    let path = path + [name]
    let built = [Declaration.help] + (version == nil ? [] : [Declaration.version])
    var groups = sections.map { section in
      Outline.Section(
        title: section.title, declarations: section.parameters.map(\.declaration),
        isShared: section.isShared)
    }
    let own = groups.flatMap(\.declarations).filter(\.isOption)
    if inherited.isEmpty, let options = groups.first {
      groups[0] = Outline.Section(
        title: options.title, declarations: options.declarations + built)
    } else {
      groups.append(Outline.Section(title: Outline.commonTitle, declarations: inherited + built))
    }
    return Outline(
      path: path, abstract: abstract, discussion: discussion, version: version,
      sections: groups.filter { !$0.declarations.isEmpty },
      exclusive: exclusive.map { $0.map(\.declaration) }, examples: examples,
      subcommands: subcommands.map { subcommand in
        subcommand.outline(below: path, inheriting: own + inherited)
      },
      hasAction: action != nil)
  }
}

extension Declaration {
  /// The declaration of the flag `--help`, which every command has.
  static let help = Flag("help", short: "h", help: "show this help").declaration

  /// The declaration of the flag `--version`, for a tool that has a version.
  static let version = Flag("version", short: "V", help: "show the version")
    .declaration

  /// Whether the parameter is identified by its name, not by its position.
  var isOption: Bool { role != .positional }
}

/// A mistake in the declaration of a command-line tool, such as two options with one name.
///
/// Tests of a tool look for such mistakes, so that users never meet them.
public struct DeclarationProblem: Sendable, Equatable {
  /// The full name of the wrongly declared command: the name of the tool and of each subcommand.
  public let command: [String]

  public let fact: Fact

  /// The possible mistakes in the declaration of a command, such as two options with one name.
  public enum Fact: Sendable, Equatable {
    /// Two parameters of the command have the same name.
    case sameName(String)
    /// Two parameters of the command have the same one-letter alias.
    case sameShort(Character)
    case sameSubcommand(String)
    case noHelp(String)
    /// A command with an action has no example of a command line.
    case noExample
    /// A name of a command, option or flag does not begin with a lower-case letter, or contains characters other than
    /// lower-case letters, digits and hyphens.
    case oddName(String)
    /// A positional argument comes after one that takes all words, or is required although the one before it is
    /// optional.
    case unreachablePositional(String)
    /// A command has neither an action nor subcommands.
    case doesNothing
  }
}

extension Outline {
  /// The mistakes in the declaration of the command and its subcommands; empty if there are none.
  public var problems: [DeclarationProblem] {
    let own = nameFacts + helpFacts + shapeFacts
    return own.map { DeclarationProblem(command: path, fact: $0) }
      + subcommands.flatMap(\.problems)
  }

  private var nameFacts: [DeclarationProblem.Fact] {
    let odd = declarations.filter { $0.isOption && !$0.name.isPlainName }.map(\.name)
    return declarations.map(\.written).repeated.map { .sameName($0) }
      + declarations.compactMap(\.short).repeated.map { .sameShort($0) }
      + subcommands.map(\.name).repeated.map { .sameSubcommand($0) }
      + (odd + (name.isPlainName ? [] : [name])).map { .oddName($0) }
  }

  private var helpFacts: [DeclarationProblem.Fact] {
    let silent = declarations.filter(\.help.isEmpty).map(\.written)
    return (silent + (abstract.isEmpty ? [name] : [])).map { .noHelp($0) }
      + (hasAction && examples.isEmpty ? [.noExample] : [])
  }

  private var shapeFacts: [DeclarationProblem.Fact] {
    let positionals = declarations.filter { !$0.isOption }
    let unreachable = zip(positionals, positionals.dropFirst()).filter { before, after in
      switch before.count {
      case .repeated, .requiredRepeated: true
      case .optional: after.count == .required || after.count == .requiredRepeated
      case .required: false
      }
    }
    return unreachable.map { .unreachablePositional($0.1.name) }
      + (!hasAction && subcommands.isEmpty ? [.doesNothing] : [])
  }
}

extension String {
  /// Whether the name consists of lower-case ASCII letters, digits and hyphens, and begins with a letter.
  fileprivate var isPlainName: Bool {
    guard let first = utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first)
    else { return false }
    return utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
    }
  }
}

extension Array where Element: Hashable {
  /// The elements that appear more than once, each listed once, in order.
  fileprivate var repeated: [Element] {
    var seen: Set<Element> = []
    var named: Set<Element> = []
    return filter { !seen.insert($0).inserted && named.insert($0).inserted }
  }
}
