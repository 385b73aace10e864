/// A description of a command and its subcommands, without the code that they run, for help texts and shell completion.
public struct Outline: Sendable {
  /// The full name of the described command: the name of the tool and of each subcommand.
  public let path: [String]

  /// What the described command does, in one sentence.
  public let abstract: String

  /// Further paragraphs, of which `--help` shows the first and manuals all; may be empty.
  public let discussion: String

  /// The output of the command's `--version` option; `nil` if there is no such option.
  public let version: String?

  /// The parameters of the command in groups; those inherited from parent commands come last.
  public let sections: [Section]

  /// Groups of parameters that exclude each other: a command line may contain at most one parameter of each group.
  public let exclusive: [[Declaration]]

  /// Examples of command lines that the help text of the command shows.
  public let examples: [Example]

  /// The descriptions of the command's subcommands.
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
