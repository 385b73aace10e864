/// A block of a document: a heading, a paragraph, a table, a chart, and so on.
///
/// The list is closed: a new kind breaks the build of every renderer until it handles the kind.
public enum Block: Sendable, Equatable {
  /// A title over what follows.
  case heading(HeadingLevel, String, anchor: Anchor)

  case paragraph([Inline])

  /// A line of facts, less prominent than text: what was measured, where and when.
  case facts([Inline])

  /// A sentence that readers must not miss.
  case notice(NoticeKind, [Inline])

  /// An unordered list.
  case list([[Inline]])

  case steps([Step])

  case cards([Card])

  /// Terms with their explanations, such as a glossary.
  case definitions([Definition])

  case table(Table)

  case chart(Chart)

  /// The end of what every reader sees: pages fold the blocks after it, and text leaves them out unless asked for them.
  case fold(Fold)

  public static func text(_ text: String) -> Block { .paragraph([.text(text)]) }
}

/// The part of a document for readers who want more: everything from a place to the end.
public struct Fold: Sendable, Equatable {
  public let title: String

  /// What the part contains, in a few words.
  public let contents: String

  /// The option of the command with which text shows the part too.
  public let option: String

  /// The target of links to the part.
  public private(set) var anchor: Anchor

  public init(
    _ title: String = "Details", contents: String, option: String = "--details",
    anchor: Anchor = "details"
  ) {
    self.title = title
    self.contents = contents
    self.option = option
    self.anchor = anchor
  }

  func withAnchor(_ anchor: Anchor) -> Fold {
    var fold = self
    fold.anchor = anchor
    return fold
  }
}

/// A step that a document recommends to the reader, with the command for it if there is one.
public struct Step: Sendable, Equatable {
  /// The instruction of a step that a document asks the reader to take.
  public let text: [Inline]

  /// The command with which the reader takes a recommended step; `nil` if the step has no command.
  public let command: String?

  public init(_ text: [Inline], command: String? = nil) {
    self.text = text
    self.command = command
  }

  /// The text and the command of a recommended step, as one line of a document.
  public var line: [Inline] { command.map { text + [.text(" "), .code($0)] } ?? text }
}

/// The level of a heading below the document's title, from section to subsubsection.
public enum HeadingLevel: Int, Sendable, CaseIterable {
  case section = 2
  case subsection = 3
  case subsubsection = 4
}

/// The importance of a notice in a document: a note or a warning.
public enum NoticeKind: String, Sendable, CaseIterable {
  case note
  case warning
}

/// A term with its explanation, as an entry of a document's list of definitions.
public struct Definition: Sendable, Equatable {
  /// The term that the entry of a document's list of definitions explains.
  public let term: String

  /// The target of links to the explained term; `nil` if nothing links to it.
  public let anchor: Anchor?

  /// The explanation of a term in a document's list of definitions, one element per line.
  public let lines: [[Inline]]

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
    case .fold(let fold):
      .fold(fold.withAnchor(change(fold.anchor)))
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

/// A card on a page of a site, which summarizes another page: title, main result, a small chart and a few facts.
///
///     Card("Scrolling", at: page, answer: [.verdict("FPS +105%", .better)], facts: "2 stages")
public struct Card: Sendable, Equatable {
  public let title: String

  /// The path, within the site, of the page that the card summarizes; `nil` if there is none.
  public let page: PagePath?

  /// Whether readers should look at the page that the card summarizes before they look at other pages.
  public let isUrgent: Bool

  /// The main result of the page that the card summarizes, in a sentence.
  public let answer: [Inline]

  /// A small chart without axes on the card, a box that summarizes another page; `nil` if there is nothing to draw.
  public let sparkline: Sparkline?

  /// Facts about the page that the card summarizes, each in a few words.
  public let facts: String

  public init(
    _ title: String, at page: PagePath? = nil, isUrgent: Bool = false, answer: [Inline],
    sparkline: Sparkline? = nil, facts: String
  ) {
    self.title = title
    self.page = page
    self.isUrgent = isUrgent
    self.answer = answer
    self.sparkline = sparkline
    self.facts = facts
  }

  /// A sparkline: a chart of values as small as a word, without axes.
  public struct Sparkline: Sendable, Equatable {
    /// How a sparkline draws its values: as a line or as bars.
    public enum Shape: Sendable, Equatable {
      case line
      /// Bars from 0, one of which may be highlighted.
      case bars(highlighted: Int?)
    }

    /// The values that the sparkline draws, from left to right.
    public let values: [Double]

    /// How the sparkline draws its values: as a line or as bars.
    public let shape: Shape

    /// The caption below the sparkline, which also describes it to readers who cannot see it.
    public let caption: String

    /// Creates a sparkline of values, and leaves out values that are infinite or NaN.
    public init(_ values: [Double], shape: Shape, caption: String) {
      self.values = values.filter(\.isFinite)
      self.shape = shape
      self.caption = caption
    }
  }

  var item: [Inline] {
    let name = page.map { Inline.page(title, at: $0) } ?? .strong(title)
    return [name, .text(": ")] + answer + [.text(" (\(facts))")]
  }
}
