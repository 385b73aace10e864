public import Units

/// A stretch of running text.
public enum Inline: Sendable, Equatable, ExpressibleByStringLiteral {
  /// Words.
  case text(String)

  /// Words that stand out.
  case strong(String)

  /// Something to be typed or read literally: a command, a formula, a name.
  case code(String)

  /// A number within a sentence.
  case quantity(Quantity, Printing)

  /// Words that lead to another place of the document.
  case link(String, to: Anchor)

  /// Words that lead to another page of the same site.
  case page(String, at: PagePath)

  /// Creates plain words.
  ///
  /// - Parameter value: the words.
  public init(stringLiteral value: String) { self = .text(value) }

  /// The words alone.
  var plain: String {
    switch self {
    case .text(let text), .strong(let text), .code(let text), .link(let text, _),
      .page(let text, _):
      text
    case .quantity(let quantity, let printing): printing.text(quantity)
    }
  }
}

extension [Inline] {
  /// The words alone, in a row.
  public var plainText: String { map(\.plain).joined() }
}

extension Document {
  /// The anchors that links in the text lead to.
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
    case .paragraph(let inlines), .notice(_, let inlines): inlines
    case .list(let items): items.flatMap(\.self)
    case .definitions(let definitions): definitions.flatMap { $0.lines.flatMap(\.self) }
    case .heading, .table, .chart: []
    }
  }
}
