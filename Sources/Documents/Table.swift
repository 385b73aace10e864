public import Units

/// A table of a document, whose cells have types such as number or text.
///
/// Each row has a header.
///
///     Table(
///       anchor: "result", caption: "Result", corner: "Metric",
///       columns: [.init("Before", .trailing)],
///       rows: [.init("FPS (avg)", cells: [.quantity(Quantity(53.4, .framesPerSecond))])])
public struct Table: Sendable, Equatable {
  /// The name of the table in link addresses and in machine-readable output.
  public private(set) var anchor: Anchor

  public private(set) var caption: String

  /// The heading of the table's first column, which contains the row headers; may be empty.
  public let corner: String

  /// The columns of the table from left to right, without the column of row headers.
  public private(set) var columns: [Column]

  public private(set) var rows: Rows

  /// Remarks that apply to the whole table.
  ///
  /// Remarks on a cell, row or column are attached there.
  public private(set) var remarks: [String]

  /// A short summary that HTML and Markdown pages show in place of the collapsed table, until the reader expands it;
  /// `nil` for a table that is always visible.
  public let summary: String?

  /// Whether HTML pages show each row of the table as a tile: the first cell in large type, the other cells below it.
  ///
  /// Other outputs show a table of tiles like any other table.
  public private(set) var isTiled = false

  /// Creates a table of a document from its columns and rows.
  ///
  /// Rows with fewer cells than columns are filled with empty cells.
  ///
  /// - Precondition: no row has more cells than there are columns.
  public init(
    anchor: Anchor, caption: String, corner: String = "", columns: [Column], rows: [Row],
    remarks: [String] = [], summary: String? = nil
  ) {
    let filled = rows.map { $0.filled(to: columns.count) }
    self.init(
      anchor: anchor, caption: caption, corner: corner, columns: columns,
      rows: Rows(count: filled.count) { filled[$0] }, remarks: remarks, summary: summary)
  }

  /// Creates a table with very many rows; each row is created only when it is read.
  ///
  /// Each row has as many cells as there are columns.
  public init(
    anchor: Anchor, caption: String, corner: String = "", columns: [Column], rows: Rows,
    remarks: [String] = [], summary: String? = nil
  ) {
    self.summary = summary
    self.anchor = anchor
    self.caption = caption
    self.corner = corner
    self.columns = columns
    self.rows = rows
    self.remarks = remarks
  }

  /// The rows of a table from top to bottom, each of which is created whenever it is read.
  public struct Rows: RandomAccessCollection, Sendable, Equatable {
    public let count: Int
    private let make: @Sendable (Int) -> Row

    /// Creates the rows of a table from a function that returns the row at a position.
    ///
    /// `make` returns the row at a position: always the same one, on any thread.
    public init(count: Int, _ make: @escaping @Sendable (_ position: Int) -> Row) {
      self.count = count
      self.make = make
    }

    /// The position of the table's first row, 0.
    public var startIndex: Int { 0 }

    /// The position after the table's last row.
    public var endIndex: Int { count }

    /// The row of the table at a position, from 0; O(1).
    public subscript(position: Int) -> Row { make(position) }

    /// Compares the rows of two tables one by one; O(n).
    public static func == (left: Rows, right: Rows) -> Bool { left.elementsEqual(right) }
  }

  /// A column of a table: its heading and the alignment of its cells.
  public struct Column: Sendable, Equatable {
    public let title: String

    public let alignment: Alignment

    /// The name of the table's column in machine-readable output; `nil` to use the heading.
    public let id: String?

    /// The unit of all its numbers, printed next to the heading; `nil` if they differ.
    public let unit: Unit?

    /// Remarks on the table's column, printed as footnotes.
    public let notes: [String]

    /// Whether outputs with little space omit the column from the table: phones, printed pages, terminals and LaTeX.
    public let isOptional: Bool

    public init(
      _ title: String, _ alignment: Alignment = .trailing, id: String? = nil, unit: Unit? = nil,
      notes: [String] = [], isOptional: Bool = false
    ) {
      self.isOptional = isOptional
      self.title = title
      self.alignment = alignment
      self.id = id
      self.unit = unit
      self.notes = notes
    }

    /// The title with the unit's symbol in parentheses.
    var heading: String {
      guard let unit, !unit.symbol.isEmpty else { return title }
      return "\(title) (\(unit.symbol))"
    }
  }

  public enum Alignment: Sendable, Equatable {
    /// Left, for text.
    case leading
    /// Right, for numbers.
    case trailing
  }

  /// A row of a table: the header cell at its left, and its other cells.
  public struct Row: Sendable, Equatable {
    public let header: String

    /// The name of the table row in machine-readable output, such as a metric's id; `nil` to use its header cell.
    public let id: String?

    /// Remarks on a row of a table, printed as footnotes.
    public let notes: [String]

    /// The HTML page about the subject of the table row, to which the row links; `nil` if there is none.
    public let page: PagePath?

    /// The cells of the table row from left to right, without its header cell.
    public let cells: [Cell]

    public init(
      _ header: String, id: String? = nil, notes: [String] = [], page: PagePath? = nil,
      cells: [Cell]
    ) {
      self.header = header
      self.id = id
      self.notes = notes
      self.page = page
      self.cells = cells
    }

    fileprivate func filled(to count: Int) -> Row {
      precondition(cells.count <= count, "a row has more cells than the table has columns")
      if cells.count == count { return self }
      let missing = Array(repeating: Cell.empty, count: count - cells.count)
      return Row(header, id: id, notes: notes, page: page, cells: cells + missing)
    }
  }

  /// A copy of this table whose rows are shown as tiles on HTML pages.
  public var tiled: Table { changed { $0.isTiled = true } }

  func withAnchor(_ anchor: Anchor) -> Table { changed { $0.anchor = anchor } }

  func without(_ said: Set<String>) -> Table {
    said.isDisjoint(with: remarks) ? self : changed { $0.remarks.removeAll(where: said.contains) }
  }

  var withoutCaption: Table { changed { $0.caption = "" } }

  /// The table without optional columns, for outputs with little space.
  var withoutOptionalColumns: Table {
    let kept = columns.indices.filter { !columns[$0].isOptional }
    guard kept.count < columns.count else { return self }
    let rows = rows
    return changed { table in
      table.columns = kept.map { columns[$0] }
      table.rows = Rows(count: rows.count) { position in
        let row = rows[position]
        return Row(
          row.header, id: row.id, notes: row.notes, page: row.page,
          cells: kept.map { row.cells[$0] })
      }
    }
  }

  private func changed(_ change: (inout Table) -> Void) -> Table {
    var table = self
    change(&table)
    return table
  }
}
