/// The header of a CSV file: a line that names the columns of the rows below it.
package struct CSVHeader: Sendable {
  /// The column names in the CSV header, without white space and quotes around them.
  package let names: [String]

  /// The number of the CSV header's line in the file, from 1.
  package let line: Int

  /// The bytes of the CSV header's line, used to detect repeated headers among the rows.
  package let bytes: [UInt8]

  private let positions: [String: Int]

  /// The names, in lower case, that more than one column of the header has.
  let repeatedNames: [String]

  /// Parses the header line of a CSV file.
  ///
  /// - Parameter bytes: the line without its end.
  package init(bytes: [UInt8], line: Int) {
    self.init(Self.cells(of: bytes), bytes: bytes, line: line)
  }

  /// Declares the columns of a CSV file that has no header.
  ///
  /// - Parameter line: the number of the line above the rows, 0 if the rows begin at the first line.
  package init(_ names: [String], line: Int) {
    self.init(names, bytes: Array(names.joined(separator: ",").utf8), line: line)
  }

  /// Creates a copy of a CSV file's header with other column names.
  ///
  /// - Parameter names: as many as the header has.
  package init(_ names: [String], insteadOf header: CSVHeader) {
    self.init(names, bytes: header.bytes, line: header.line)
  }

  private init(_ names: [String], bytes: [UInt8], line: Int) {
    self.names = names
    self.bytes = bytes
    self.line = line
    var positions: [String: Int] = [:]
    var repeated: [String] = []
    for (index, name) in names.enumerated() {
      let key = name.lowercased()
      if positions[key] == nil { positions[key] = index } else { repeated.append(key) }
    }
    self.positions = positions
    repeatedNames = repeated
  }

  /// The cells of a CSV line, without white space and quotes around them.
  ///
  /// As in rows, a separator within quotes is part of its cell. If a quote is not closed, all separators count.
  package static func cells(of line: [UInt8], separator: UInt8 = Byte.comma) -> [String] {
    var isQuoted = false
    let hasPairs = line.count { $0 == Byte.quote }.isMultiple(of: 2)
    let cells = line.split(omittingEmptySubsequences: false) { byte in
      if byte == Byte.quote { isQuoted.toggle() }
      return byte == separator && !(isQuoted && hasPairs)
    }
    return cells.map { cell in
      let edge: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == Byte.quote }
      let inner = cell.drop(while: edge)
      let length = (inner.lastIndex { !edge($0) }).map { $0 + 1 } ?? inner.startIndex
      return String(decoding: inner[inner.startIndex..<length], as: UTF8.self)
    }
  }

  /// The number of columns that the CSV header names.
  package var count: Int { names.count }

  /// The position of the CSV column that has one of the given names; `nil` if there is no such column.
  ///
  /// - Parameter aliases: possible names, upper or lower case; the first that exists counts. Of columns with the same
  ///   name, the first counts.
  package func column(_ aliases: String...) -> Int? { column(named: aliases) }

  /// The position of the CSV column that has any of the given names; `nil` if there is no such column.
  ///
  /// - Parameter aliases: possible names, upper or lower case; the first that exists counts.
  package func column(named aliases: [String]) -> Int? {
    for alias in aliases {
      if let position = positions[alias.lowercased()] { return position }
    }
    return nil
  }

  /// Whether the CSV header has all of the given column names, upper or lower case, in any order.
  package func has(_ names: String...) -> Bool {
    names.allSatisfy { positions[$0.lowercased()] != nil }
  }

  /// Those of the given column names that the CSV header does not contain.
  package func missing(of names: [String]) -> [String] {
    names.filter { positions[$0.lowercased()] == nil }
  }
}

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
