internal import Units

extension Renderer {
  /// The output format HTML: one self-contained file per document.
  ///
  /// It loads nothing, and works without its script.
  public static let html = Renderer(id: "html", fileExtension: "html") { document in
    let isScripted = !document.tables.isEmpty || !document.charts.isEmpty
    let policy =
      "default-src 'none'; style-src 'unsafe-inline'"
      + (isScripted ? "; script-src 'sha256-\(HTML.scriptDigest)'" : "")
    let style = [
      HTML.style, document.charts.isEmpty ? nil : HTMLChart.style,
      document.hasCards ? HTMLCards.style : nil,
      document.tables.contains(where: \.isTiled) ? HTMLTiles.style : nil,
      isScripted ? HTML.scriptStyle : nil,
    ]
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <title>\(HTML.escaped(document.title))</title>
      <style>
      \(style.compactMap(\.self).joined(separator: "\n"))
      </style>
      </head>
      <body>
      \(document.header)
      <main>
      <h1\(document.tone == .neutral ? "" : " class=\"\(document.tone.rawValue)\"")>\
      \(HTML.escaped(document.title))</h1>
      \(document.parts.joined(separator: "\n"))
      </main>
      <footer>Made by Hitchmark \(Generator.version)</footer>
      \(isScripted ? "<script>\n\(HTML.script)\n</script>\n" : "")</body>
      </html>

      """
  }
}

extension Document {
  fileprivate var hasCards: Bool {
    blocks.contains { if case .cards = $0 { true } else { false } }
  }

  fileprivate var parts: [String] {
    let isFolded = readableBlocks.contains { if case .fold = $0 { true } else { false } }
    return readableBlocks.map(\.html) + (isFolded ? ["</details>"] : [])
  }

  /// The kind of the document, and links to its sections.
  fileprivate var header: String {
    let name = schema.prefix { $0 != "/" }.split(separator: ".").joined(separator: " ")
    let kind = HTML.escaped(name.prefix(1).uppercased() + name.dropFirst())
    let links = unfoldedBlocks.compactMap { block -> String? in
      switch block {
      case .heading(.section, let text, let anchor): HTML.link(HTML.escaped(text), to: anchor)
      case .fold(let fold): HTML.link(HTML.escaped(fold.title), to: fold.anchor)
      default: nil
      }
    }
    guard links.count > 1 else { return "<header><b>\(kind)</b></header>" }
    return """
      <header><b>\(kind)</b>
      <nav aria-label="Sections">
      \(links.joined(separator: "\n"))
      </nav></header>
      """
  }
}

extension Block {
  fileprivate var html: String {
    switch self {
    case .heading(let level, let text, let anchor):
      let tag = "h\(level.rawValue)"
      return "<\(tag) id=\"\(anchor.name)\">\(HTML.escaped(text))</\(tag)>"
    case .paragraph(let inlines):
      return "<p>\(HTML.text(inlines))</p>"
    case .facts(let inlines):
      return "<p class=\"facts\">\(HTML.text(inlines))</p>"
    case .notice(let kind, let inlines):
      return "<div class=\"notice \(kind.rawValue)\" role=\"note\">"
        + "<p><strong>\(kind.title):</strong> \(HTML.text(inlines))</p></div>"
    case .list(let items):
      let items = items.map { "<li>\(HTML.text($0))</li>" }
      return "<ul>\n\(items.joined(separator: "\n"))\n</ul>"
    case .steps(let steps):
      return "<ol>\n\(steps.map(\.html).joined(separator: "\n"))\n</ol>"
    case .cards(let cards):
      return HTMLCards(cards).text
    case .definitions(let definitions):
      return "<dl>\n\(definitions.map(\.html).joined(separator: "\n"))\n</dl>"
    case .table(let table):
      return table.isTiled ? HTMLTiles(table).text : HTMLTable(table).text
    case .chart(let chart):
      return HTMLChart(chart).text
    case .fold(let fold):
      return "<details class=\"fold\" id=\"\(fold.anchor.name)\">\n<summary>"
        + "\(HTML.escaped(fold.title)): \(HTML.escaped(fold.contents))</summary>"
    }
  }
}

extension Step {
  /// A click on the command selects all of it.
  fileprivate var html: String {
    let command = command.map { "<pre><code>\(HTML.escaped($0))</code></pre>" } ?? ""
    return "<li>\(HTML.text(text))\(command)</li>"
  }
}

extension Definition {
  fileprivate var html: String {
    let id = anchor.map { " id=\"\($0.name)\"" } ?? ""
    let meaning = lines.map { "<dd>\(HTML.text($0))</dd>" }.joined()
    return "<dt\(id)>\(HTML.escaped(term))</dt>\(meaning)"
  }
}

/// Escapes text for HTML, for content and for attributes in double quotes.
enum HTML {
  static func text(_ inlines: [Inline]) -> String {
    inlines.map { inline in
      switch inline {
      case .text, .quantity: escaped(inline.plain)
      case .verdict(let text, let emphasis):
        "<strong class=\"verdict \(emphasis.rawValue)\">\(escaped(text))</strong>"
      case .strong(let text): "<strong>\(escaped(text))</strong>"
      case .code(let text): "<code>\(escaped(text))</code>"
      case .link(let text, let anchor): link(escaped(text), to: anchor)
      case .page(let text, let path): link(escaped(text), to: path)
      }
    }.joined()
  }

  static func link(_ markup: String, to anchor: Anchor) -> String {
    "<a href=\"#\(anchor.name)\">\(markup)</a>"
  }

  static func link(_ markup: String, to path: PagePath) -> String {
    "<a href=\"\(path.text)\">\(markup)</a>"
  }

  static func escaped(_ text: String) -> String {
    let text = text.harmless
    // Most texts need no escaping, and are not processed character by character.
    guard text.utf8.contains(where: isMarkup) else { return text }
    // By scalars: a parser sees a sign even if a combining accent follows.
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func isMarkup(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
      UInt8(ascii: "'"):
      true
    default: false
    }
  }
}
