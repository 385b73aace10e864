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
    return HTML().texts(readableBlocks) + (isFolded ? ["</details>"] : [])
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

/// Spells blocks in HTML, and escapes text, for content and for attributes in double quotes.
struct HTML: Spelling {
  static func text(_ inlines: [Inline]) -> String { HTML().line(inlines) }

  func escaped(_ text: String) -> String { Self.escaped(text) }
  func strong(_ text: String) -> String { "<strong>\(escaped(text))</strong>" }
  func verdict(_ text: String, _ emphasis: Cell.Emphasis) -> String {
    "<strong class=\"verdict \(emphasis.rawValue)\">\(escaped(text))</strong>"
  }
  func code(_ text: String) -> String { "<code>\(escaped(text))</code>" }
  func link(_ text: String, to anchor: Anchor) -> String { Self.link(escaped(text), to: anchor) }
  func link(_ text: String, to page: PagePath) -> String { Self.link(escaped(text), to: page) }

  func heading(_ level: HeadingLevel, _ text: String, _ anchor: Anchor) -> String {
    let tag = "h\(level.rawValue)"
    return "<\(tag) id=\"\(anchor.name)\">\(escaped(text))</\(tag)>"
  }
  func paragraph(_ text: [Inline]) -> String { "<p>\(line(text))</p>" }
  func facts(_ text: [Inline]) -> String { "<p class=\"facts\">\(line(text))</p>" }
  func notice(_ kind: NoticeKind, _ text: [Inline]) -> String {
    "<div class=\"notice \(kind.rawValue)\" role=\"note\">"
      + "<p><strong>\(kind.title):</strong> \(line(text))</p></div>"
  }
  func list(_ items: [[Inline]]) -> String {
    "<ul>\n\(items.map { "<li>\(line($0))</li>" }.joined(separator: "\n"))\n</ul>"
  }
  func steps(_ steps: [Step]) -> String {
    "<ol>\n\(steps.map(\.html).joined(separator: "\n"))\n</ol>"
  }
  func cards(_ cards: [Card]) -> String { HTMLCards(cards).text }
  func definitions(_ definitions: [Definition]) -> String {
    "<dl>\n\(definitions.map(\.html).joined(separator: "\n"))\n</dl>"
  }
  func table(_ table: Table) -> String {
    table.isTiled ? HTMLTiles(table).text : HTMLTable(table).text
  }
  func chart(_ chart: Chart) -> String? { HTMLChart(chart).text }
  /// The end of the folded part is the end of the page.
  func fold(_ fold: Fold) -> String {
    "<details class=\"fold\" id=\"\(fold.anchor.name)\">\n<summary>"
      + "\(escaped(fold.title)): \(escaped(fold.contents))</summary>"
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

/// A table in a page, with each row as a tile: the first cell in large type, the other cells below it, numbers with the
/// titles of their columns.
struct HTMLTiles {
  private let table: Table

  init(_ table: Table) { self.table = table }

  var text: String {
    """
    <ul class="tiles" id="\(table.anchor.name)">
    \(table.rows.map(tile).joined(separator: "\n"))
    </ul>
    """
  }

  private func tile(_ row: Table.Row) -> String {
    let rest = zip(row.cells, table.columns).dropFirst().filter { !$0.0.printed.isEmpty }
      .map { cell, column in
        let title = column.alignment == .trailing ? " \(column.title.lowercased())" : ""
        return "<span>\(HTML.escaped(cell.printed + title))</span>"
      }
    let value = row.cells.first.map(number) ?? ""
    return "<li><span>\(HTML.escaped(row.header))</span>\(value)\(rest.joined())</li>"
  }

  /// The number in large type, and its unit in small type.
  private func number(_ cell: Cell) -> String {
    var digits = cell.printed
    var unit = ""
    if let space = digits.lastIndex(of: " ") {
      unit = " <small>\(HTML.escaped(String(digits[digits.index(after: space)...])))</small>"
      digits = String(digits[..<space])
    } else if digits.hasSuffix("%") {
      unit = " <small>%</small>"
      digits.removeLast()
    }
    return "<b>\(HTML.escaped(digits))</b>\(unit)"
  }

  /// The CSS of tiles, for pages that have some.
  static let style = """
    .tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(11.5rem, 1fr)); gap: 1rem 0;
      max-width: none; margin: 1.25rem 0 1.25rem -0.75rem; padding: 0; overflow: hidden; list-style: none; }
    .tiles li { border-left: 1px solid var(--rule); padding: 0 0.75rem; margin: 0 0 0 -1px; break-inside: avoid;
      font-size: 0.8rem; line-height: 1.4; }
    .tiles span { display: block; color: var(--quiet); }
    .tiles b { font-size: 1.6rem; line-height: 1.3; font-variant-numeric: tabular-nums; }
    @media (max-width: 40rem) {
      .tiles { grid-template-columns: repeat(3, 1fr); gap: 0.75rem 0; margin-left: -0.4rem; }
      .tiles li { padding: 0 0.4rem; }
      .tiles b { font-size: 1.2rem; }
    }
    @media print {
      .tiles { grid-template-columns: repeat(6, 1fr); margin: 0.6rem 0; gap: 0.5rem 0; }
      .tiles b { font-size: 13pt; }
    }
    """
}

/// Cards in a page, next to each other.
struct HTMLCards {
  private let cards: [Card]

  init(_ cards: [Card]) { self.cards = cards }

  var text: String { "<div class=\"cards\">\n\(cards.map(card).joined(separator: "\n"))\n</div>" }

  private func card(_ card: Card) -> String {
    let title = HTML.escaped(card.title)
    let name = card.page.map { HTML.link(title, to: $0) } ?? title
    return """
      <article\(card.isUrgent ? " class=\"urgent\"" : "")>
      <h3>\(name)</h3>
      <p>\(HTML.text(card.answer))</p>
      \(card.sparkline.map(picture) ?? "")<p class="facts">\(HTML.escaped(card.facts))</p>
      </article>
      """
  }

  // MARK: - Pictures

  private static let (width, height) = (300.0, 40.0)

  private func picture(_ sparkline: Card.Sparkline) -> String {
    guard let least = sparkline.values.min(), let most = sparkline.values.max() else { return "" }
    let caption = HTML.escaped(sparkline.caption)
    let paths: String
    switch sparkline.shape {
    case .line: paths = "<path d=\"\(line(sparkline.values, least, most).text)\"/>"
    case .bars(let highlighted):
      paths = bars(sparkline.values, min(least, 0), max(most, 0), highlighted)
    }
    return """
      <svg class="spark" viewBox="0 0 300 40" preserveAspectRatio="none" role="img" aria-label="\(caption)">\(paths)</svg>
      <p class="facts">\(caption)</p>

      """
  }

  private func line(_ values: [Double], _ least: Double, _ most: Double) -> PathData {
    var path = PathData()
    let step = (Self.width - 4) / Double(max(values.count - 1, 1))
    let scale = most > least ? (Self.height - 4) / (most - least) : 0
    for (index, value) in values.enumerated() {
      let (x, y) = (2 + Double(index) * step, Self.height - 2 - (value - least) * scale)
      if index == 0 { path.move(to: x, y) } else { path.line(to: x, y) }
    }
    return path
  }

  private func bars(
    _ values: [Double], _ least: Double, _ most: Double, _ highlighted: Int?
  ) -> String {
    let step = Self.width / Double(values.count)
    let scale = most > least ? Self.height / (most - least) : 0
    let ground = Self.height + least * scale
    return values.enumerated().map { index, value in
      let left = Double(index) * step
      let rect = Rect(
        left: left, top: min(ground, ground - value * scale), right: left + step * 0.85,
        bottom: max(ground, ground - value * scale))
      let shade = index == highlighted ? "b s" : "b"
      return "<path class=\"\(shade)\" d=\"\(PathData(rect).text)\"/>"
    }.joined()
  }

  /// The CSS of cards, for pages that have some.
  static let style = """
    .cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 21rem), 1fr)); gap: 1rem; }
    .cards article { border: 1px solid var(--rule); border-radius: 6px; padding: 0.75rem 1rem; break-inside: avoid; }
    .cards .urgent { border-left: 5px solid var(--warning); }
    .cards h3 { margin: 0 0 0.4rem; font-size: 1rem; }
    .cards h3 a { text-decoration: none; }
    .cards p { margin: 0.3rem 0; font-size: 0.875rem; }
    .cards .facts { font-size: 0.8rem; }
    .cards .verdict { margin-right: 0; white-space: normal; }
    .spark { display: block; width: 100%; height: 2.5rem; margin: 0.6rem 0 0.2rem; }
    .spark path { fill: none; stroke: var(--c0); stroke-width: 1.5px; stroke-linejoin: round;
      vector-effect: non-scaling-stroke; }
    .spark .b { fill: var(--c0); fill-opacity: 0.35; stroke: none; }
    .spark .s { fill-opacity: 0.9; }
    """
}
