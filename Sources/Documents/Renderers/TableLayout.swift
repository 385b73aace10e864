internal import Units

/// A table decided once for all outputs that draw it: texts, marks, footnotes, legend.
///
/// The texts are plain; each output escapes them its own way.
struct TableLayout {
  /// The corner, then the column headings.
  let header: [Piece]

  /// The row's header, then its cells.
  let rows: [[Piece]]

  /// One alignment a column, that of the row headers first.
  let alignments: [Table.Alignment]

  /// What the marks stand for, in the order of the marks.
  let footnotes: Footnotes

  /// The signs that occur in the table, and what they mean.
  let legend: [Sign]

  /// The legend where cells hold nothing but what is printed in them, so that a table can be pasted
  /// and compared: Markdown and LaTeX draw no signs.
  var legendWithoutSigns: [Sign] { legend.filter { $0 == .unproven } }

  /// What is drawn in one place of the table.
  struct Piece {
    let text: String
    var marks: [String] = []
    var emphasis = Cell.Emphasis.plain
    var sign: Sign?
    /// The number that is printed; `nil` for words, and for what cannot be told.
    var value: Double?
    /// The page that the words lead to.
    var page: PagePath?
  }

  /// A sign that tells a verdict without colour.
  enum Sign: String, CaseIterable {
    case better = "✓"
    case worse = "✗"
    case unproven = "~"

    var meaning: String {
      switch self {
      case .better: "a change for the better"
      case .worse: "a change for the worse"
      case .unproven: "no evidence of a change"
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
    // The tilde of an unproven change is its text already.
    sign = TableLayout.Sign(cell).flatMap { $0 == .unproven ? nil : $0 }
  }
}

extension TableLayout.Sign {
  init?(_ cell: Cell) {
    if case .unproven = cell.content {
      self = .unproven
      return
    }
    switch cell.emphasis {
    case .better: self = .better
    case .worse: self = .worse
    case .plain, .strong, .muted: return nil
    }
  }
}
