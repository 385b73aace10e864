package import Recordings
package import Units

/// Walks over the rows below a header, and finds the wanted fields of each.
///
/// Wanted columns are given once; separators are found 64 bytes at a time, and a field costs nothing until it
/// is asked for. Rows with too few fields, and repetitions of the header, are noted and passed over.
/// Quotes are tolerated around a field; a newline ends a row even within them.
package struct CSVRows: ~Copyable {
  /// What was wrong with the rows.
  package var issues = IssueLog()

  /// Number of the current row's line within the trace, from 1.
  package private(set) var line: Int

  /// Whether the current row is the last line and has no newline behind it: it may be cut off.
  package private(set) var isCut = false

  private let header: CSVHeader
  /// A newline, with which no row begins, where the header has no bytes: that of a single column without a name.
  private let firstOfHeader: UInt8
  private let minimumFieldCount: Int
  private let plan: RowPlan
  private var blocks: RowBlocks
  private var block: RowBlock
  /// The current row within the part of the block that is scanned; -1 before the first.
  private var index = -1
  private var rowCount = 0
  private var rows: RowTable.View
  private var current = RowTable.Row()
  private var scanner: RowScanner
  /// Number of lines above the block.
  private var lineOfBlock: Int
  private var longLines = 0

  /// Rows so far, those that are noted and passed over among them.
  package private(set) var ordinal = 0

  /// Prepares to read the rows below a header.
  ///
  /// - Parameters:
  ///   - header: names the columns.
  ///   - columns: positions of the wanted columns; `nil` for one that the trace does not have.
  ///   - source: standing at its beginning; is moved behind the header. It must not be asked for lines by
  ///     anybody else, because those of a long trace are read ahead.
  ///   - minimumFieldCount: number of fields that a row needs, where not all that the header names.
  ///   - stretch: positions among the wanted columns of those that rows mostly repeat all together, such as
  ///     sensors.
  ///   - times: positions among the wanted columns of those that `time` is asked for, with their units.
  package init(
    below header: CSVHeader, columns: [Int?], of source: inout TraceSource,
    minimumFieldCount: Int? = nil, stretch: [Int] = [], times: [(slot: Int, unit: TimeUnit)] = []
  ) {
    source.skip(lines: header.line)
    self.header = header
    firstOfHeader = header.bytes.first ?? Byte.newline
    self.minimumFieldCount = minimumFieldCount ?? header.count
    plan = RowPlan(
      columns: columns, columnCount: header.count, stretch: stretch, times: times)
    blocks = RowBlocks(plan: plan)
    block = blocks.empty
    rows = block.table.view
    scanner = block.scanner
    line = header.line
    lineOfBlock = header.line
    for column in columns.compactMap({ $0 }) {
      let name = header.names[column].lowercased()
      if header.repeatedNames.contains(name) {
        issues.note(.duplicateColumn, line: header.line, found: shortened(header.names[column]))
      }
    }
  }

  /// Moves on to the next row that has all its fields.
  ///
  /// - Parameter source: where the rows come from.
  /// - Returns: `false` at the end.
  /// - Throws: when the file cannot be read on.
  package mutating func advance(in source: inout TraceSource) throws(TraceError) -> Bool {
    while true {
      index += 1
      if index >= rowCount {
        guard try enterRows(of: &source) else { return false }
      }
      enterRow()
      let fieldCount = Int(current.fieldCount)
      if fieldCount == header.count, !isLast || block.endsInNewline {
        if scanner.bytes[Int(current.start)] == firstOfHeader, isHeader() { continue }
        return true
      }
      if accepts(fieldCount: fieldCount) { return true }
    }
  }

  /// A wanted field of the current row.
  ///
  /// - Parameter slot: position in the list of wanted columns.
  /// - Returns: an empty field when the trace has no such column, or the row ends before it.
  @inline(__always)
  package subscript(slot: Int) -> Field { scanner.field(slot, of: current, in: rows) }

  /// A time of the current row.
  ///
  /// - Parameter slot: position in the list of wanted columns, one that was named as a time.
  /// - Returns: the time in nanoseconds, or what the field has instead.
  @inline(__always)
  package func time(_ slot: Int) -> Parsed<Nanoseconds> {
    plainTime(slot).map { .value($0) } ?? uncommonTime(slot)
  }

  @inline(never)
  private func uncommonTime(_ slot: Int) -> Parsed<Nanoseconds> {
    self[slot].nanoseconds(in: plan.times[plan.timeOrdinals[slot]].unit)
  }

  /// The same where it was found already.
  ///
  /// - Parameter slot: position in the list of wanted columns.
  /// - Returns: the time in nanoseconds; `nil` where the field has to be looked at, or was not named as a time.
  @inline(__always)
  package func plainTime(_ slot: Int) -> Nanoseconds? {
    let ordinal = plan.timeOrdinals[slot]
    guard ordinal >= 0 else { return nil }
    let time = rows.times(ordinal)[index]
    return time == RowTable.noTime ? nil : time
  }

  /// All bytes of the current row, without its end.
  package var row: Field {
    Field(
      start: scanner.bytes + Int(current.start), count: Int(current.end - current.start) - 1
    ).withoutLineEnd
  }

  /// The bytes of the current row from the first to the last of the fields that rows mostly repeat, with
  /// the separators within.
  package var stretch: Field {
    guard let stretch = plan.stretch else { return Field(start: scanner.bytes, count: 0) }
    let start = rows.mark(current, stretch.lowerBound)
    let end = rows.mark(current, stretch.upperBound + 1)
    return Field(start: scanner.bytes + start, count: end - start)
  }

  /// Whether that stretch is known to hold the same bytes as in the row before; where it is not known, it may.
  @inline(__always)
  package var repeatsStretch: Bool { current.repeatsStretch }

  /// Notes what is wrong with the current row.
  ///
  /// A last line without a newline that cannot be read is cut off, whatever else is wrong with it.
  ///
  /// - Parameters:
  ///   - kind: what is wrong.
  ///   - field: what stands there.
  package mutating func note(_ kind: ImportIssue.Kind, _ field: Field? = nil) {
    let isBroken = isCut && ![.gap, .lostFrames, .coarseTimes].contains(kind)
    issues.note(isBroken ? .truncatedLine : kind, line: line, found: field?.shown)
  }

  // MARK: - Rows

  /// Whether the current row is the last of its block.
  private var isLast: Bool { Int(current.end) == scanner.count }

  @inline(__always)
  private mutating func enterRow() {
    current = rows[index]
    line = lineOfBlock + Int(current.line)
    isCut = false
    ordinal += 1
  }

  /// Moves on to the first of the rows that are scanned next.
  private mutating func enterRows(of source: inout TraceSource) throws(TraceError) -> Bool {
    index = 0
    block.scan()
    defer { (rowCount, rows) = (block.table.count, block.table.view) }
    while block.table.count == 0 {
      lineOfBlock += block.lineCount
      let next = try blocks.next(in: &source)
      while longLines < blocks.longLineCount {
        longLines += 1
        lineOfBlock += 1
        issues.note(.longLine, line: lineOfBlock)
      }
      line = lineOfBlock
      enter(next ?? blocks.empty)
      if next == nil { return false }
    }
    return true
  }

  private mutating func enter(_ block: RowBlock) {
    self.block = block
    scanner = block.scanner
    // Behind the last row, fields are empty.
    current = RowTable.Row()
  }

  /// Decides about a row that has another number of fields than the header, or is the last one.
  private mutating func accepts(fieldCount: Int) -> Bool {
    isCut = isLast && !block.endsInNewline
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
    let row = row
    guard row.count == header.bytes.count else { return false }
    let isEqual = header.bytes.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map { Memory.equal($0, row.start, count: row.count) } ?? false
    }
    if isEqual { issues.note(.repeatedHeader, line: line) }
    return isEqual
  }
}

extension Field {
  /// Without a carriage return at the end.
  fileprivate var withoutLineEnd: Field {
    let hasReturn = count > 0 && start[count - 1] == Byte.carriageReturn
    return Field(start: start, count: hasReturn ? count - 1 : count)
  }

  /// Whether a point stands before a digit somewhere.
  fileprivate var hasDecimalPoint: Bool {
    (1..<max(count, 1)).contains { start[$0 - 1] == Byte.point && Byte.isDigit(start[$0]) }
  }
}
