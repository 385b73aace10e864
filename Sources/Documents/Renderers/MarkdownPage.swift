/// A document as Markdown, and its pictures.
///
/// A document for comments is shortened to fit: first by tables without padding, then by leaving
/// out the last parts. A sentence at the end states what was left out.
struct MarkdownPage {
  let text: String
  let pictures: [RenderedFile]

  /// Upper bound in bytes for the sentence about omitted parts.
  private static let roomForNote = 600

  init(_ document: Document, folder: String?) {
    let title = "# \(Markdown.heading(document.title))"
    var writer = MarkdownWriter(linked: document.linkedAnchors, folder: folder)
    var blocks = document.readableBlocks
    var text = Self.text(title, writer.texts(blocks))
    if document.isReport, text.utf8.count > Renderer.mostBytesOfComment {
      writer.isAligned = false
      blocks = Self.fitting(document, blocks, behind: title, writer)
      text = Self.text(title, writer.texts(blocks))
    }
    self.text = text
    pictures = folder.map { Self.pictures(of: blocks, in: $0) } ?? []
  }

  /// Drawn in reverse order: the HTML renderer, running concurrently, draws the same charts from
  /// the front.
  ///
  /// So they wait for each other only where they meet.
  private static func pictures(of blocks: [Block], in folder: String) -> [RenderedFile] {
    let files = blocks.reversed().map { block -> [RenderedFile] in
      guard case .chart(let chart) = block else { return [] }
      return MarkdownChart(chart, folder: folder).files
    }
    return files.reversed().flatMap(\.self)
  }

  private static func text(_ title: String, _ texts: [String]) -> String {
    ([title] + texts).joined(separator: "\n\n") + "\n"
  }

  /// The parts that fit, then the omitted ones.
  private static func fitting(
    _ document: Document, _ whole: [Block], behind title: String, _ writer: MarkdownWriter
  ) -> [Block] {
    let parts = document.parts
    let sizes = parts.map { part in
      writer.texts(part).reduce(0) { $0 + $1.utf8.count + 2 }
    }
    let start = title.utf8.count + 1
    if sizes.reduce(start, +) <= Renderer.mostBytesOfComment { return whole }
    var used = start + roomForNote
    let count =
      sizes.firstIndex { size in
        used += size
        return used > Renderer.mostBytesOfComment
      } ?? sizes.count
    return parts[..<count].flatMap(\.self) + [note(on: parts[count...])]
  }

  private static func note(on parts: ArraySlice<[Block]>) -> Block {
    let names = parts.compactMap(\.first?.name).map { "“\($0.prefix(60))”" }
    let range =
      switch names.count {
      case 0: "the rest"
      case 1: names[0]
      default: "\(names[0]) to \(names[names.count - 1])"
      }
    return .notice(
      .note,
      [
        .strong("Sections left out of this comment, because the length of a comment is limited:"),
        .text(" \(range). The HTML, CSV and JSON outputs contain all sections."),
      ])
  }
}

extension Document {
  /// The blocks in groups: each heading is in one group with the block after it.
  fileprivate var parts: [[Block]] {
    blocks.reduce(into: []) { parts, block in
      if parts.last?.last?.isTitle ?? false {
        parts[parts.count - 1].append(block)
      } else {
        parts.append([block])
      }
    }
  }
}

extension Block {
  /// Whether the block is the title of the one after it.
  fileprivate var isTitle: Bool {
    switch self {
    case .heading, .fold: true
    case .paragraph, .facts, .notice, .list, .steps, .cards, .definitions, .table, .chart: false
    }
  }

  /// The name of the block; `nil` if it has none.
  fileprivate var name: String? {
    switch self {
    case .heading(_, let text, _): text
    case .table(let table): table.caption
    case .chart(let chart): chart.title
    case .fold(let fold): fold.title
    case .paragraph, .facts, .notice, .list, .steps, .cards, .definitions: nil
    }
  }
}
