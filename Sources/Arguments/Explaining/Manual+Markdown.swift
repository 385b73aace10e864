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
