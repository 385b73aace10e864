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

extension Manual {
  /// Writes the reference manual of a command and of all its subcommands as one Markdown page.
  ///
  /// What many commands share is explained once, at the end.
  public func markdown(of outline: Outline) -> String {
    let commands = outline.withSubcommands.map { markdown(ofOnly: $0) }
    let sections = outline.sharedGroups.flatMap { group in
      table("Option", "Effect", group.declarations.map(Self.entry))
        .map { "## \(group.title)\n\n\($0)" }
    }
    return (commands + sections).joined(separator: "\n\n") + exitCodeTable + "\n"
  }

  private static func entry(_ declaration: Declaration) -> (String, String) {
    (
      String(declaration.pattern.drop { $0 == " " }),
      declaration.explanation(isComplete: true)
    )
  }

  /// The names of the options of a command that are explained elsewhere.
  private func others(of outline: Outline) -> [String] {
    let shared = outline.declarations.filter(\.isShared).map { "`\($0.written)`" }
    let topics = outline.sections.filter(\.isShared).map(\.title)
    var links =
      shared.isEmpty
      ? []
      : [
        "\(link(Outline.sharedTitle)): \(shared.joined(separator: ", "))"
      ]
    links += topics.map(link)
    return links.isEmpty ? [] : [links.joined(separator: " · ")]
  }

  private func link(_ title: String) -> String {
    "[\(title)](#\(title.lowercased().replacing(" ", with: "-")))"
  }

  private func markdown(ofOnly outline: Outline) -> String {
    let heading = String(repeating: "#", count: min(outline.path.count, 3))
    var parts = [
      "\(heading) \(outline.path.joined(separator: " "))", outline.abstract.escapedForMarkdown,
    ]
    parts.append("```\n\(outline.synopsis)\n```")
    parts += outline.paragraphs.map(\.escapedForMarkdown)
    parts += table("Command", "Purpose", outline.subcommands.map { ($0.name, $0.abstract) })
    parts += table(
      "Argument", "Meaning", outline.declarations.filter { !$0.isOption }.map(Self.entry))
    for section in outline.sections
    where !section.isShared && section.title != Outline.commonTitle {
      let options = section.declarations.filter { $0.isOption && !$0.isShared }
      parts += table(section.title, "Effect", options.map(Self.entry))
    }
    parts += others(of: outline)
    if !outline.examples.isEmpty {
      let lines = outline.examples.map { "# \($0.effect)\n\($0.line)" }
      parts.append("```sh\n\(lines.joined(separator: "\n"))\n```")
    }
    return parts.joined(separator: "\n\n")
  }

  private func table(_ thing: String, _ meaning: String, _ entries: [(String, String)]) -> [String]
  {
    guard !entries.isEmpty else { return [] }
    let rows = entries.map { "| `\($0.0)` | \($0.1.escapedForMarkdown) |" }
    return [(["| \(thing) | \(meaning) |", "|:--|:--|"] + rows).joined(separator: "\n")]
  }

  private var exitCodeTable: String {
    guard !exitCodes.isEmpty else { return "" }
    let rows = exitCodes.map { "| \($0.code) | \($0.meaning.escapedForMarkdown) |" }
    return "\n\n## Exit codes\n\n| Code | Meaning |\n|--:|:--|\n" + rows.joined(separator: "\n")
  }
}

extension String {
  /// The text with a backslash before each character that would start Markdown or end a table cell.
  fileprivate var escapedForMarkdown: String {
    var escaped = ""
    for character in self {
      if "\\`*_<>[]|".contains(character) { escaped.append("\\") }
      escaped.append(character == "\u{A0}" ? " " : character)
    }
    return escaped
  }
}

// Manual pages in the macros of man(7), which groff and mandoc read.

