/// A floating table with a caption above, booktabs rules, and notes below.
///
/// If it is too wide, cells are wrapped, then set in smaller type, then the table is divided into
/// parts below each other. If it is too long, it continues in another table.
struct LaTeXTable {
  private let table: Table
  private let layout: TableLayout

  /// The maximum number of lines of the parts of one table.
  ///
  /// A page of the class article has a few more.
  private static let height = 40

  init(_ table: Table) {
    self.table = table
    layout = TableLayout(table)
  }

  /// The tables; more than one if the table is too long for a page.
  var texts: [String] {
    let floats = self.floats
    return floats.indices.map { index in
      let parts = floats[index].map(text).joined(separator: "\n\\par\\medskip\n")
      let lines =
        ["\\centering", caption(isFirst: index == 0), parts]
        + (index == floats.count - 1 ? notes : [])
      return "\\begin{table}[htbp]\n\(lines.joined(separator: "\n"))\n\\end{table}"
    }
  }

  /// The parts, grouped by page.
  private var floats: [[LaTeXPart]] {
    var floats: [[LaTeXPart]] = []
    var height = Self.height
    for part in LaTeXPart.parts(of: layout, height: Self.height) {
      height += part.height
      if height > Self.height {
        floats.append([])
        height = part.height
      }
      floats[floats.count - 1].append(part)
    }
    return floats
  }

  private func caption(isFirst: Bool) -> String {
    let words = LaTeX.escaped(table.caption)
    let label = isFirst ? "\\label{\(table.anchor.name)}" : ""
    if words.isEmpty { return label }
    return isFirst
      ? "\\caption{\(words)}\(label)"
      : "\\addtocounter{table}{-1}\\caption[]{\(words) (continued)}"
  }

  // MARK: - Parts

  private func text(of part: LaTeXPart) -> String {
    let alignments = part.indices.map { layout.alignments[$0] == .leading ? "l" : "r" }
    let lines: [String] =
      ["\\begin{tabular}{@{}\(alignments.joined())@{}}", "\\toprule"]
      + [line(layout.header, part.lines(0), part, position: "b"), "\\midrule"]
      + part.rows.map { line(layout.rows[$0], part.lines($0 + 1), part, position: "t") }
      + ["\\bottomrule", "\\end{tabular}"]
    let text = lines.joined(separator: "\n")
    return part.isSmall ? "{\\small\n\(text)\\par}" : text
  }

  private func line(
    _ pieces: [TableLayout.Piece], _ cells: [[String]], _ part: LaTeXPart, position: String
  ) -> String {
    let texts = zip(part.indices, cells).map { index, lines in
      let marks = Self.superscript(pieces[index].marks)
      let texts = lines.map { Self.text($0, of: pieces[index]) }
      guard texts.count > 1 else { return texts.joined() + marks }
      let side = layout.alignments[index] == .leading ? "l" : "r"
      return "\\begin{tabular}[\(position)]{@{}\(side)@{}}"
        + texts.joined(separator: "\\\\{}") + marks + "\\end{tabular}"
    }
    // The braces prevent `\\` from reading a bracket at the start of a line as its argument.
    return "{}\(texts.joined(separator: " & ")) \\\\"
  }

  private static func text(_ line: String, of piece: TableLayout.Piece) -> String {
    let sign = isNegative(line) ? "$-$" : ""
    let text = sign + LaTeX.escaped(String(line.dropFirst(sign.isEmpty ? 0 : 1)))
    return piece.emphasis == .strong ? "\\textbf{\(text)}" : text
  }

  private static func isNegative(_ text: String) -> Bool {
    text.hasPrefix("-") && text.dropFirst().first?.isNumber == true
  }

  private static func superscript(_ marks: [String]) -> String {
    marks.isEmpty ? "" : "\\textsuperscript{\(marks.joined(separator: ","))}"
  }

  private var notes: [String] {
    let lines =
      table.remarks.map(LaTeX.escaped)
      + layout.footnotes.marked.map { Self.superscript([$0.mark]) + LaTeX.escaped($0.text) }
    guard !lines.isEmpty else { return [] }
    return ["\\par\\smallskip", "{\\footnotesize \(lines.joined(separator: "\\par\n"))\\par}"]
  }
}

/// Some columns and rows of a table that fit a page.
struct LaTeXPart {
  /// The positions of the columns.
  ///
  /// The row headers are always first.
  let indices: [Int]
  let rows: Range<Int>
  /// Whether smaller type is needed.
  let isSmall: Bool
  /// The lines of each cell: the header first, then all rows.
  private let cells: [[[String]]]

  /// The number of characters in a line of 345 points, that of the class article, without the gaps
  /// of a table.
  private static let width = 62
  private static let smallWidth = 69

  /// Divides a table into parts: all rows of the first columns, then all rows of the next columns.
  ///
  /// `height` is the maximum number of lines per part.
  static func parts(of layout: TableLayout, height: Int) -> [LaTeXPart] {
    let columns = layout.alignments.indices.map { index in
      TextColumn(
        [layout.header[index].text] + layout.rows.map { $0[index].text },
        layout.alignments[index], most: width)
    }
    let isSmall = TextColumn.least(columns) > width
    let room = isSmall ? smallWidth : width
    return TextColumn.bands(columns, to: room).flatMap { indices in
      let band = TextColumn.fitted(indices.map { columns[$0] }, to: room)
      let cells = (0...layout.rows.count).map { row in band.map { $0.words(row) } }
      return rows(of: cells.map(Self.height), height: height).map { rows in
        LaTeXPart(indices: indices, rows: rows, isSmall: isSmall, cells: cells)
      }
    }
  }

  /// Ranges of rows with at most `height` lines including the header, or single rows.
  private static func rows(of heights: [Int], height: Int) -> [Range<Int>] {
    var stretches: [Range<Int>] = []
    var (start, used) = (0, heights[0])
    for (row, more) in heights.dropFirst().enumerated() {
      if used + more > height, row > start {
        stretches.append(start..<row)
        (start, used) = (row, heights[0])
      }
      used += more
    }
    return stretches + [start..<heights.count - 1]
  }

  private static func height(of cells: [[String]]) -> Int { cells.map(\.count).max() ?? 1 }

  /// The lines of each cell of a row: 0 is the header, then the rows of the table.
  func lines(_ row: Int) -> [[String]] { cells[row] }

  var height: Int {
    rows.reduce(Self.height(of: cells[0])) { $0 + Self.height(of: cells[$1 + 1]) }
  }
}
