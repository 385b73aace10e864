/// The separator of cells in a table that does not use commas, such as a semicolon.
public enum TableSeparator: String, CaseIterable, Sendable {
  /// Tabs, which tables that were pasted from spreadsheets have.
  case tabs
  /// Semicolons, which spreadsheets write in countries with decimal commas.
  case semicolons

  package var byte: UInt8 { self == .tabs ? 0x09 : Byte.semicolon }

  /// The separator of a table's cells: tab or semicolon, if each of the first ten lines contains it equally often;
  /// otherwise `nil`.
  ///
  /// Empty lines do not count, and a single line is not enough.
  package static func of(_ head: TraceHead) -> TableSeparator? {
    let lines = (head.isWhole ? head.lines : head.lines.dropLast()).filter { !$0.isEmpty }
    return allCases.first { separator in
      let counts = lines.prefix(10).map { line in line.utf8.count { $0 == separator.byte } }
      return counts.count > 1 && counts[0] > 0 && Set(counts).count == 1
    }
  }
}

extension TableSeparator {
  /// Converts the text of a table: separators become commas, and decimal commas become decimal points.
  package func withCommas(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    bytes.map { $0 == byte ? Byte.comma : $0 == Byte.comma ? UInt8(ascii: ".") : $0 }
  }
}

extension TraceHead {
  /// The first bytes of a table with commas in place of its separators; `nil` if these bytes do not contain the
  /// separator.
  package func withCommas(for separator: TableSeparator) -> TraceHead? {
    guard bytes.contains(separator.byte) else { return nil }
    return TraceHead(bytes: separator.withCommas(bytes), isWhole: isWhole)
  }
}
