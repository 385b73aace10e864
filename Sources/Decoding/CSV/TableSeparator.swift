/// What stands between the columns of a table that is no CSV.
public enum TableSeparator: String, CaseIterable, Sendable {
  /// As spreadsheets paste.
  case tabs
  /// As spreadsheets write where numbers have decimal commas.
  case semicolons

  package var byte: UInt8 { self == .tabs ? 0x09 : Byte.semicolon }

  /// The one of which the first lines have the same number; `nil` if there is none.
  package static func of(_ head: TraceHead) -> TableSeparator? {
    let lines = (head.isWhole ? head.lines : head.lines.dropLast()).filter { !$0.isEmpty }
    return allCases.first { separator in
      let counts = lines.prefix(10).map { line in line.utf8.count { $0 == separator.byte } }
      return counts.count > 1 && counts[0] > 0 && Set(counts).count == 1
    }
  }
}

extension TableSeparator {
  /// The text with commas between columns, and points where numbers had decimal commas.
  package func withCommas(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    bytes.map { $0 == byte ? Byte.comma : $0 == Byte.comma ? UInt8(ascii: ".") : $0 }
  }
}

extension TraceHead {
  /// The text with commas between columns; `nil` if it contains no such separator.
  package func withCommas(for separator: TableSeparator) -> TraceHead? {
    guard bytes.contains(separator.byte) else { return nil }
    return TraceHead(bytes: separator.withCommas(bytes), isWhole: isWhole)
  }
}
