internal import Units

extension Renderer {
  /// One self-contained HTML file.
  ///
  /// It loads nothing, and works without its script.
  public static let html = Renderer(id: "html", fileExtension: "html") { document in
    let isScripted = !document.tables.isEmpty || !document.charts.isEmpty
    let policy =
      "default-src 'none'; style-src 'unsafe-inline'"
      + (isScripted ? "; script-src 'sha256-\(HTML.scriptDigest)'" : "")
    let style = [
      HTML.style, document.charts.isEmpty ? nil : HTMLChart.style,
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
      \(document.contentsBeside)<main>
      <h1>\(HTML.escaped(document.title))</h1>
      \(document.parts.joined(separator: "\n"))
      </main>
      \(isScripted ? "<script>\n\(HTML.script)\n</script>\n" : "")</body>
      </html>

      """
  }
}

extension Document {
  /// The blocks.
  ///
  /// For narrow screens, the table of contents follows the blocks before the first section.
  fileprivate var parts: [String] {
    let parts = blocks.map(\.html)
    guard let list = contents else { return parts }
    let opening = blocks.prefix { block in
      if case .heading = block { false } else { true }
    }.count
    let folded = """
      <nav class="folded" aria-label="Contents"><details>
      <summary>Contents</summary>
      \(list)
      </details></nav>
      """
    return parts[..<opening] + [folded] + parts[opening...]
  }

  /// The table of contents for wide screens; empty if there is none.
  fileprivate var contentsBeside: String {
    contents.map { "<nav class=\"beside\" aria-label=\"Contents\">\n\($0)\n</nav>\n" } ?? ""
  }

  /// The entries of the table of contents; `nil` for fewer than two sections.
  private var contents: String? {
    let entries = blocks.compactMap { block -> String? in
      guard case .heading(let level, let text, let anchor) = block, level != .subsubsection
      else { return nil }
      let link = HTML.link(HTML.escaped(text), to: anchor)
      return "<li class=\"level\(level.rawValue)\">\(link)</li>"
    }
    return entries.count > 1 ? "<ul>\n\(entries.joined(separator: "\n"))\n</ul>" : nil
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
    case .notice(let kind, let inlines):
      return "<div class=\"notice \(kind.rawValue)\" role=\"note\">"
        + "<p><strong>\(kind.title):</strong> \(HTML.text(inlines))</p></div>"
    case .list(let items):
      let items = items.map { "<li>\(HTML.text($0))</li>" }
      return "<ul>\n\(items.joined(separator: "\n"))\n</ul>"
    case .definitions(let definitions):
      return "<dl>\n\(definitions.map(\.html).joined(separator: "\n"))\n</dl>"
    case .table(let table):
      return HTMLTable(table).text
    case .chart(let chart):
      return HTMLChart(chart).text
    }
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
