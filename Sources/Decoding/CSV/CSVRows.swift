internal import CScan
package import Recordings

/// Walks over the rows below a header, and finds the fields of the wanted columns.
///
///     var rows = CSVRows(below: header, columns: [header.column("time")], of: &source)
///     while try rows.advance(in: &source) {
///       let time = rows[0].nanoseconds(in: .milliseconds)
///     }
///
/// `CScan` finds the separators of a row in one pass. A field costs nothing until it is read. Rows with too few fields and
/// repeated headers become issues and are skipped. Quotes are tolerated around a field; a newline ends a row even within
/// quotes.
///
/// Fields are read in other modules. Those functions are inlined: the compiler copies the whole of a type that is not
/// copyable for each call of a function that it cannot see.
package struct CSVRows: ~Copyable {
  /// What was wrong with the rows.
  package var issues = IssueLog()

  /// Number of the current row's line within the trace, from 1.
  package private(set) var line: Int

  /// Whether the current row is the last line and no newline follows it: it may be cut off.
  package private(set) var isCut = false

  private let header: CSVHeader
  /// A newline, with which no row begins, if the header is empty.
  private let firstOfHeader: UInt8
  private let minimumFieldCount: Int
  /// Positions of the wanted columns; `missingColumn` for columns that the trace does not have.
  @usableFromInline let columns: [Int]

  private var block: LineBlock?
  /// The offset in the block of the line after the current row.
  private var next = 0
  private var longLines = 0

  /// The current row, without its end.
  @usableFromInline private(set) var start: UnsafePointer<UInt8>
  @usableFromInline private(set) var end = 0
  @usableFromInline private(set) var fieldCount = 0
  @usableFromInline private(set) var hasQuotes = false
  /// Offsets of the row's fields: 0, then the first byte behind each comma, up to the last wanted column.
  @usableFromInline let offsets: UnsafeMutablePointer<UInt32>
  private let capacity: Int

  private static let missingColumn = Int.max

  /// Prepares to read the rows below a header.
  ///
  /// - Parameters:
  ///   - header: names the columns.
  ///   - columns: positions of the wanted columns; `nil` for columns that the trace does not have.
  ///   - source: at its beginning; it is moved behind the header.
  ///   - minimumFieldCount: number of fields that a row needs; by default the number of columns.
  package init(
    below header: CSVHeader, columns: [Int?], of source: inout TraceSource,
    minimumFieldCount: Int? = nil
  ) {
    source.skip(lines: header.line)
    self.header = header
    firstOfHeader = header.bytes.first ?? Byte.newline
    self.minimumFieldCount = minimumFieldCount ?? header.count
    self.columns = columns.map { $0 ?? Self.missingColumn }
    line = header.line
    capacity = (columns.compactMap(\.self).max() ?? 0) + 1
    offsets = .allocate(capacity: 1 + capacity + Int(CSCAN_SLACK))
    offsets.initialize(repeating: 0, count: 1 + capacity + Int(CSCAN_SLACK))
    start = UnsafePointer(source.rest)
    for column in columns.compactMap({ $0 }) {
      let name = header.names[column].lowercased()
      if header.repeatedNames.contains(name) {
        issues.note(.duplicateColumn, line: header.line, found: shortened(header.names[column]))
      }
    }
  }

  deinit { offsets.deallocate() }

  /// Moves to the next row that has all its fields.
  ///
  /// - Parameter source: provides the rows; the same in every call.
  /// - Returns: `false` at the end.
  /// - Throws: if the file cannot be read.
  package mutating func advance(in source: inout TraceSource) throws(TraceError) -> Bool {
    while true {
      guard let block, next < block.count else {
        guard try enterBlock(of: &source) else { return false }
        continue
      }
      scan(block)
      if end == 0 { continue }
      isCut = next == block.count && !block.endsInNewline
      if fieldCount == header.count, !isCut {
        if start[0] == firstOfHeader, isHeader() { continue }
        return true
      }
      if acceptsFieldCount() { return true }
    }
  }

  /// A wanted field of the current row.
  ///
  /// - Parameter slot: position in the list of wanted columns.
  /// - Returns: an empty field if the trace has no such column, or the row ends before it.
  @inlinable @inline(__always)
  package subscript(slot: Int) -> Field {
    let column = columns[slot]
    guard column < fieldCount else { return Field(start: start + end, count: 0) }
    let field = storedField(at: column)
    return hasQuotes ? field.withoutQuotes : field
  }

  /// A field of the current row as it is stored, with quotes.
  @inlinable @inline(__always)
  func storedField(at column: Int) -> Field {
    let first = Int(offsets[column])
    let last = column + 1 == fieldCount ? end : Int(offsets[column + 1]) - 1
    return Field(start: start + first, count: last - first)
  }

  /// Number of the header's line.
  package var headerLine: Int { header.line }

  /// All bytes of the current row, without its end.
  @inlinable package var row: Field { Field(start: start, count: end) }

  /// The bytes of the current row from one wanted field to another, with quotes and separators.
  ///
  /// - Parameters:
  ///   - first: slot of a column that every row has.
  ///   - last: slot of such a column, not before the first one.
  @inlinable
  package func bytes(from first: Int, through last: Int) -> Field {
    let (first, last) = (storedField(at: columns[first]), storedField(at: columns[last]))
    return Field(start: first.start, count: last.start - first.start + last.count)
  }

  /// Notes what is wrong with the current row.
  ///
  /// A last line without a newline that cannot be read is cut off, whatever else is wrong with it.
  ///
  /// - Parameters:
  ///   - kind: what is wrong.
  ///   - field: the text that was found.
  package mutating func note(_ kind: ImportIssue.Kind, _ field: Field? = nil) {
    let isBroken = isCut && ![.gap, .lostFrames, .coarseTimes].contains(kind)
    issues.note(isBroken ? .truncatedLine : kind, line: line, found: field?.shown)
  }

  // MARK: - Rows

  /// Finds the fields of the next line.
  @inline(__always)
  private mutating func scan(_ block: LineBlock) {
    start = block.start + next
    let found = cscan_find(start, block.count - next, offsets + 1, capacity)
    let length = Int(found.length)
    line += 1
    next += length + 1
    let hasReturn = length > 0 && start[length - 1] == Byte.carriageReturn
    end = hasReturn ? length - 1 : length
    (fieldCount, hasQuotes) = (Int(found.fields), found.has_quotes)
  }

  private mutating func enterBlock(of source: inout TraceSource) throws(TraceError) -> Bool {
    block = try source.nextBlock()
    next = 0
    while longLines < source.longLineCount {
      longLines += 1
      line += 1
      issues.note(.longLine, line: line)
    }
    // Behind the last row, fields are empty.
    (end, fieldCount) = (0, 0)
    return block != nil
  }

  /// Decides about a row that is the last one, or has another number of fields than the header.
  private mutating func acceptsFieldCount() -> Bool {
    if fieldCount < minimumFieldCount {
      note(.shortRow, row)
      return false
    }
    guard fieldCount > header.count else { return true }
    // Decimal commas make more fields, none of which is what it seems.
    note(row.hasDecimalPoint ? .longRow : .decimalComma, row)
    return row.hasDecimalPoint
  }

  private mutating func isHeader() -> Bool {
    guard end == header.bytes.count else { return false }
    let isEqual = header.bytes.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map { Memory.equal($0, start, count: end) } ?? false
    }
    if isEqual { issues.note(.repeatedHeader, line: line) }
    return isEqual
  }
}

extension Field {
  /// The text between the quotes of a quoted field; any other field unchanged.
  ///
  /// Doubled quotes within the text stay doubled.
  @usableFromInline var withoutQuotes: Field {
    let inner = trimmed
    let isQuoted =
      inner.count >= 2 && inner.start[0] == Byte.quote && inner.start[inner.count - 1] == Byte.quote
    return isQuoted ? Field(start: inner.start + 1, count: inner.count - 2) : self
  }

  /// Whether the field contains a point before a digit.
  fileprivate var hasDecimalPoint: Bool {
    (1..<max(count, 1)).contains { start[$0 - 1] == Byte.point && Byte.isDigit(start[$0]) }
  }
}
