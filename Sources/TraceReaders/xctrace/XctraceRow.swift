internal import Decoding

/// What stands in a cell of a table: a number, the words for it, or both.
struct XctraceCell: Equatable {
  /// The content as a whole number, in the unit of its type; times are nanoseconds.
  var number: Int64?
  /// What Instruments shows.
  var text: String?
}

/// A row of a table that `xctrace export` wrote.
struct XctraceRow {
  /// The name of the table's schema, such as `hitches`.
  let schema: String

  /// The columns' mnemonics.
  let columns: [String]

  /// The cells in the order of the columns; `nil` where a cell has no value.
  var cells: [XctraceCell?] = []

  /// The cell of a column; `nil` when there is no such column, or the cell has no value.
  subscript(column: String) -> XctraceCell? {
    guard let index = columns.firstIndex(of: column), index < cells.count else { return nil }
    return cells[index]
  }
}
