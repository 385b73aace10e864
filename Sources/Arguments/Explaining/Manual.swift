internal import Units

/// Writes the reference manual of a tool from the declarations of its commands, as Unix manual pages and Markdown.
///
///     let manual = Manual(version: "0.1.0", exitCodes: [(0, "success"), (2, "the command could not run")])
///     manual.page(of: command.outline)     // the text of tool.1, for man
///     manual.markdown(of: command.outline) // the tool and all its commands, as one page
///
/// The help texts are made from the same declarations, so help texts, manual pages and Markdown cannot disagree. The
/// output contains no date, so that two builds of one version write the same bytes.
public struct Manual: Sendable {
  /// The version of the tool, which appears at the foot of each manual page.
  public let version: String

  /// The exit codes of the tool with their meanings, lowest code first, for the manual.
  public let exitCodes: [(code: Int32, meaning: String)]

  /// Creates a writer of manual pages from the tool's version and the meaning of its exit codes.
  public init(version: String, exitCodes: [(code: Int32, meaning: String)]) {
    self.version = version
    self.exitCodes = exitCodes
  }
}

extension Outline {
  /// The command and all subcommands below it, at every level; a command comes before its own subcommands.
  public var withSubcommands: [Outline] { [self] + subcommands.flatMap(\.withSubcommands) }

  /// The name of the command's manual page without the section number, such as `hitchmark-runs-show`.
  public var pageName: String { path.joined(separator: "-") }

  /// Finds the subcommand with the given names, such as `runs` and `show`.
  ///
  /// - Throws: `UsageError` for the first word that is not a subcommand.
  public func subcommand(at words: [String]) throws(UsageError) -> Outline {
    var outline = self
    for word in words {
      let names = outline.subcommands.map(\.name)
      guard let next = outline.subcommands.first(where: { $0.name == word }) else {
        throw UsageError(
          command: outline.path,
          fact: .unknownSubcommand(word, nearest: word.nearest(among: names), all: names))
      }
      outline = next
    }
    return outline
  }

  /// The paragraphs of the command's discussion, each on one line.
  var paragraphs: [String] {
    discussion.split(separator: "\n\n").map {
      $0.split(separator: "\n").joined(separator: " ")
    }
  }
}
