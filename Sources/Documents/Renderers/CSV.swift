internal import Units

extension Renderer {
  /// One record a table cell, in the quoting of RFC 4180; lines end in a line feed.
  ///
  /// Notices and remarks are records of their own, with nothing but a note: what must not be missed
  /// is not lost in a spreadsheet. Words that a spreadsheet would compute get an apostrophe.
  public static let csv = Renderer(id: "csv", fileExtension: "csv") { document in
    let records = [CSVRecord.header] + document.blocks.flatMap(\.records)
    return records.map { $0.joined(separator: ",") + "\n" }.joined()
  }
}

/// The fields of one line, in the order of the header, escaped.
private enum CSVRecord {
  static let header = [
    "table", "caption", "row", "column", "printed", "value", "unit", "note", "lower", "upper",
  ]

  static func record(
    _ table: Table?, row: String = "", column: String = "", cell: Cell = .empty, notes: [String]
  ) -> [String] {
    let numbers = cell.content.fields
    return [
      text(table?.anchor.name ?? ""), text(table?.caption ?? ""), text(row), text(column),
      cell.isText ? text(cell.printed) : quoted(cell.printed.harmless), numbers.value,
      text(numbers.unit),
      text(notes.joined(separator: "; ")), numbers.lower, numbers.upper,
    ]
  }

  /// A field of words, with what a spreadsheet would compute defused.
  private static func text(_ text: String) -> String {
    let safe = text.harmless
    let isFormula =
      safe.utf8.first { $0 != UInt8(ascii: " ") }
      .map { "=+-@".utf8.contains($0) } ?? false
    return quoted(isFormula ? "'\(safe)" : safe)
  }

  private static func quoted(_ field: String) -> String {
    guard field.utf8.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") }) else {
      return field
    }
    // By scalars: a quotation mark with an accent on it is one to a parser all the same.
    var doubled = String.UnicodeScalarView()
    for scalar in field.unicodeScalars {
      if scalar == "\"" { doubled.append(scalar) }
      doubled.append(scalar)
    }
    return "\"\(String(doubled))\""
  }
}

extension Block {
  fileprivate var records: [[String]] {
    switch self {
    case .heading, .paragraph, .list, .definitions: []
    case .notice(_, let inlines): [CSVRecord.record(nil, notes: [inlines.plainText])]
    case .table(let table): table.records
    case .chart(let chart): chart.values.records
    }
  }
}

extension Table {
  fileprivate var records: [[String]] {
    let cells = rows.flatMap { row in
      zip(columns, row.cells).map { column, cell in
        CSVRecord.record(
          self, row: row.header, column: column.title, cell: cell,
          notes: column.notes + row.notes + cell.footnotes)
      }
    }
    return cells + remarks.map { CSVRecord.record(self, notes: [$0]) }
  }
}

extension Cell {
  fileprivate var isText: Bool {
    if case .text = content { true } else { false }
  }
}

extension Cell.Content {
  fileprivate var fields: (value: String, unit: String, lower: String, upper: String) {
    switch self {
    case .text, .missing, .empty: ("", "", "", "")
    case .quantity(let quantity, let interval, _), .unproven(let quantity, let interval):
      (
        quantity.value.shortest ?? "", quantity.unit.id,
        interval?.lowerBound.shortest ?? "", interval?.upperBound.shortest ?? ""
      )
    }
  }
}
