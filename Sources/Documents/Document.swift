public import Units

/// A report as headings, text, tables and charts, independent of the output format.
///
///     let document = Document(
///       schema: "hitchmark.example/1", title: "Scrolling",
///       blocks: [.heading(.section, "Result", anchor: "result"), .text("Both runs are equal.")])
///     Renderer.markdown.render(document)  // "# Scrolling\n\n## Result\n…"
///
/// Module Reports builds documents; a `Renderer` writes them as text, Markdown, HTML, LaTeX, CSV,
/// JSON or SVG. A document contains no markup: every text in it may come from a trace, and each
/// renderer escapes it.
public struct Document: Sendable, Equatable {
  /// The name and version of the JSON schema that the document's JSON output follows, such as `hitchmark.report/1`.
  public let schema: String

  public let title: String

  /// Whether the document's title reports good news, bad news or neither.
  public let tone: Tone

  /// The blocks of the document, such as headings and tables, in reading order.
  ///
  /// Their anchors are unique.
  public let blocks: [Block]

  /// Whether the document is the report of a command, which is read from its top and may be posted as a comment on
  /// GitHub, so that its Markdown must not be too long; a reference page is neither.
  public let isReport: Bool

  /// Creates a document from its title and its blocks, such as headings and tables.
  ///
  /// An anchor that is already used gets `-2`, `-3`, … appended.
  public init(
    schema: String, title: String, tone: Tone = .neutral, blocks: [Block],
    isReport: Bool = false
  ) {
    self.schema = schema
    self.title = title
    self.tone = tone
    self.isReport = isReport
    var taken = TakenAnchors()
    self.blocks = blocks.map { $0.withAnchors { $0.made(differentFrom: &taken) } }
  }

  /// Whether the title of a document reports good news, bad news or neither.
  public enum Tone: String, Sendable, CaseIterable {
    /// Neither good nor bad news.
    case neutral
    /// Good news, such as a check that passed.
    case good
    /// Bad news, such as a check that failed.
    case bad
  }

  /// The blocks as people read them: captions that repeat the heading above are left out and, in reports, remarks that
  /// an earlier table has.
  var readableBlocks: [Block] {
    var heading: String?
    var said: Set<String> = []
    return blocks.map { block in
      defer {
        if case .heading(_, let text, _) = block { heading = text } else { heading = nil }
      }
      guard case .table(let table) = block else { return block }
      let told = isReport ? table.without(said) : table
      // Readers may not have seen what a collapsed table says.
      if table.summary == nil { said.formUnion(table.remarks) }
      return .table(table.caption == heading ? told.withoutCaption : told)
    }
  }

  /// The blocks up to the folded part, whose start is the last one.
  var unfoldedBlocks: [Block] {
    let blocks = readableBlocks
    let end = blocks.firstIndex { if case .fold = $0 { true } else { false } }
    return Array(blocks[..<(end.map { $0 + 1 } ?? blocks.count)])
  }

  /// The tables of the document, in reading order.
  public var tables: [Table] {
    blocks.compactMap { block in
      if case .table(let table) = block { table } else { nil }
    }
  }

  /// The charts of the document, in reading order.
  public var charts: [Chart] {
    blocks.compactMap { block in
      if case .chart(let chart) = block { chart } else { nil }
    }
  }
}

/// A part of a text in a document, such as plain text, code or a link.
public enum Inline: Sendable, Equatable, ExpressibleByStringLiteral {
  case text(String)

  case strong(String)

  /// Bold words about good or bad news, with a sign that shows which it is.
  case verdict(String, Cell.Emphasis)

  /// Text to be typed or read literally: a command, a formula, a name.
  case code(String)

  /// A number within a sentence.
  case quantity(Quantity, Printing)

  case link(String, to: Anchor)

  /// A link to another page of the site.
  case page(String, at: PagePath)

  /// Creates a piece of text without formatting from a string literal.
  public init(stringLiteral value: String) { self = .text(value) }

  /// Splits a text into plain text and the code between backticks.
  ///
  ///     Inline.marked("With `--all`, also 0.")  // [.text("With "), .code("--all"), .text(", also 0.")]
  public static func marked(_ text: String) -> [Inline] {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    return parts.enumerated().compactMap { (index, part) -> Inline? in
      if part.isEmpty { return nil }
      return index.isMultiple(of: 2) ? .text(String(part)) : .code(String(part))
    }
  }

  /// The text without formatting.
  var plain: String {
    switch self {
    case .text(let text), .strong(let text), .code(let text), .link(let text, _),
      .page(let text, _):
      text
    case .verdict(let text, let emphasis): "\(emphasis.sign) \(text)"
    case .quantity(let quantity, let printing): printing.text(quantity)
    }
  }
}

extension [Inline] {
  /// A formatted text of a document as a plain string, without formatting and links.
  public var plainText: String { map(\.plain).joined() }
}

extension Document {
  var linkedAnchors: Set<Anchor> {
    let inlines = blocks.flatMap(\.inlines)
    return Set(
      inlines.compactMap { inline in
        if case .link(_, let anchor) = inline { anchor } else { nil }
      })
  }
}

extension Block {
  fileprivate var inlines: [Inline] {
    switch self {
    case .paragraph(let inlines), .facts(let inlines), .notice(_, let inlines): inlines
    case .list(let items): items.flatMap(\.self)
    case .steps(let steps): steps.flatMap(\.text)
    case .cards(let cards): cards.flatMap(\.item)
    case .definitions(let definitions): definitions.flatMap { $0.lines.flatMap(\.self) }
    case .heading, .table, .chart, .fold: []
    }
  }
}

/// The name and version of Hitchmark as outputs state them.
///
/// Pages and JSON name it, so that a reader knows which version computed the values.
public enum Generator {
  public static let version = "0.1.0"

  /// The name and version of the program, as `hitchmark --version` prints them.
  public static let name = "hitchmark \(version)"
}
