/// A table with caption and scoped headers, in a box of its own that scrolls when it is too wide.
struct HTMLTable {
  private let table: Table
  private let layout: TableLayout

  init(_ table: Table) {
    self.table = table
    layout = TableLayout(table)
  }

  var text: String {
    """
    <figure id="\(table.anchor.name)">
    <div class="scroll" role="region" aria-label="\(HTML.escaped(name))" tabindex="0">
    <table\(layout.footnotes.texts.isEmpty ? "" : " class=\"marked\"")>
    \(caption)<thead>
    <tr>\(header)</tr>
    </thead>
    <tbody>
    \(layout.rows.map(row).joined(separator: "\n"))
    </tbody>
    </table>
    </div>
    \(notes)</figure>
    """
  }

  private var name: String { table.caption.isEmpty ? "Table \(table.anchor.name)" : table.caption }

  private var caption: String {
    table.caption.isEmpty ? "" : "<caption><span>\(HTML.escaped(table.caption))</span></caption>\n"
  }

  private var header: String {
    zip(layout.header, layout.alignments).enumerated().map { index, column in
      let (piece, alignment) = column
      // A header cell without words is none to those who have the table read to them.
      let tag = index == 0 && piece.text.isEmpty ? "td" : "th"
      let scope = tag == "th" ? " scope=\"col\"" : ""
      return "<\(tag)\(scope)\(Self.classes(piece, alignment))>\(content(piece))</\(tag)>"
    }.joined()
  }

  private func row(_ pieces: [TableLayout.Piece]) -> String {
    let cells = zip(pieces, layout.alignments).enumerated().map { index, column in
      let (piece, alignment) = column
      return index == 0
        ? "<th scope=\"row\">\(content(piece))</th>"
        : "<td\(Self.classes(piece, alignment))>\(content(piece))</td>"
    }
    return "<tr>\(cells.joined())</tr>"
  }

  private static func classes(
    _ piece: TableLayout.Piece, _ alignment: Table.Alignment
  ) -> String {
    let emphasis = piece.emphasis == .plain ? [] : [piece.emphasis.rawValue]
    let isLong = piece.text.count > 24 && alignment == .leading
    let classes = (alignment == .trailing ? ["number"] : []) + (isLong ? ["long"] : []) + emphasis
    return classes.isEmpty ? "" : " class=\"\(classes.joined(separator: " "))\""
  }

  private func content(_ piece: TableLayout.Piece) -> String {
    let marks = piece.marks.map { mark in
      "<a href=\"#\(noteID(mark))\" aria-label=\"note \(mark)\">\(mark)</a>"
    }
    let superscript = marks.isEmpty ? "" : "<sup>\(marks.joined(separator: ","))</sup>"
    return HTML.escaped(piece.text) + superscript
  }

  /// The `id` of a footnote; no anchor holds an underscore, so it is no anchor's.
  private func noteID(_ mark: String) -> String { "\(table.anchor.name)_\(mark)" }

  private var notes: String {
    let legend = layout.legend.map { "\($0.rawValue) \($0.meaning)" }.joined(separator: " · ")
    let remarks = (table.remarks + (legend.isEmpty ? [] : [legend]))
      .map { "<p>\(HTML.escaped($0))</p>" }
    let items = layout.footnotes.marked.map { mark, text in
      "<li id=\"\(noteID(mark))\">\(HTML.escaped(text))</li>"
    }
    let list = items.isEmpty ? [] : ["<ol type=\"a\">\n\(items.joined(separator: "\n"))\n</ol>"]
    let lines = remarks + list
    guard !lines.isEmpty else { return "" }
    return "<figcaption>\n\(lines.joined(separator: "\n"))\n</figcaption>\n"
  }
}
