/// A table in GitHub's Markdown: caption, aligned cells, remarks and footnotes.
struct MarkdownTable {
  private let table: Table
  private let layout: TableLayout
  private let isAligned: Bool

  /// Prepares a table.
  ///
  /// `isAligned` is whether columns are padded with spaces, which does not change the rendered
  /// page.
  init(_ table: Table, isAligned: Bool) {
    self.table = table
    self.isAligned = isAligned
    layout = TableLayout(table)
  }

  var text: String {
    let caption = table.caption.isEmpty ? [] : ["**\(Markdown.escaped(table.caption))**"]
    return (caption + [grid] + notes).joined(separator: "\n\n")
  }

  private var grid: String {
    let header = layout.header.map(Self.text)
    let rows = layout.rows.map { $0.map(Self.text) }
    let widths = header.indices.map { column in
      guard isAligned else { return 2 }
      let width = ([header] + rows).map { $0[column].displayWidth }.reduce(3, max)
      return width <= Self.mostPadding ? width : 2
    }
    let rule = zip(widths, layout.alignments).map { width, alignment in
      let dashes = String(repeating: "-", count: width - 1)
      return alignment == .leading ? ":\(dashes)" : "\(dashes):"
    }
    let lines = [header, rule] + rows
    return lines.map { line($0, widths) }.joined(separator: "\n")
  }

  /// The widest column whose cells are padded; sentences are not.
  private static let mostPadding = 60

  private func line(_ texts: [String], _ widths: [Int]) -> String {
    let cells = texts.indices.map { texts[$0].padded(to: widths[$0], layout.alignments[$0]) }
    return "| \(cells.joined(separator: " | ")) |"
  }

  private static func text(_ piece: TableLayout.Piece) -> String {
    var text = Markdown.escaped(piece.text)
    if let page = piece.page { text = "[\(text.backslashing("]"))](\(page.text))" }
    if piece.emphasis == .strong, !text.isEmpty { text = "**\(text)**" }
    if !piece.marks.isEmpty { text += " <sup>\(piece.marks.joined(separator: ","))</sup>" }
    return text
  }

  /// Remarks and footnotes, one per line.
  private var notes: [String] {
    let lines =
      table.remarks.map { Markdown.line([.text($0)]) }
      + layout.footnotes.marked.map { "<sup>\($0.mark)</sup> \(Markdown.escaped($0.text))" }
    return lines.isEmpty ? [] : [lines.joined(separator: "<br>\n")]
  }
}
