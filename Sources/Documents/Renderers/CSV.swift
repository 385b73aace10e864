internal import Units

extension Renderer {
  /// The output format CSV: one record per table cell, quoted as in RFC 4180, with line feeds.
  ///
  /// Notices and remarks are records with a note and without a cell, so that they appear in a spreadsheet. Text that a
  /// spreadsheet would evaluate as a formula gets an apostrophe.
  public static let csv = Renderer(
    id: "csv", fileExtension: "csv", traits: [.charts, .forPrograms]
  ) { document in
    var writer = CSVWriter()
    for block in document.blocks { writer.add(block) }
    return writer.text
  }
}

/// Writes records with the same fields.
private struct CSVWriter {
  private var bytes = Array(
    "table,caption,row,column,printed,value,unit,note,lower,upper\n".utf8)

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func add(_ block: Block) {
    switch block {
    case .heading, .paragraph, .facts, .list, .steps, .cards, .definitions, .fold: break
    case .notice(_, let inlines): add(note: inlines.plainText, on: ",")
    case .table(let table): add(table)
    case .chart(let chart): if let values = chart.values { add(values) }
    }
  }

  private mutating func add(_ table: Table) {
    let name = "\(Self.words(table.anchor.name)),\(Self.words(table.caption))"
    let titles = table.columns.map { Self.words($0.title) }
    for row in table.rows {
      let place = "\(name),\(Self.words(row.header)),"
      for (index, cell) in row.cells.enumerated() {
        add(place, titles[index])
        add(cell, notes: table.columns[index].notes + row.notes + cell.footnotes)
      }
    }
    for remark in table.remarks { add(note: remark, on: name) }
  }

  private mutating func add(_ cell: Cell, notes: [String]) {
    let numbers = cell.content.fields
    let printed = cell.printed
    add(",", cell.isText ? Self.words(printed) : Self.quoted(printed.harmless))
    add(",", numbers.value)
    add(",", Self.words(numbers.unit))
    add(",", notes.isEmpty ? "" : Self.words(notes.joined(separator: "; ")))
    add(",", numbers.lower)
    add(",", numbers.upper)
    add("\n")
  }

  /// A record with only a note.
  private mutating func add(note: String, on table: String) {
    add(table, ",,,,,,", Self.words(note), ",,\n")
  }

  private mutating func add(_ texts: String...) {
    for text in texts { bytes.append(contentsOf: text.utf8) }
  }

  /// A text field, protected against evaluation as a formula.
  private static func words(_ text: String) -> String {
    quoted(text.harmless.withoutFormula)
  }

  private static func quoted(_ field: String) -> String {
    guard field.utf8.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") }) else {
      return field
    }
    // By scalars: a parser sees a quotation mark even if a combining accent follows.
    var doubled = String.UnicodeScalarView()
    for scalar in field.unicodeScalars {
      if scalar == "\"" { doubled.append(scalar) }
      doubled.append(scalar)
    }
    return "\"\(String(doubled))\""
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
    case .quantity(let quantity, let interval, _):
      (
        quantity.value.shortest ?? "", quantity.unit.id,
        interval?.lowerBound.shortest ?? "", interval?.upperBound.shortest ?? ""
      )
    }
  }
}
