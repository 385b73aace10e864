internal import Parallel
internal import Units

/// A table for a terminal: aligned columns, as many next to each other as fit.
///
/// If the table is too wide, words are wrapped first. Columns that still do not fit continue below,
/// with the row headers repeated. Nothing is truncated.
struct TextTable {
  private let table: Table
  private let footnotes: Footnotes
  private let legend: [TableLayout.Sign]
  private let columns: [TextColumn]
  private let width: Int
  private let ink: Ink

  init(_ table: Table, width: Int, ink: Ink) {
    self.table = table
    self.width = width
    self.ink = ink
    let stretches = TextStretch.all(of: table)
    let footnotes = Footnotes(table.columns.flatMap(\.notes) + stretches.flatMap(\.notes))
    self.footnotes = footnotes
    legend = TableLayout.Sign.allCases.filter { sign in
      stretches.contains { $0.signs.contains(sign) }
    }
    let headings =
      [(table.corner, Table.Alignment.leading, [])]
      + table.columns.map { ($0.heading, $0.alignment, $0.notes) }
    columns = headings.enumerated().map { index, heading in
      var cells = TextCells()
      let (text, alignment, notes) = heading
      cells.append(text, TextCells.Special(notes: notes))
      return TextColumn(
        cells, stretches.map { $0.columns[index] }, alignment, footnotes: footnotes, most: width)
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
    let rows = Array(stride(from: 0, to: table.rows.count, by: TextStretch.length))
      .mapConcurrently { lines(from: $0, band) }
    return "\(header)\n\(rule)" + rows.joined()
  }

  /// A range of rows, each after a line break.
  private func lines(from start: Int, _ band: [TextColumn]) -> String {
    let stretch = start / TextStretch.length
    let count = min(TextStretch.length, table.rows.count - start)
    let areLines = band.allSatisfy { $0.hasLinesAlone(inStretch: stretch) }
    var lines = PrintedLines(room: count * (TextColumn.total(band) + 1))
    for index in 0..<count {
      lines.breakLine()
      if areLines || band.allSatisfy({ $0.isLine(index, ofStretch: stretch) }) {
        write(index, ofStretch: stretch, band, into: &lines)
      } else {
        lines.put(line(start + index + 1, band, isHeader: false))
      }
    }
    return lines.text
  }

  /// Like `line` for rows that are one line, and many times as fast: a table may have 100,000 rows.
  private func write(
    _ index: Int, ofStretch stretch: Int, _ band: [TextColumn], into lines: inout PrintedLines
  ) {
    for column in band.indices {
      if column > 0 { lines.skip(2) }
      band[column].draw(index, ofStretch: stretch, into: &lines, ink)
    }
  }

  /// One row of the table; several lines if its words are wrapped.
  private func line(_ row: Int, _ band: [TextColumn], isHeader: Bool) -> String {
    let blocks = band.map { $0.lines(row) }
    let height = blocks.map(\.count).max() ?? 1
    return (0..<height).map { index in
      let parts = zip(band, blocks).map { column, block in
        // Headings are aligned at the bottom of their row, words at the top.
        let position = isHeader ? index - (height - block.count) : index
        let text = block.indices.contains(position) ? block[position] : ("", "")
        return column.drawn(text, style: isHeader ? .bold : column.style(row), ink)
      }
      return parts.joined(separator: "  ").trimmedEnd
    }.joined(separator: "\n")
  }

  private var notes: [String] {
    let legend = legend.map { "\($0.rawValue) \($0.meaning)" }.joined(separator: " · ")
    let remarks = table.remarks.map(\.harmless) + (legend.isEmpty ? [] : [legend])
    let lines = remarks.flatMap { $0.wrapped(to: width) }
    let footnotes = footnotes.marked.flatMap { mark, text in
      let indent = mark.count + 3
      let marked = text.wrapped(to: width - indent).enumerated().map { index, line in
        (index == 0 ? "[\(mark)] " : String(repeating: " ", count: indent)) + line
      }
      return marked
    }
    return lines + footnotes
  }
}
