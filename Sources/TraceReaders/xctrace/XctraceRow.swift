internal import Decoding

/// A table cell: a number, its formatted text, or both.
struct XctraceCell: Equatable {
  /// The content as an integer in the unit of its type; times are in nanoseconds.
  var number: Int64?
  /// The text that Instruments shows.
  var text: String?
}

/// A row of an exported table.
struct XctraceRow {
  /// The name of the table's schema, such as `hitches`.
  let schema: String

  /// The mnemonics of the columns.
  let columns: [String]

  /// The cells in the order of the columns; `nil` for a cell without a value.
  var cells: [XctraceCell?] = []

  /// The cell of a column; `nil` if there is no such column, or the cell has no value.
  subscript(column: String) -> XctraceCell? {
    guard let index = columns.firstIndex(of: column), index < cells.count else { return nil }
    return cells[index]
  }
}
