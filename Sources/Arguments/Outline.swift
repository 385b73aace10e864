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

  /// All declarations, in the order of help.
  public var declarations: [Declaration] { sections.flatMap(\.declarations) }
}

extension Command {
  /// The command and its subcommands without what they do.
  public var outline: Outline { outline(below: [], inheriting: []) }

  func outline(below path: [String], inheriting inherited: [Outline.Section]) -> Outline {
    let own = sections.map { section in
      Outline.Section(
        title: section.title, declarations: section.parameters.map(\.declaration))
    }
    let all = own + inherited
    return Outline(
      path: path + [name], abstract: abstract, discussion: discussion, version: version,
      sections: all.filter { !$0.declarations.isEmpty },
      exclusive: exclusive.map { $0.map(\.declaration) }, examples: examples,
      subcommands: subcommands.map { $0.outline(below: path + [name], inheriting: all) },
      hasAction: action != nil)
  }
}
