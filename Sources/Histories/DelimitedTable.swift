internal import Decoding

/// A small table of text: a header line and the rows below it.
struct DelimitedTable: Sendable {
  /// One row of a table in a history.
  struct Row: Sendable {
    /// The line number of the row in the file, from 1.
    let line: Int
    /// The cells of the row, one per column of the table.
    let cells: [String]
  }

  /// The names of the table's columns, without control characters.
  let names: [String]
  /// The line number of the table's header, from 1.
  let line: Int
  /// The rows of the table that have exactly one cell per column, in order.
  private(set) var rows: [Row] = []
  /// The line numbers of rows with too many or too few cells.
  private(set) var misshapen: [Int] = []

  /// The maximum number of cells in a history's table.
  ///
  /// A table with this number of cells takes about half a gigabyte of memory.
  static let mostCells = 4_000_000

  /// Parses the text of a history's table.
  ///
  /// - Parameters:
  ///   - bytes: the whole text; a newline ends a row even within quotes.
  ///   - path: the path of the file, for messages.
  ///   - delimiter: the separator of cells; by default the most frequent one in the header.
  ///   - limit: the maximum number of cells.
  init(
    _ bytes: [UInt8], path: String, delimiter: HistoryOptions.Delimiter?, limit: Int = mostCells
  ) throws(HistoryError) {
    var lines = FilledLines(bytes)
    let header = lines.next()
    let separator = delimiter?.byte ?? Self.delimiter(of: header?.bytes ?? [])
    line = header?.number ?? 1
    var capacity = limit
    var names: [String] = []
    while let (number, text) = names.isEmpty ? header : lines.next() {
      capacity -= 1 + text.count { $0 == separator }
      guard capacity >= 0 else {
        throw .tooManyValues(HistoryPlace(path: path, line: number), limit: limit)
      }
      let cells = Self.cells(of: text, separator)
      if names.isEmpty {
        names = cells.map { harmless($0) }
      } else if cells.count == names.count {
        rows.append(Row(line: number, cells: cells))
      } else {
        misshapen.append(number)
      }
    }
    self.names = names
  }

  private static func delimiter(of header: ArraySlice<UInt8>) -> UInt8 {
    let counts = HistoryOptions.Delimiter.allCases.map { delimiter in
      (delimiter.byte, header.count { $0 == delimiter.byte })
    }
    return counts.max { $0.1 < $1.1 }.flatMap { $0.1 > 0 ? $0.0 : nil } ?? Byte.comma
  }

  /// The cells of a line in a table, without the quotes and white space around each cell.
  ///
  /// Two consecutive quotes within a quoted cell are one quote.
  private static func cells(of line: ArraySlice<UInt8>, _ separator: UInt8) -> [String] {
    var cells: [String] = []
    var cell: [UInt8] = []
    var isQuoted = false
    var index = line.startIndex
    while index < line.endIndex {
      let byte = line[index]
      if byte == Byte.quote {
        let isDoubled = isQuoted && index + 1 < line.endIndex && line[index + 1] == Byte.quote
        if isDoubled { cell.append(byte) } else { isQuoted.toggle() }
        index += isDoubled ? 2 : 1
        continue
      }
      if byte == separator, !isQuoted {
        cells.append(text(of: cell))
        cell = []
      } else {
        cell.append(byte)
      }
      index += 1
    }
    return cells + [text(of: cell)]
  }

  private static func text(of bytes: [UInt8]) -> String {
    let isBlank: (UInt8) -> Bool = { $0 <= 0x20 }
    let start = bytes.firstIndex { !isBlank($0) } ?? bytes.endIndex
    let end = (bytes.lastIndex { !isBlank($0) } ?? start - 1) + 1
    return String(decoding: bytes[start..<max(start, end)], as: UTF8.self)
  }
}

/// Iterates over the lines of a text that are not blank.
private struct FilledLines {
  private let bytes: [UInt8]
  private var position = 0
  private var number = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next line that is not blank, without its end, and its number from 1; `nil` at the end.
  mutating func next() -> (number: Int, bytes: ArraySlice<UInt8>)? {
    while position < bytes.count {
      let end = bytes[position...].firstIndex(of: Byte.newline) ?? bytes.count
      let line = bytes[position..<end]
      position = end + 1
      number += 1
      if line.contains(where: { $0 > 0x20 }) { return (number, line) }
    }
    return nil
  }
}
