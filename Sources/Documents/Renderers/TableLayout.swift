internal import Units

/// The layout of a table for all outputs that draw it: texts, marks, footnotes and legend.
///
/// The texts are plain; each output escapes them.
struct TableLayout {
  /// The corner and the column headings.
  let header: [Piece]

  let rows: [[Piece]]

  /// One alignment per column; the row headers come first.
  let alignments: [Table.Alignment]

  /// The footnotes in the order of their marks.
  let footnotes: Footnotes

  let legend: [Sign]

  struct Piece {
    let text: String
    var marks: [String] = []
    var emphasis = Cell.Emphasis.plain
    var sign: Sign?
    /// The printed number; `nil` for text and missing values.
    var value: Double?
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

/// The footnotes of a table, each with its mark.
///
/// Equal remarks share a mark. Marks are `a` to `z`, then `aa`, like HTML lists.
struct Footnotes {
  let texts: [String]

  private let indices: [String: Int]

  /// Collects the footnotes of a table in reading order: headings first, then row by row.
  init(_ table: Table) {
    let ofRows = table.rows.flatMap { $0.notes + $0.cells.flatMap(\.footnotes) }
    self.init(table.columns.flatMap(\.notes) + ofRows)
  }

  /// Assigns marks in the order of first appearance.
  init(_ notes: [String]) {
    var texts: [String] = []
    var indices: [String: Int] = [:]
    for note in notes where indices[note] == nil {
      indices[note] = texts.count
      texts.append(note)
    }
    self.texts = texts
    self.indices = indices
  }

  /// The marks of some remarks, in the order of the marks.
  func marks(for notes: [String]) -> [String] {
    if notes.isEmpty { return [] }
    return Set(notes.compactMap { indices[$0] }).sorted().map(Self.mark)
  }

  var marked: [(mark: String, text: String)] {
    texts.enumerated().map { (Self.mark($0.offset), $0.element.harmless) }
  }

  /// The mark at an index: 0 is `a`, 25 is `z`, 26 is `aa`.
  static func mark(_ index: Int) -> String {
    let letter = String(UnicodeScalar(UInt8(ascii: "a") + UInt8(index % 26)))
    return index < 26 ? letter : mark(index / 26 - 1) + letter
  }
}
