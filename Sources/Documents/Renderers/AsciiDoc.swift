internal import Units

extension Renderer {
  /// AsciiDoc, as Asciidoctor and Antora read it; charts become tables of their values.
  public static let asciiDoc = Renderer(id: "asciidoc", fileExtension: "adoc") { document in
    "= \(AsciiDoc().escaped(document.title))\n\n"
      + AsciiDoc().texts(document.readableBlocks).joined(separator: "\n\n") + "\n"
  }
}

private struct AsciiDoc: Spelling {
  /// Signs that may be markup become references, except in and after words, as in 59.8 and ms/s; `iv)` begins a list.
  func escaped(_ text: String) -> String {
    let signs =
      /^ *[IVXivx]+\)|[A-Za-z0-9]+(?:[-.\/][A-Za-z0-9]+)+|[A-Za-z]{2,}\.|\((?=\(|C\)|R\)|TM\))|["-$&'*+\-.\/:->@\[-`{-~]/
    return text.harmless.replacing(signs.matchingSemantics(.unicodeScalar)) { match in
      let (sign, isWord) = (match.0.utf8.last ?? 0, match.0.count > 1 && match.0.last != ")")
      return isWord ? "\(match.0)" : "\(match.0.dropLast())&#\(sign);"
    }
  }
  func strong(_ text: String) -> String { "**\(escaped(text))**" }
  func code(_ text: String) -> String { "``\(escaped(text))``" }
  func link(_ text: String, to anchor: Anchor) -> String { "<<\(anchor.name),\(escaped(text))>>" }
  func heading(_ level: HeadingLevel, _ text: String, _ anchor: Anchor) -> String {
    "[#\(anchor.name)]\n\(String(repeating: "=", count: level.rawValue)) \(escaped(text))"
  }
  func paragraph(_ text: [Inline]) -> String { String(line(text).drop { $0 == " " }) }
  func list(_ items: [[Inline]]) -> String { items.map { "\n* \(line($0))" }.joined() }
  func steps(_ steps: [Step]) -> String { steps.map { "\n. \(line($0.line))" }.joined() }
  func definitions(_ definitions: [Definition]) -> String {
    definitions.map { item in
      "\n\(item.anchor.map { "[[\($0.name)]]" } ?? "")\(escaped(item.term))::\n"
        + item.lines.map(line).joined(separator: " +\n")
    }.joined()
  }
  func table(_ table: Table) -> String {
    let layout = TableLayout(table)
    let sides = layout.alignments.map { $0 == .leading ? "<" : ">" }.joined(separator: ",")
    let cells = ([layout.header] + layout.rows).joined().map { cell in
      "|\(escaped(cell.text))\(cell.marks.map { " ^\($0)^" }.joined())\n"
    }.joined()
    let notes = (table.remarks + layout.footnotes.marked.map { "\($0.mark): \($0.text)" })
      .map { "\n\n" + paragraph([.text($0)]) }.joined()
    return "[#\(table.anchor.name)%header,cols=\"\(sides)\"]\n"
      + (table.caption.isEmpty ? "" : ".\(escaped(table.caption))\n") + "|===\n\(cells)|===\(notes)"
  }
}
