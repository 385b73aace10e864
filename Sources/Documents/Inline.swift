public import Units

/// A part of a text in a document, such as plain text, code or a link.
public enum Inline: Sendable, Equatable, ExpressibleByStringLiteral {
  /// Words.
  case text(String)

  /// Bold text.
  case strong(String)

  /// Bold words about good or bad news, with a sign that shows which it is.
  case verdict(String, Cell.Emphasis)

  /// Text to be typed or read literally: a command, a formula, a name.
  case code(String)

  /// A number within a sentence.
  case quantity(Quantity, Printing)

  /// A link to another place in the document.
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
  /// The targets of links in the text.
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
