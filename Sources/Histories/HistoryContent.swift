internal import Decoding

/// The parsed text of a benchmark history whose format is not known yet: a JSON value or a table.
enum HistoryContent: Sendable {
  case json(JSONNode, isScript: Bool)
  case table(DelimitedTable)

  /// The beginning of the script that github-action-benchmark writes around its JSON value.
  static let scriptName = "window.BENCHMARK_DATA"

  /// Parses the text of a history: as JSON if it begins like JSON or github-action-benchmark's script, otherwise as a
  /// table.
  init(
    _ source: inout HistorySource, delimiter: HistoryOptions.Delimiter?
  ) throws(HistoryError) {
    let head = try source.head()
    switch head.firstVisibleByte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      self = .json(try source.json(), isScript: false)
    default:
      if let prefix = Self.scriptPrefix(of: head.bytes) {
        let value = try source.json(behind: prefix)
        self = .json(value, isScript: true)
      } else {
        guard head.start != nil else { throw .unrecognized(path: source.path, start: nil) }
        let bytes = try source.rest()
        self = .table(try DelimitedTable(bytes, path: source.path, delimiter: delimiter))
      }
    }
  }

  /// The length of the script up to the JSON value that it assigns; `nil` if the text is not github-action-benchmark's
  /// script.
  private static func scriptPrefix(of bytes: [UInt8]) -> Int? {
    guard let start = bytes.firstIndex(where: { $0 > 0x20 }),
      bytes[start...].starts(with: scriptName.utf8),
      let sign = bytes.firstIndex(of: UInt8(ascii: "="))
    else { return nil }
    let name = bytes[(start + scriptName.utf8.count)..<sign]
    // The assignment must be on one line, so that columns in messages are right.
    let isOneLine = !bytes[..<sign].contains(Byte.newline)
    return isOneLine && name.allSatisfy { $0 == 0x20 } ? sign + 1 : nil
  }

  /// The JSON value of the history, also if it is within a script; `nil` for a table.
  var root: JSONNode? {
    if case .json(let root, _) = self { root } else { nil }
  }

  /// The table of the history; `nil` if the history is JSON.
  var table: DelimitedTable? {
    if case .table(let table) = self { table } else { nil }
  }

  /// The first names of members or columns in the history, for messages; `nil` if there are none.
  var start: String? {
    let names =
      switch self {
      case .json(let root, _): ((root.elements?.first ?? root).members ?? []).map(\.key)
      case .table(let table): table.names
      }
    return names.isEmpty ? nil : shortened(names.prefix(6).joined(separator: ", "))
  }
}

/// A small table of text: a header line and the rows below it.
struct DelimitedTable: Sendable {
  struct Row: Sendable {
    /// The line number of the row in the file, from 1.
    let line: Int
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
