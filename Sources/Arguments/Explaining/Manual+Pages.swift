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