extension Manual {
  /// Writes the Unix manual page of one command, for section 1 of the manual.
  public func page(of outline: Outline) -> String {
    var page = Page()
    page.macro(
      "TH", outline.pageName.uppercased(), "1", "", "\(outline.path[0]) \(version)", "User Commands"
    )
    page.raggedRight()
    page.section("NAME")
    page.name(outline.pageName, outline.abstract.withoutPeriod)
    page.section("SYNOPSIS")
    page.macro("B", outline.path.joined(separator: " "))
    page.text(outline.synopsis.dropFirst(outline.path.joined(separator: " ").count + 1))
    page.section("DESCRIPTION")
    for paragraph in [outline.abstract] + outline.paragraphs {
      page.macro("PP")
      page.text(paragraph)
    }
    page.list("COMMANDS", outline.subcommands.map { ("\($0.pageName)(1)", $0.abstract) })
    page.list(
      "ARGUMENTS",
      outline.declarations.filter { !$0.isOption }
        .map { ($0.pattern, $0.explanation(isComplete: true)) })
    for section in outline.sections {
      let options = section.declarations.filter(\.isOption)
      page.list(
        section.title.uppercased(),
        options.map { ($0.pattern.withoutIndent, $0.explanation(isComplete: true)) })
    }
    page.list("EXIT STATUS", exitCodes.map { ("\($0.code)", $0.meaning) })
    page.list("ENVIRONMENT", outline.environment)
    page.list("EXAMPLES", outline.examples.map { ($0.line, $0.effect) })
    page.related(to: outline)
    return page.source
  }
}

/// The source of a manual page under construction.
private struct Page {
  private(set) var source = ""

  mutating func macro(_ name: String, _ arguments: String...) {
    source += ".\(name)"
    for argument in arguments {
      source += " \"\(argument.escapedForMan(isLiteral: true).replacing("\"", with: "\\(dq"))\""
    }
    source += "\n"
  }

  /// Turns off hyphenation and justified lines, so that options and file names stay whole.
  mutating func raggedRight() { source += ".nh\n.ad l\n" }

  /// Adds the line with the name and purpose of the command, which `apropos` indexes.
  mutating func name(_ name: String, _ abstract: String) {
    source +=
      "\(name.escapedForMan(isLiteral: true)) \\- \(abstract.escapedForMan(isLiteral: false))\n"
  }

  mutating func section(_ title: String) { macro("SH", title) }

  mutating func text(_ text: some StringProtocol) {
    source += String(text).escapedForMan(isLiteral: false) + "\n"
  }

  /// Adds a section of things, such as options, and their meanings; nothing if the list is empty.
  mutating func list(_ title: String, _ entries: [(thing: String, meaning: String)]) {
    guard !entries.isEmpty else { return }
    section(title)
    for entry in entries {
      macro("TP")
      macro("B", entry.thing)
      text(entry.meaning)
    }
  }

  /// Adds the names of the manual pages of the command's parent commands and subcommands.
  mutating func related(to outline: Outline) {
    let above = outline.path.indices.dropLast().map { outline.path[...$0].joined(separator: "-") }
    let pages = above + outline.subcommands.map(\.pageName)
    guard !pages.isEmpty else { return }
    section("SEE ALSO")
    text(pages.map { "\($0)(1)" }.joined(separator: ", "))
  }
}

extension Outline {
  /// The environment variables that the command's options read, each with an explanation.
  fileprivate var environment: [(String, String)] {
    declarations.compactMap { declaration in
      declaration.environment.map {
        (
          $0,
          "the value of \(declaration.written) if the command line has none"
        )
      }
    }
  }
}

extension String {
  fileprivate var withoutPeriod: String { hasSuffix(".") ? String(dropLast()) : self }

  fileprivate var withoutIndent: String { String(drop { $0 == " " }) }

  /// The text with all characters escaped that troff interprets.
  ///
  /// `isLiteral` is for text that users copy, such as an option: a hyphen then stays the character that the keyboard
  /// types.
  fileprivate func escapedForMan(isLiteral: Bool) -> String {
    var escaped = ""
    for character in self {
      switch character {
      case "\\": escaped += "\\e"
      case "-" where isLiteral: escaped += "\\-"
      case "'": escaped += "\\(aq"
      case "`": escaped += "\\(ga"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      case "\u{A0}": escaped += "\\ "
      default: escaped.append(character)
      }
    }
    // A period at the start of a line would make it a request.
    return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
  }
}
