/// A table with caption and scoped headers, in a box that scrolls if it is too wide.
struct HTMLTable {
  private let table: Table
  private let layout: TableLayout
  /// Whether the numbers of a column have several units, so that a script cannot sort them.
  private let isMixed: [Bool]

  init(_ table: Table) {
    self.table = table
    layout = TableLayout(table)
    let columns = layout.alignments.indices
    let rows = layout.rows
    isMixed = columns.map { column in
      Set(rows.lazy.map { $0[column] }.filter { $0.value != nil }.map(\.unit)).count > 1
    }
  }

  /// The table, behind its summary if it has one.
  var text: String {
    guard let summary = table.summary else { return figure }
    return "<details>\n<summary>\(HTML.escaped(summary))</summary>\n\(figure)\n</details>"
  }

  private var figure: String {
    """
    <figure id="\(table.anchor.name)">
    <div class="scroll\(table.rows.count > 100 ? " tall" : "")" role="region" aria-label="\(HTML.escaped(name))" tabindex="0">
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
      // Screen readers ignore an empty header cell.
      let tag = index == 0 && piece.text.isEmpty ? "td" : "th"
      let scope = tag == "th" ? " scope=\"col\"" : ""
      let side = alignment == .trailing ? "number" : nil
      return "<\(tag)\(scope)\(classes(piece, side: side, index))>\(content(piece))</\(tag)>"
    }.joined()
  }

  private func row(_ pieces: [TableLayout.Piece]) -> String {
    let cells = zip(pieces, layout.alignments).enumerated().map { index, column in
      let (piece, alignment) = column
      if index == 0 {
        return "<th scope=\"row\"\(classes(piece, side: nil, index))>\(content(piece))</th>"
      }
      let value = isMixed[index] ? piece.value.map { " data-v=\"\($0)\"" } ?? "" : ""
      // Most cells are numbers, so numbers need no class.
      let side = alignment == .leading ? "words" : nil
      return "<td\(classes(piece, side: side, index))\(value)>\(content(piece))</td>"
    }
    return "<tr>\(cells.joined())</tr>"
  }

  private func classes(_ piece: TableLayout.Piece, side: String?, _ index: Int) -> String {
    let emphasis = piece.emphasis == .plain ? [] : [piece.emphasis.rawValue]
    let isLong = piece.text.utf8.count > 24
    let isUnbroken =
      isLong
      && piece.text.utf8.split(separator: UInt8(ascii: " ")).contains { $0.count > 24 }
    let classes =
      (side.map { [$0] } ?? []) + (isLong && side == "words" ? ["long"] : [])
      + (isUnbroken ? ["unbroken"] : []) + emphasis
      + (index > 0 && table.columns[index - 1].isOptional ? ["optional"] : [])
    return classes.isEmpty ? "" : " class=\"\(classes.joined(separator: " "))\""
  }

  private func content(_ piece: TableLayout.Piece) -> String {
    let marks = piece.marks.map { mark in
      "<a href=\"#\(noteID(mark))\" aria-label=\"note \(mark)\">\(mark)</a>"
    }
    let superscript = marks.isEmpty ? "" : "<sup>\(marks.joined(separator: ","))</sup>"
    let text = HTML.escaped(piece.value == nil ? piece.text : Self.withMinus(piece.text))
    return (piece.page.map { HTML.link(text, to: $0) } ?? text) + superscript
  }

  /// A printed number with minus signs, because hyphens are too short next to digits; exponents keep theirs.
  private static func withMinus(_ number: String) -> String {
    guard number.utf8.contains(UInt8(ascii: "-")) else { return number }
    return number.split(separator: " ", omittingEmptySubsequences: false).map { word in
      if word.hasPrefix("-") { return "−" + word.dropFirst() }
      return word.hasPrefix("[-") ? "[−" + word.dropFirst(2) : String(word)
    }.joined(separator: " ")
  }

  /// The `id` of a footnote.
  ///
  /// Anchors contain no underscore, so it is unique.
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

extension TableLayout.Piece {
  /// The text after the number.
  fileprivate var unit: String {
    String(decoding: text.utf8.filter { !"0123456789.+-−".utf8.contains($0) }, as: UTF8.self)
  }
}
