public import Units

/// Typed cells in rows and columns; each row is named by its header.
public struct Table: Sendable, Equatable {
  /// The table's name in addresses and in machine-readable output.
  public let anchor: Anchor

  /// What the table shows.
  public let caption: String

  /// The heading of the row headers; may be empty.
  public let corner: String

  /// The columns from left to right, without the row headers.
  public let columns: [Column]

  /// The rows from top to bottom.
  public let rows: Rows

  /// Remarks on the table as a whole; those on a cell, row or column are attached there.
  public let remarks: [String]

  /// Creates a table; rows with fewer cells than columns are filled with empty cells.
  ///
  /// - Parameters:
  ///   - anchor: the table's name.
  ///   - caption: what the table shows.
  ///   - corner: the heading of the row headers.
  ///   - columns: from left to right.
  ///   - rows: from top to bottom.
  ///   - remarks: on the table as a whole.
  /// - Precondition: no row has more cells than there are columns.
  public init(
    anchor: Anchor, caption: String, corner: String = "", columns: [Column], rows: [Row],
    remarks: [String] = []
  ) {
    let filled = rows.map { $0.filled(to: columns.count) }
    self.init(
      anchor: anchor, caption: caption, corner: corner, columns: columns,
      rows: Rows(count: filled.count) { filled[$0] }, remarks: remarks)
  }

  /// Creates a table of rows that are made when they are asked for, and not kept: for very many of them.
  ///
  /// - Parameters:
  ///   - anchor: the table's name.
  ///   - caption: what the table shows.
  ///   - corner: the heading of the row headers.
  ///   - columns: from left to right.
  ///   - rows: each with as many cells as there are columns.
  ///   - remarks: on the table as a whole.
  public init(
    anchor: Anchor, caption: String, corner: String = "", columns: [Column], rows: Rows,
    remarks: [String] = []
  ) {
    self.anchor = anchor
    self.caption = caption
    self.corner = corner
    self.columns = columns
    self.rows = rows
    self.remarks = remarks
  }

  /// Rows from top to bottom, which are made each time that they are asked for.
  public struct Rows: RandomAccessCollection, Sendable, Equatable {
    /// How many there are.
    public let count: Int
    private let make: @Sendable (Int) -> Row

    /// Creates rows.
    ///
    /// - Parameters:
    ///   - count: how many there are.
    ///   - make: makes the row of a position; always the same one, on any thread.
    public init(count: Int, _ make: @escaping @Sendable (_ position: Int) -> Row) {
      self.count = count
      self.make = make
    }

    /// The position of the first row.
    public var startIndex: Int { 0 }

    /// The position behind the last row.
    public var endIndex: Int { count }

    /// The row of a position; O(1).
    ///
    /// - Parameter position: from 0.
    public subscript(position: Int) -> Row { make(position) }

    /// Whether the rows are equal, one by one; O(n).
    public static func == (left: Rows, right: Rows) -> Bool { left.elementsEqual(right) }
  }

  /// A column's heading, and how its cells stand.
  public struct Column: Sendable, Equatable {
    /// The heading.
    public let title: String

    /// Which side the cells stand on.
    public let alignment: Alignment

    /// The name in machine-readable output; `nil` when the title is all there is.
    public let id: String?

    /// What the numbers of the column are in, where they all share it; printed beside the title.
    public let unit: Unit?

    /// Remarks on the column, printed as footnotes.
    public let notes: [String]

    /// Creates a column.
    ///
    /// - Parameters:
    ///   - title: the heading.
    ///   - alignment: which side the cells stand on.
    ///   - id: the name in machine-readable output.
    ///   - unit: what all numbers of the column are in.
    ///   - notes: remarks on the column.
    public init(
      _ title: String, _ alignment: Alignment = .trailing, id: String? = nil, unit: Unit? = nil,
      notes: [String] = []
    ) {
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

  /// Which side of its column a cell stands on.
  public enum Alignment: Sendable, Equatable {
    /// Words.
    case leading
    /// Numbers.
    case trailing
  }

  /// A row's header and cells.
  public struct Row: Sendable, Equatable {
    /// What the row is about.
    public let header: String

    /// The name in machine-readable output, such as a metric's id; `nil` when the header is all.
    public let id: String?

    /// Remarks on the row, printed as footnotes.
    public let notes: [String]

    /// The page about what the row is about; `nil` where there is none.
    public let page: PagePath?

    /// The cells from left to right.
    public let cells: [Cell]

    /// Creates a row.
    ///
    /// - Parameters:
    ///   - header: what the row is about.
    ///   - id: the name in machine-readable output.
    ///   - notes: remarks on the row.
    ///   - page: the page about what the row is about.
    ///   - cells: from left to right.
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
      precondition(cells.count <= count, "a cell without a column")
      if cells.count == count { return self }
      let missing = Array(repeating: Cell.empty, count: count - cells.count)
      return Row(header, id: id, notes: notes, page: page, cells: cells + missing)
    }
  }

  func withAnchor(_ anchor: Anchor) -> Table {
    Table(
      anchor: anchor, caption: caption, corner: corner, columns: columns, rows: rows,
      remarks: remarks)
  }
}
