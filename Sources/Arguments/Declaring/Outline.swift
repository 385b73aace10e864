/// A command and its subcommands as help and completions see them: without what they do.
public struct Outline: Sendable {
  /// The words that lead to the command, from the tool's name on.
  public let path: [String]

  /// One sentence on what it does.
  public let abstract: String

  /// More on what it does; may be empty.
  public let discussion: String

  /// What `--version` prints; `nil` where there is no such option.
  public let version: String?

  /// The parameters in groups; those of the commands above come last.
  public let sections: [Section]

  /// Groups of names of which at most one may be written.
  public let exclusive: [[Declaration]]

  /// Command lines that show what it is good for.
  public let examples: [Example]

  /// The commands within it.
  public let subcommands: [Outline]

  /// Whether it does something without a subcommand.
  public let hasAction: Bool

  /// Declarations under a title.
  public struct Section: Sendable, Equatable {
    /// The title.
    public let title: String

    /// The declarations in the order of help.
    public let declarations: [Declaration]
  }

  /// The word that calls the command.
  public var name: String { path.last ?? "" }

  /// The title of the options that a command inherits from the commands above it.
  static let commonTitle = "Common options"

  /// All declarations, in the order of help.
  public var declarations: [Declaration] { sections.flatMap(\.declarations) }
}

extension Command {
  /// The command and its subcommands without what they do.
  public var outline: Outline { outline(below: [], inheriting: []) }

  /// The outline of the command at the end of a path.
  ///
  /// - Parameters:
  ///   - path: the words before the command's own.
  ///   - inherited: what the commands above declare.
  /// - Returns: the outline, with those of its subcommands.
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

  /// Whether the parameter is told by its name, not by its place.
  var isOption: Bool { role != .positional }
}
