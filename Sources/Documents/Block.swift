/// A part of a document that stands on lines of its own.
///
/// The list is closed: a new kind makes every renderer fail to compile until it decides.
public enum Block: Sendable, Equatable {
  /// A title over what follows.
  case heading(HeadingLevel, String, anchor: Anchor)

  /// Running text.
  case paragraph([Inline])

  /// A sentence that must not be missed, such as what a reader must not conclude.
  case notice(NoticeKind, [Inline])

  /// Items without an order.
  case list([[Inline]])

  /// Terms and what they mean, such as a glossary.
  case definitions([Definition])

  /// Numbers and words in rows and columns.
  case table(Table)

  /// A picture of numbers.
  case chart(Chart)

  /// A paragraph of plain text.
  ///
  /// - Parameter text: the words.
  /// - Returns: a paragraph of nothing else.
  public static func text(_ text: String) -> Block { .paragraph([.text(text)]) }
}

/// How deep below the document's title a heading stands.
public enum HeadingLevel: Int, Sendable, CaseIterable {
  /// Directly below the title.
  case section = 2
  /// Within a section.
  case subsection = 3
  /// Within a subsection.
  case subsubsection = 4
}

/// How a notice is to be taken.
public enum NoticeKind: String, Sendable, CaseIterable {
  /// Good to know.
  case note
  /// Changes what may be concluded.
  case warning
}

/// A term and what it means.
public struct Definition: Sendable, Equatable {
  /// The word that is explained.
  public let term: String

  /// Where links to the term lead; `nil` when nothing links to it.
  public let anchor: Anchor?

  /// The explanation, one element a line.
  public let lines: [[Inline]]

  /// Creates a definition.
  ///
  /// - Parameters:
  ///   - term: the word that is explained.
  ///   - anchor: where links to the term lead.
  ///   - lines: the explanation.
  public init(term: String, anchor: Anchor? = nil, lines: [[Inline]]) {
    self.term = term
    self.anchor = anchor
    self.lines = lines
  }
}

extension Block {
  /// The block with each of its anchors replaced.
  func withAnchors(_ change: (Anchor) -> Anchor) -> Block {
    switch self {
    case .heading(let level, let text, let anchor):
      .heading(level, text, anchor: change(anchor))
    case .definitions(let definitions):
      .definitions(
        definitions.map {
          Definition(term: $0.term, anchor: $0.anchor.map(change), lines: $0.lines)
        })
    case .table(let table):
      .table(table.withAnchor(change(table.anchor)))
    case .chart(let chart):
      .chart(chart.withAnchors(change))
    case .paragraph, .notice, .list:
      self
    }
  }
}

extension NoticeKind {
  /// The word before the notice.
  var title: String {
    switch self {
    case .note: "Note"
    case .warning: "Warning"
    }
  }
}
