/// A block of a document: a heading, a paragraph, a table, a chart, and so on.
///
/// The list is closed: a new kind breaks the build of every renderer until it handles the kind.
public enum Block: Sendable, Equatable {
  /// A title over what follows.
  case heading(HeadingLevel, String, anchor: Anchor)

  /// Text.
  case paragraph([Inline])

  /// A line of facts, less prominent than text: what was measured, where and when.
  case facts([Inline])

  /// A sentence that readers must not miss.
  case notice(NoticeKind, [Inline])

  /// An unordered list.
  case list([[Inline]])

  /// What to do, in order.
  case steps([Step])

  /// Summaries of other pages.
  case cards([Card])

  /// Terms with their explanations, such as a glossary.
  case definitions([Definition])

  /// A table.
  case table(Table)

  /// A chart.
  case chart(Chart)

  /// A paragraph of plain text.
  public static func text(_ text: String) -> Block { .paragraph([.text(text)]) }
}

/// One of several things to do.
public struct Step: Sendable, Equatable {
  /// What to do.
  public let text: [Inline]

  /// The command of the step; `nil` if there is none.
  public let command: String?

  /// Creates a step.
  public init(_ text: [Inline], command: String? = nil) {
    self.text = text
    self.command = command
  }

  /// The text and the command as one line.
  public var line: [Inline] { command.map { text + [.text(" "), .code($0)] } ?? text }
}

/// The level of a heading below the document's title.
public enum HeadingLevel: Int, Sendable, CaseIterable {
  /// A section.
  case section = 2
  /// A subsection of a section.
  case subsection = 3
  /// A subsection of a subsection.
  case subsubsection = 4
}

/// The importance of a notice.
public enum NoticeKind: String, Sendable, CaseIterable {
  /// Information.
  case note
  /// A limitation of the conclusions.
  case warning
}

/// A term with its explanation.
public struct Definition: Sendable, Equatable {
  /// The term.
  public let term: String

  /// The target of links to the term; `nil` if there are none.
  public let anchor: Anchor?

  /// The explanation, one element per line.
  public let lines: [[Inline]]

  /// Creates a definition.
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
    case .paragraph, .facts, .notice, .list, .steps, .cards:
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
