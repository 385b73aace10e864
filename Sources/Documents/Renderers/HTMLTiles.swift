/// A table in a page, with each row as a tile: the first cell in large type, the other cells below it, numbers with the
/// titles of their columns.
struct HTMLTiles {
  private let table: Table

  init(_ table: Table) { self.table = table }

  var text: String {
    """
    <ul class="tiles" id="\(table.anchor.name)">
    \(table.rows.map(tile).joined(separator: "\n"))
    </ul>
    """
  }

  private func tile(_ row: Table.Row) -> String {
    let rest = zip(row.cells, table.columns).dropFirst().filter { !$0.0.printed.isEmpty }
      .map { cell, column in
        let title = column.alignment == .trailing ? " \(column.title.lowercased())" : ""
        return "<span>\(HTML.escaped(cell.printed + title))</span>"
      }
    let value = row.cells.first.map(number) ?? ""
    return "<li><span>\(HTML.escaped(row.header))</span>\(value)\(rest.joined())</li>"
  }

  /// The number in large type, and its unit in small type.
  private func number(_ cell: Cell) -> String {
    var digits = cell.printed
    var unit = ""
    if let space = digits.lastIndex(of: " ") {
      unit = " <small>\(HTML.escaped(String(digits[digits.index(after: space)...])))</small>"
      digits = String(digits[..<space])
    } else if digits.hasSuffix("%") {
      unit = " <small>%</small>"
      digits.removeLast()
    }
    return "<b>\(HTML.escaped(digits))</b>\(unit)"
  }

  /// The CSS of tiles, for pages that have some.
  static let style = """
    .tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(11.5rem, 1fr)); gap: 1rem 0;
      max-width: none; margin: 1.25rem 0 1.25rem -0.75rem; padding: 0; overflow: hidden; list-style: none; }
    .tiles li { border-left: 1px solid var(--rule); padding: 0 0.75rem; margin: 0 0 0 -1px; break-inside: avoid;
      font-size: 0.8rem; line-height: 1.4; }
    .tiles span { display: block; color: var(--quiet); }
    .tiles b { font-size: 1.6rem; line-height: 1.3; font-variant-numeric: tabular-nums; }
    @media (max-width: 40rem) {
      .tiles { grid-template-columns: repeat(3, 1fr); gap: 0.75rem 0; margin-left: -0.4rem; }
      .tiles li { padding: 0 0.4rem; }
      .tiles b { font-size: 1.2rem; }
    }
    @media print {
      .tiles { grid-template-columns: repeat(6, 1fr); margin: 0.6rem 0; gap: 0.5rem 0; }
      .tiles b { font-size: 13pt; }
    }
    """
}
