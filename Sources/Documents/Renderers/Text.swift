internal import Parallel
internal import Units

extension Renderer {
  /// The output format for terminals: plain text, with colors if they are allowed.
  ///
  /// The renderer's id is `text`.
  ///
  /// - Parameters:
  ///   - width: the columns of the terminal, at least 40. Wider tables wrap their words, then
  ///     continue below with the row headers repeated.
  ///   - color: whether escape sequences may be used.
  ///   - isDetailed: whether the folded part of a document is printed, too.
  public static func text(
    width: Int = 80, color: Bool = false, isDetailed: Bool = false
  ) -> Renderer {
    let writer = TextWriter(
      width: max(width, 40), ink: Ink(isOn: color), isDetailed: isDetailed)
    return Renderer(id: "text", fileExtension: "txt") { writer.text($0) }
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

private struct TextWriter: Sendable {
  let width: Int
  let ink: Ink
  let isDetailed: Bool

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

  private func text(_ block: Block) -> String? {
    switch block {
    case .heading(.section, let text, _):
      heading(text, underline: "─")
    case .heading(_, let text, _):
      lines(text, style: .bold)
    case .paragraph(let inlines):
      lines(inlines.plainText)
    case .facts(let inlines):
      lines(inlines.plainText, style: .dim)
    case .notice(let kind, let inlines):
      lines("\(kind.title): \(inlines.plainText)", style: kind == .warning ? .yellow : .bold)
    case .list(let items):
      items.map { lines($0.plainText, first: "• ", rest: "  ") }.joined(separator: "\n")
    case .steps(let steps):
      steps.enumerated().map(text).joined(separator: "\n")
    case .cards(let cards):
      text(.list(cards.map(\.item)))
    case .definitions(let definitions):
      definitions.map(text).joined(separator: "\n")
    case .table(let table):
      TextTable(table.withoutOptionalColumns, width: width, ink: ink).text
    case .fold(let fold):
      isDetailed
        ? heading(fold.title, underline: "─")
        : lines("\(fold.option): \(fold.contents)", style: .dim)
    case .chart(let chart):
      chart.isForTerminals ? TextChart(chart, width: width, ink: ink).text : nil
    }
  }

  /// A step; its command is on lines of its own, where it can be copied.
  private func text(_ place: Int, _ step: Step) -> String {
    let start = lines(step.text.plainText, first: "\(place + 1). ", rest: "   ")
    return step.command.map { "\(start)\n   \($0.harmless)" } ?? start
  }

  private func text(_ definition: Definition) -> String {
    let meaning = definition.lines.map { lines($0.plainText, first: "    ", rest: "    ") }
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
