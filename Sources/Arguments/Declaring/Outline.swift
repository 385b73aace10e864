/// A command and its subcommands for help and completions, without actions.
public struct Outline: Sendable {
  /// The path of the command, from the tool's name on.
  public let path: [String]

  /// The purpose in one sentence.
  public let abstract: String

  /// Further paragraphs; may be empty.
  public let discussion: String

  /// The output of `--version`; `nil` if there is no such option.
  public let version: String?

  /// The parameters in groups; inherited ones come last.
  public let sections: [Section]

  /// Groups of parameters of which at most one may be given.
  public let exclusive: [[Declaration]]

  /// Examples of the command, for help.
  public let examples: [Example]

  /// The subcommands.
  public let subcommands: [Outline]

  /// Whether the command has an action without a subcommand.
  public let hasAction: Bool

  /// A group of declarations under a title.
  public struct Section: Sendable, Equatable {
    /// The title.
    public let title: String

    /// The declarations in the order of help.
    public let declarations: [Declaration]
  }

  /// The name of the command.
  public var name: String { path.last ?? "" }

  /// The title of the options that a command inherits from the commands above it.
  static let commonTitle = "Common options"

  /// All declarations, in the order of help.
  public var declarations: [Declaration] { sections.flatMap(\.declarations) }
}

extension Command {
  /// The command and its subcommands without actions.
  public var outline: Outline { outline(below: [], inheriting: []) }

  /// The outline of the command with a path and inherited declarations.
  func outline(below path: [String], inheriting inherited: [Declaration]) -> Outline {
    let path = path + [name]
    let built = [Declaration.help] + (version == nil ? [] : [Declaration.version])
    var groups = sections.map { section in
      Outline.Section(title: section.title, declarations: section.parameters.map(\.declaration))
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
  /// The flag that every command has.
  static let help = Flag("help", short: "h", help: "Show this help.").declaration

  /// The flag of a tool that has a version.
  static let version = Flag("version", short: "V", help: "Show the version.").declaration

  /// Whether the parameter is identified by its name, not by its position.
  var isOption: Bool { role != .positional }
}
