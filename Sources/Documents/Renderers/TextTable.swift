/// A table for a terminal: aligned columns, as many side by side as the width allows.
///
/// Where the table is too wide, words are wrapped first; then the columns that still do not fit go
/// below, with the row headers repeated. Nothing is cut off.
struct TextTable {
  private let table: Table
  private let layout: TableLayout
  private let columns: [TextColumn]
  private let width: Int
  private let ink: Ink

  init(_ table: Table, width: Int, ink: Ink) {
    self.table = table
    self.width = width
    self.ink = ink
    let layout = TableLayout(table)
    self.layout = layout
    columns = layout.alignments.indices.map { index in
      TextColumn(
        [layout.header[index]] + layout.rows.map { $0[index] }, layout.alignments[index],
        most: width)
    }
  }

  var text: String {
    let caption = table.caption.harmless.wrapped(to: width).map { ink.text($0, .bold) }
    let head = table.caption.isEmpty ? [] : [caption.joined(separator: "\n")]
    let foot = notes.isEmpty ? [] : [notes.joined(separator: "\n")]
    return (head + bands.map(grid) + foot).joined(separator: "\n\n")
  }

  private var bands: [[TextColumn]] {
    TextColumn.bands(columns, to: width).map { band in band.map { columns[$0] } }
      .map { TextColumn.fitted($0, to: width) }
  }

  private func grid(_ band: [TextColumn]) -> String {
    let header = line(0, band, isHeader: true)
    let rule = ink.text(String(repeating: "─", count: TextColumn.total(band)), .dim)
    var text = Array("\(header)\n\(rule)".utf8)
    for row in layout.rows.indices.map({ $0 + 1 }) {
      text.append(UInt8(ascii: "\n"))
      if band.allSatisfy({ $0.isOneLine(row) }) {
        write(row, of: band, into: &text)
      } else {
        text.append(contentsOf: line(row, band, isHeader: false).utf8)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The same as `line` where all is one line, and many times as fast: a list may have 100,000 rows.
  private func write(_ row: Int, of band: [TextColumn], into text: inout [UInt8]) {
    let start = text.count
    for (index, column) in band.enumerated() {
      if index > 0 { text.append(contentsOf: "  ".utf8) }
      column.draw(row, into: &text, ink)
    }
    while text.count > start, text.last == UInt8(ascii: " ") { text.removeLast() }
  }

  /// One row of the table, which is several lines where its words are wrapped.
  private func line(_ row: Int, _ band: [TextColumn], isHeader: Bool) -> String {
    let blocks = band.map { $0.lines(row) }
    let height = blocks.map(\.count).max() ?? 1
    return (0..<height).map { index in
      let parts = zip(band, blocks).map { column, block in
        // Headings stand at the bottom of their row, words at the top of theirs.
        let position = isHeader ? index - (height - block.count) : index
        let text = block.indices.contains(position) ? block[position] : ("", "")
        return column.drawn(text, style: isHeader ? .bold : column.style(row), ink)
      }
      return parts.joined(separator: "  ").trimmedEnd
    }.joined(separator: "\n")
  }

  private var notes: [String] {
    let legend = layout.legend.map { "\($0.rawValue) \($0.meaning)" }.joined(separator: " · ")
    let remarks = table.remarks.map(\.harmless) + (legend.isEmpty ? [] : [legend])
    let lines = remarks.flatMap { $0.wrapped(to: width) }
    let footnotes = layout.footnotes.marked.flatMap { mark, text in
      let indent = mark.count + 3
      let marked = text.wrapped(to: width - indent).enumerated().map { index, line in
        (index == 0 ? "[\(mark)] " : String(repeating: " ", count: indent)) + line
      }
      return marked
    }
    return lines + footnotes
  }
}
