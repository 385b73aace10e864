internal import Decoding

/// A cell of an exported Instruments table: a number, its formatted text, or both.
struct XctraceCell: Equatable {
  /// The content of the cell as an integer in the unit of its type; times are in nanoseconds.
  var number: Int64?
  /// The text that Instruments shows for the cell.
  var text: String?

  /// The number at the beginning of the text, with decimals, such as 58.5 in `58.5 FPS`; the integer if the text has none.
  ///
  /// The text has the decimal separator of the Mac's language.
  var decimal: Double? {
    let digits = text?.prefix { $0.isASCII && $0.isNumber || $0 == "." || $0 == "," } ?? ""
    return Double(digits.replacing(",", with: ".")) ?? number.map(Double.init)
  }
}

/// A row of a table that `xctrace export` wrote.
struct XctraceRow {
  /// The name of the table's schema, such as `hitches`.
  let schema: String

  /// The mnemonics (short names) of the table's columns.
  let columns: [String]

  /// The cells of the row in the order of the columns; `nil` for a cell without a value.
  var cells: [XctraceCell?] = []

  /// The cell of a column in the row; `nil` if there is no such column, or the cell has no value.
  subscript(column: String) -> XctraceCell? {
    guard let index = columns.firstIndex(of: column), index < cells.count else { return nil }
    return cells[index]
  }
}
