internal import Parallel
internal import Units

extension Renderer {
  /// Plain text for terminals, with colors if they are allowed.
  public static let text = Renderer(id: "text", fileExtension: "txt", traits: .firstScreen) {
    (document, destination, screen) in
    [RenderedFile(destination.path(ending: "txt"), TextWriter(screen).text(document))]
  }

  /// Text for a certain terminal.
  public static func text(width: Int, color: Bool = false) -> Renderer {
    let screen = Screen(width: width, isColored: color)
    return Renderer(id: text.id, fileExtension: text.fileExtension, traits: text.traits) {
      text.render($0, on: screen)
    }
  }
}

/// Escape sequences, if enabled.
struct Ink: Sendable {
  let isOn: Bool

  /// The style of a text: codes of Select Graphic Rendition.
  enum Style: String {
    case bold = "1"
    case dim = "2"
    case green = "32"
    case red = "31"
    case yellow = "1;33"
  }

  func text(_ text: String, _ style: Style?) -> String {
    guard isOn, let style, !text.isEmpty else { return text }
    return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
  }
}

/// Spells the blocks of a document as plain text.
private struct TextWriter: Spelling, Sendable {
  let width: Int
  let ink: Ink
  let isDetailed: Bool

  init(_ screen: Renderer.Screen) {
    width = screen.width
    ink = Ink(isOn: screen.isColored)
    isDetailed = screen.isDetailed
  }

  func text(_ document: Document) -> String {
    let title = heading(document.title, underline: "═")
    // The longest tables first, so that the parallel map does not end waiting for one of them.
    let blocks = isDetailed ? document.readableBlocks : document.unfoldedBlocks
    let order = blocks.indices.sorted { left, right in
      let (first, second) = (blocks[left].rowCount, blocks[right].rowCount)
      return first == second ? left < right : first > second
    }
    let made = order.mapConcurrently { (place: $0, text: text(blocks[$0])) }
    let texts = made.sorted { $0.place < $1.place }.compactMap(\.text)
    return ([title] + texts).joined(separator: "\n\n").withoutLogCommands + "\n"
  }

  func escaped(_ text: String) -> String { text }

  func heading(_ level: HeadingLevel, _ text: String, _ anchor: Anchor) -> String {
    level == .section ? heading(text, underline: "─") : lines(text, style: .bold)
  }
  func paragraph(_ text: [Inline]) -> String { lines(line(text)) }
  func facts(_ text: [Inline]) -> String { lines(line(text), style: .dim) }
  func notice(_ kind: NoticeKind, _ text: [Inline]) -> String {
    lines("\(kind.title): \(line(text))", style: kind == .warning ? .yellow : .bold)
  }
  func list(_ items: [[Inline]]) -> String {
    items.map { lines(line($0), first: "• ", rest: "  ") }.joined(separator: "\n")
  }
  func steps(_ steps: [Step]) -> String {
    steps.enumerated().map(step).joined(separator: "\n")
  }
  func definitions(_ definitions: [Definition]) -> String {
    definitions.map(definition).joined(separator: "\n")
  }
  func table(_ table: Table) -> String {
    TextTable(table.withoutOptionalColumns, width: width, ink: ink).text
  }
  func chart(_ chart: Chart) -> String? {
    chart.isForTerminals ? TextChart(chart, width: width, ink: ink).text : nil
  }
  func fold(_ fold: Fold) -> String {
    isDetailed
      ? heading(fold.title, underline: "─")
      : lines("\(fold.option): \(fold.contents)", style: .dim)
  }

  /// A step; its command is on lines of its own, where it can be copied.
  private func step(_ place: Int, _ step: Step) -> String {
    let start = lines(line(step.text), first: "\(place + 1). ", rest: "   ")
    return step.command.map { "\(start)\n   \($0.harmless)" } ?? start
  }

  private func definition(_ definition: Definition) -> String {
    let meaning = definition.lines.map { lines(line($0), first: "    ", rest: "    ") }
    return ([lines(definition.term, style: .bold)] + meaning).joined(separator: "\n")
  }

  private func heading(_ text: String, underline: String) -> String {
    let longest = text.harmless.wrapped(to: width).map(\.displayWidth).max() ?? 0
    return lines(text, style: .bold) + "\n" + String(repeating: underline, count: longest)
  }

  private func lines(
    _ text: String, first: String = "", rest: String = "", style: Ink.Style? = nil
  ) -> String {
    let lines = text.harmless.wrapped(to: width - first.count)
    return lines.enumerated().map { index, line in
      (index == 0 ? first : rest) + ink.text(line, style)
    }.joined(separator: "\n")
  }
}

extension Block {
  fileprivate var rowCount: Int {
    if case .table(let table) = self { table.rows.count } else { 0 }
  }
}
