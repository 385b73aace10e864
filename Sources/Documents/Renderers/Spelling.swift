/// How an output format spells the parts of a document.
///
/// `text(_:)` walks over the blocks, so that a format says only how it marks each part:
///
///     struct Shouting: Spelling { func strong(_ text: String) -> String { "!\(escaped(text))!" } … }
///     Shouting().texts(document.readableBlocks)
///
/// Texts are as the document has them: each function escapes what it gets.
protocol Spelling {
  /// Text in which nothing is markup.
  func escaped(_ text: String) -> String
  func strong(_ text: String) -> String
  func verdict(_ text: String, _ emphasis: Cell.Emphasis) -> String
  func code(_ text: String) -> String
  func link(_ text: String, to anchor: Anchor) -> String
  func link(_ text: String, to page: PagePath) -> String
  func line(_ inlines: [Inline]) -> String

  func heading(_ level: HeadingLevel, _ text: String, _ anchor: Anchor) -> String
  func paragraph(_ text: [Inline]) -> String
  func facts(_ text: [Inline]) -> String
  func notice(_ kind: NoticeKind, _ text: [Inline]) -> String
  func list(_ items: [[Inline]]) -> String
  func steps(_ steps: [Step]) -> String
  func cards(_ cards: [Card]) -> String
  func definitions(_ definitions: [Definition]) -> String
  func table(_ table: Table) -> String
  /// `nil` if the format leaves charts out.
  func chart(_ chart: Chart) -> String?
  func fold(_ fold: Fold) -> String
}

/// What most formats do.
extension Spelling {
  func text(_ block: Block) -> String? {
    switch block {
    case .heading(let level, let text, let anchor): heading(level, text, anchor)
    case .paragraph(let inlines): paragraph(inlines)
    case .facts(let inlines): facts(inlines)
    case .notice(let kind, let inlines): notice(kind, inlines)
    case .list(let items): list(items)
    case .steps(let steps): self.steps(steps)
    case .cards(let cards): self.cards(cards)
    case .definitions(let definitions): self.definitions(definitions)
    case .table(let table): self.table(table)
    case .chart(let chart): self.chart(chart)
    case .fold(let fold): self.fold(fold)
    }
  }

  func texts(_ blocks: [Block]) -> [String] { blocks.compactMap(text) }

  func line(_ inlines: [Inline]) -> String { inlines.map(text).joined() }

  func text(_ inline: Inline) -> String {
    switch inline {
    case .text, .quantity: escaped(inline.plain)
    case .strong(let text): strong(text)
    case .verdict(let text, let emphasis): verdict(text, emphasis)
    case .code(let text): code(text)
    case .link(let text, let anchor): link(text, to: anchor)
    case .page(let text, let page): link(text, to: page)
    }
  }

  func strong(_ text: String) -> String { escaped(text) }
  func code(_ text: String) -> String { escaped(text) }
  func link(_ text: String, to anchor: Anchor) -> String { escaped(text) }
  func link(_ text: String, to page: PagePath) -> String { escaped(text) }
  func verdict(_ text: String, _ emphasis: Cell.Emphasis) -> String {
    strong(Inline.verdict(text, emphasis).plain)
  }

  func paragraph(_ text: [Inline]) -> String { line(text) }
  func facts(_ text: [Inline]) -> String { paragraph(text) }
  func notice(_ kind: NoticeKind, _ text: [Inline]) -> String {
    paragraph([.strong("\(kind.title):"), .text(" ")] + text)
  }
  func cards(_ cards: [Card]) -> String { list(cards.map(\.item)) }
  /// Charts as tables of their values.
  func chart(_ chart: Chart) -> String? { chart.values.map(table) }
  func fold(_ fold: Fold) -> String { heading(.section, fold.title, fold.anchor) }
}
