internal import Units

/// The layout of a table for all outputs that draw it: texts, marks, footnotes and legend.
///
/// The texts are plain; each output escapes them.
struct TableLayout {
  /// The corner and the column headings.
  let header: [Piece]

  /// The header and the cells of each row.
  let rows: [[Piece]]

  /// One alignment per column; the row headers come first.
  let alignments: [Table.Alignment]

  /// The footnotes in the order of their marks.
  let footnotes: Footnotes

  /// The signs in the table with their meanings.
  let legend: [Sign]

  /// The content of one place in the table.
  struct Piece {
    let text: String
    var marks: [String] = []
    var emphasis = Cell.Emphasis.plain
    var sign: Sign?
    /// The printed number; `nil` for text and missing values.
    var value: Double?
    /// The page that the text links to.
    var page: PagePath?
  }

  /// A sign that shows a verdict without color.
  enum Sign: String, CaseIterable {
    case better = "✓"
    case worse = "✗"

    var meaning: String {
      switch self {
      case .better: "a change for the better"
      case .worse: "a change for the worse"
      }
    }
  }

  init(_ table: Table) {
    let footnotes = Footnotes(table)
    let corner = Piece(text: table.corner.harmless)
    header =
      [corner]
      + table.columns.map {
        Piece(text: $0.heading.harmless, marks: footnotes.marks(for: $0.notes))
      }
    rows = table.rows.map { row in
      [Piece(text: row.header.harmless, marks: footnotes.marks(for: row.notes), page: row.page)]
        + row.cells.map { Piece($0, footnotes) }
    }
    alignments = [.leading] + table.columns.map(\.alignment)
    self.footnotes = footnotes
    var signs: Set<Sign> = []
    for row in table.rows {
      for cell in row.cells {
        if let sign = Sign(cell) { signs.insert(sign) }
      }
    }
    legend = Sign.allCases.filter(signs.contains)
  }
}

extension TableLayout.Piece {
  fileprivate init(_ cell: Cell, _ footnotes: Footnotes) {
    text = cell.printed.harmless
    if case .quantity(let quantity, _, _) = cell.content { value = quantity.value }
    marks = footnotes.marks(for: cell.footnotes)
    emphasis = cell.emphasis
    sign = TableLayout.Sign(cell)
  }
}

extension TableLayout.Sign {
  init?(_ cell: Cell) {
    if cell.isVerdict { return nil }
    switch cell.emphasis {
    case .better: self = .better
    case .worse: self = .worse
    case .plain, .strong, .muted: return nil
    }
  }
}
