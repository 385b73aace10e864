/// The first bytes of a trace, by which Hitchmark recognizes the trace's format.
package struct TraceHead: Sendable {
  /// The maximum number of bytes at the beginning of a trace that are read to recognize its format.
  package static let size = 1 << 16

  /// The maximum number of lines at the beginning of a trace in which a header is searched.
  static let lineLimit = 100

  /// The first bytes of the trace after decompression, without a byte order mark; UTF-16 is converted to UTF-8.
  package let bytes: [UInt8]

  /// Whether the trace is so short that its first bytes are the whole trace.
  package let isWhole: Bool

  /// Those of the trace's first lines that could be a table header, in order.
  ///
  /// A line could name columns if it has a cell that is not empty, and no cell is a number.
  package let headers: [CSVHeader]

  /// The structure of the trace's first JSON values; `nil` if the trace does not begin like JSON.
  package let outline: JSONOutline?

  package init(bytes: [UInt8], isWhole: Bool) {
    self.bytes = bytes
    self.isWhole = isWhole
    let first = Self.firstVisibleByte(in: bytes)
    let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    outline = isJSON ? JSONOutline(bytes) : nil
    headers = Self.headers(in: bytes, isWhole: isWhole)
  }

  /// The first of the trace's first 100 lines that names all of the given columns; `nil` if there is none.
  ///
  /// The columns may be in any order, and their names in upper or lower case.
  package func header(with names: String...) -> CSVHeader? {
    headers.first { $0.missing(of: names).isEmpty }
  }

  /// Whether a given text occurs anywhere in the first bytes of the trace.
  package func contains(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { wanted in
      bytes.withUnsafeBufferPointer { bytes in
        guard let start = bytes.baseAddress else { return false }
        return Field(start: start, count: bytes.count).offset(of: wanted) != nil
      }
    }
  }

  /// The value of the first byte of the trace that is not white space; `nil` if there is none.
  package var firstVisibleByte: UInt8? { Self.firstVisibleByte(in: bytes) }

  private static func firstVisibleByte(in bytes: [UInt8]) -> UInt8? {
    bytes.first { $0 != 0x20 && $0 != 0x09 && $0 != Byte.newline && $0 != Byte.carriageReturn }
  }

  /// The first lines of the trace, up to a maximum number, as text without line ends.
  ///
  /// The last line may be cut off. Allocates, so use it for headers and not for rows.
  package var lines: [String] {
    Self.lines(of: bytes).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The first line of the trace, without its end.
  package var firstLine: String {
    Self.lines(of: bytes, limit: 1).first.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  private static func lines(
    of bytes: [UInt8], limit: Int = lineLimit
  ) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    while lines.count < limit {
      let end = newline(in: bytes, from: start) ?? bytes.count
      var last = end
      while last > start, bytes[last - 1] == Byte.carriageReturn { last -= 1 }
      lines.append(bytes[start..<last])
      start = end + 1
      if start > bytes.count { break }
    }
    return lines
  }

  private static func newline(in bytes: [UInt8], from start: Int) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.flatMap {
        Memory.firstIndex(of: Byte.newline, $0 + start, count: bytes.count - start)
      }.map { start + $0 }
    }
  }

  private static func headers(in bytes: [UInt8], isWhole: Bool) -> [CSVHeader] {
    var found: [CSVHeader] = []
    for (index, line) in lines(of: bytes).enumerated()
    where couldNameColumns(line) {
      found.append(CSVHeader(bytes: Array(line), line: index + 1))
    }
    return found
  }

  private static func couldNameColumns(_ line: ArraySlice<UInt8>) -> Bool {
    var cellStart = line.startIndex
    var hasName = false
    for index in line.indices where line[index] == Byte.comma {
      if isNumber(line[cellStart..<index]) { return false }
      hasName = hasName || index > cellStart
      cellStart = index + 1
    }
    let last = line[cellStart...]
    return !isNumber(last) && (hasName || !last.isEmpty)
  }

  /// Whether the cell of a table is a number, or begins like one and contains no space, `%`, `(` or word: `0x1AB0`,
  /// `12:30`.
  private static func isNumber(_ padded: ArraySlice<UInt8>) -> Bool {
    let isEdge: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == Byte.quote }
    guard let start = padded.firstIndex(where: { !isEdge($0) }),
      let end = padded.lastIndex(where: { !isEdge($0) })
    else { return false }
    let cell = padded[start...end]
    let first = cell[start]
    let begins = Byte.isDigit(first) || first == Byte.minus || first == Byte.plus
    return begins && !cell.contains { $0 == 0x25 || $0 == 0x20 || $0 == 0x28 } && !hasWord(cell)
  }

  /// Whether the cell of a table contains four letters in a row, as in `3D/ComputeUtilization`, and is no hexadecimal
  /// number.
  private static func hasWord(_ cell: ArraySlice<UInt8>) -> Bool {
    guard !cell.starts(with: "0x".utf8), !cell.starts(with: "0X".utf8) else { return false }
    var letters = 0
    return cell.contains { byte in
      letters = (0x61...0x7A).contains(byte | 0x20) ? letters + 1 : 0
      return letters == 4
    }
  }
}

extension TraceHead {
  /// The first words of the trace, for messages; `nil` if the trace is not text.
  package var start: String? {
    let beginning = bytes.prefix(1024)
    if beginning.contains(0) { return nil }
    let words = String(decoding: beginning, as: UTF8.self).split { $0.isWhitespace }
    return shortened(words.joined(separator: " "))
  }

  /// Whether the trace begins like a table: numbers below a header, or one JSON object per line.
  package var looksLikeTable: Bool {
    let lines = Self.lines(of: bytes)
    if firstVisibleByte == UInt8(ascii: "{") {
      return lines.count > 2 && lines.prefix(2).allSatisfy { $0.first == UInt8(ascii: "{") }
    }
    guard start != nil else { return false }
    return headers.contains { header in
      guard header.count > 1, header.line < lines.count else { return false }
      return lines[header.line].split(separator: Byte.comma).contains(where: Self.isNumber)
    }
  }
}
