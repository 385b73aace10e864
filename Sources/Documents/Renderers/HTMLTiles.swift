/// A table in a page, with each row as a tile: the first cell in large type, the other cells below it.
struct HTMLTiles {
  private let table: Table

  init(_ table: Table) { self.table = table }

  var text: String {
    """
    <dl class="tiles" id="\(table.anchor.name)">
    \(table.rows.map(tile).joined(separator: "\n"))
    </dl>
    """
  }

  private func tile(_ row: Table.Row) -> String {
    let rest = row.cells.dropFirst().map(\.printed).filter { !$0.isEmpty }
      .map { "<dd class=\"facts\">\(HTML.escaped($0))</dd>" }
    let value = row.cells.first.map(number) ?? ""
    return "<div><dt>\(HTML.escaped(row.header))</dt>\(value)\(rest.joined())</div>"
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
    return "<dd><b>\(HTML.escaped(digits))</b>\(unit)</dd>"
  }

  /// The CSS of tiles, for pages that have some.
  static let style = """
    .tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(11.5rem, 1fr)); gap: 1rem 0;
      max-width: none; margin: 1.25rem 0 1.25rem -0.75rem; padding: 0; overflow: hidden; }
    .tiles div { border-left: 1px solid var(--rule); padding: 0 0.75rem; margin-left: -1px; break-inside: avoid; }
    .tiles dt { margin: 0; font-weight: 400; font-size: 0.8rem; color: var(--quiet); }
    .tiles dd { margin: 0; font-size: 0.8rem; line-height: 1.4; }
    .tiles b { font-size: 1.6rem; line-height: 1.3; font-variant-numeric: tabular-nums; }
    @media (max-width: 40rem) {
      .tiles { grid-template-columns: repeat(3, 1fr); gap: 0.75rem 0; margin-left: -0.4rem; }
      .tiles div { padding: 0 0.4rem; }
      .tiles b { font-size: 1.2rem; }
    }
    @media print {
      .tiles { columns: auto; grid-template-columns: repeat(6, 1fr); margin: 0.6rem 0; gap: 0.5rem 0; }
      .tiles b { font-size: 13pt; }
    }
    """
}
