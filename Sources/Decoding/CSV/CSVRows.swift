internal import CScan
package import Recordings
package import Units

/// Iterates over the rows below the header of a CSV file and finds the fields of the columns that the caller requests.
///
///     var rows = CSVRows(below: header, columns: [header.column("time")], of: &source)
///     while try rows.advance(in: &source) {
///       let time = rows[0].nanoseconds(in: .milliseconds)
///     }
///
/// `CScan` finds the separators of a row in one pass, and a field costs nothing until it is read. Rows with too few
/// fields and repeated headers are recorded as issues and skipped. A field may have quotes around it. A newline ends a
/// row even within quotes.
///
/// A reader that needs only times of nearly all rows is helped by other threads in files of more than 8 MB: they find the
/// rows and their times (`RowsAhead`). The separators of such a row are found if another field is read.
///
/// Other modules call the accessors of fields, so these are inlined: for a type that is not copyable, the compiler
/// copies the whole value for each call that it cannot see into.
public struct CSVRows: ~Copyable {
  /// The problems found in the rows of the CSV file.
  package var issues = IssueLog()

  /// The line number of the current CSV row within the trace, from 1.
  package private(set) var line: Int

  /// Whether the current CSV row is the last line and has no newline: it may be cut off.
  package private(set) var isCut = false

  /// How often the header was repeated above the current CSV row.
  package private(set) var headerRepeats = 0
  /// The beginning of rows that are left out without an issue if they have another number of fields than the header.
  package var ignoredStart: StaticString?

  /// A column with a time that a reader takes of each row.
  package struct Time: Sendable {
    /// The position in the list of requested columns.
    package let slot: Int
    package let unit: TimeUnit

    package init(slot: Int, unit: TimeUnit) {
      self.slot = slot
      self.unit = unit
    }
  }

  private let layout: RowLayout
  /// The first byte of the header, by which rows that repeat the header are found.
  ///
  /// If the header is empty, it is a newline, with which no row begins.
  private let firstOfHeader: UInt8
  private var minimumFieldCount: Int
  /// Whether the reader takes nothing but times of nearly all rows, and the repeated columns.
  private var needsOnlyTimes = false
  /// The positions of the requested columns, by slot; `missingColumn` for columns that the trace does not have.
  @usableFromInline let columns: [Int]

  private var block: LineBlock?
  /// The offset, in the block of lines, of the line after the current row.
  private var next = 0
  private var longLines = 0

  private var ahead = RowsAhead()
  /// What other threads found in the block; nothing if they were not asked.
  private var found = FoundRows()
  /// The position of the current row among the lines of the block.
  private var position = -1
  /// The bytes of the blocks that were read without the help of other threads.
  private var bytesAlone = 0
  /// Whether the current row need not be read by its fields.
  private var isPlain = false
  /// Whether the current row and the line above are plain, and equal in the bytes of the repeated columns.
  package private(set) var repeatsLineAbove = false

  /// A pointer to the first byte of the current row.
  @usableFromInline private(set) var start: UnsafePointer<UInt8>
  @usableFromInline private(set) var end = 0
  @usableFromInline private(set) var fieldCount = 0
  @usableFromInline private(set) var hasQuotes = false
  /// Whether the separators of the current row are known.
  @usableFromInline private(set) var isScanned = false
  /// The offsets of the fields in the current row: 0, then the first byte after each comma, up to the last requested
  /// column.
  @usableFromInline let offsets: UnsafeMutablePointer<UInt32>
  private let capacity: Int

  private static let missingColumn = Int.max

  /// Prepares to read the rows below the header of a CSV file.
  ///
  /// - Parameters:
  ///   - columns: positions of the requested columns; `nil` for columns that the trace does not have.
  ///   - source: must be at its beginning; it is moved past the header.
  ///   - minimumFieldCount: the number of fields that a row needs; by default the number of columns in the header.
  ///   - times: the times that are taken with `time`, by their position in this list.
  ///   - needsOnlyTimes: whether no other field of nearly all rows is needed, but for the repeated columns.
  ///   - repeated: the slots of the first and the last of neighboring columns that repeat their bytes in most rows.
  package init(
    below header: CSVHeader, columns: [Int?], of source: inout TraceSource,
    minimumFieldCount: Int? = nil, times: [Time] = [], needsOnlyTimes: Bool = false,
    repeated: (first: Int, last: Int)? = nil
  ) {
    source.skip(lines: header.line)
    let layout = RowLayout(
      header: header, columns: columns.map { $0 ?? Self.missingColumn }, times: times,
      repeated: repeated)
    self.init(layout, at: UnsafePointer(source.rest))
    self.minimumFieldCount = minimumFieldCount ?? header.count
    self.needsOnlyTimes = needsOnlyTimes
    for column in columns.compactMap({ $0 }) {
      let name = header.names[column].lowercased()
      if header.repeatedNames.contains(name) {
        issues.note(.duplicateColumn, line: header.line, found: shortened(header.names[column]))
      }
    }
  }

  /// Prepares to read rows at a place in memory.
  init(_ layout: RowLayout, at start: UnsafePointer<UInt8>) {
    self.layout = layout
    minimumFieldCount = layout.header.count
    self.start = start
    firstOfHeader = layout.header.bytes.first ?? Byte.newline
    columns = layout.columns
    line = layout.header.line
    capacity = (layout.columns.filter { $0 < Self.missingColumn }.max() ?? 0) + 1
    offsets = .allocate(capacity: 1 + capacity + Int(CSCAN_SLACK))
    offsets.initialize(repeating: 0, count: 1 + capacity + Int(CSCAN_SLACK))
  }

  deinit { offsets.deallocate() }

  /// Moves to the next data row of the CSV file; skips empty lines, repeated headers, and rows with too few fields or
  /// with decimal commas.
  ///
  /// - Parameter source: must be the same in every call.
  /// - Returns: `false` at the end.
  package mutating func advance(in source: inout TraceSource) throws(TraceError) -> Bool {
    while true {
      guard let block, next < block.count else {
        guard try enterBlock(of: &source) else { return false }
        continue
      }
      position += 1
      if position < found.rows.count, found.rows[position].isPlain {
        pass(found.rows[position], in: block)
        return true
      }
      scan(block)
      if end == 0 { continue }
      isCut = next == block.count && !block.endsInNewline
      if fieldCount == layout.header.count, !isCut {
        if start[0] == firstOfHeader, isHeader() { continue }
        return true
      }
      if acceptsFieldCount() { return true }
    }
  }

  /// A field of the current row; empty if the trace has no such column or the row ends before it.
  ///
  /// - Parameter slot: position in the list of requested columns.
  @inlinable @inline(__always)
  public subscript(slot: Int) -> Field {
    mutating get {
      if !isScanned { findFields() }
      let column = columns[slot]
      guard column < fieldCount else { return Field(start: start + end, count: 0) }
      let field = storedField(at: column)
      return hasQuotes ? field.withoutQuotes : field
    }
  }

  /// A time in the current row: one of those that were declared, by its position among them.
  @inline(__always)
  package mutating func time(_ index: Int) -> Parsed<Nanoseconds> {
    guard isPlain else { return readTime(index) }
    let time = found.times[position &* layout.times.count &+ index]
    return time == FoundRows.missing ? .missing : .value(time)
  }

  @inline(never)
  private mutating func readTime(_ index: Int) -> Parsed<Nanoseconds> {
    timeField(index).nanoseconds(in: layout.times[index].unit)
  }

  /// The field of a declared time, by its position among them.
  package mutating func timeField(_ index: Int) -> Field { self[layout.times[index].slot] }

  /// A field of the current row as it is stored, with quotes.
  @inlinable @inline(__always)
  func storedField(at column: Int) -> Field {
    let first = Int(offsets[column])
    let last = column + 1 == fieldCount ? end : Int(offsets[column + 1]) - 1
    return Field(start: start + first, count: last - first)
  }

  package var headerLine: Int { layout.header.line }

  /// All bytes of the current CSV row, without its line end.
  @inlinable public var row: Field {
    mutating get {
      if !isScanned { findFields() }
      return Field(start: start, count: end)
    }
  }

  /// The bytes of the current CSV row from one field to another, both included, with quotes and separators.
  ///
  /// Every row must have both columns, and `first` must not come after `last`.
  @inlinable
  public mutating func bytes(from first: Int, through last: Int) -> Field {
    if !isScanned { findFields() }
    let (first, last) = (storedField(at: columns[first]), storedField(at: columns[last]))
    return Field(start: first.start, count: last.start - first.start + last.count)
  }

  /// Records a problem in the current CSV row.
  ///
  /// If the last line has no newline, a problem in it is recorded as a cut-off line, except gaps, lost frames and
  /// coarse times.
  package mutating func note(_ kind: ImportIssue.Kind, _ field: Field? = nil, count: Int = 1) {
    let isBroken = isCut && ![.gap, .lostFrames, .shorterSteps, .coarseTimes].contains(kind)
    issues.note(isBroken ? .truncatedLine : kind, line: line, count: count, found: field?.shown)
  }

  // MARK: - Rows

  /// Moves to the next line of the block, and finds the fields in it.
  @inline(__always)
  private mutating func scan(_ block: LineBlock) {
    start = block.start + next
    if start[0] == Byte.orderMark.0 { skipOrderMark(in: block) }
    line += 1
    next += findFields(within: block.count - next) + 1
    (isPlain, repeatsLineAbove) = (false, false)
  }

  /// Moves to the next line of the block, which is plain.
  @inline(__always)
  private mutating func pass(_ row: FoundRows.Row, in block: LineBlock) {
    start = block.start + next
    line += 1
    next = Int(row.next)
    (isPlain, isCut, isScanned, repeatsLineAbove) = (true, false, false, row.repeats)
  }

  /// Finds the separators of the current row, which is plain.
  @usableFromInline @inline(never)
  mutating func findFields() {
    guard let block else { return }
    _ = findFields(within: block.start + next - start)
  }

  /// Finds the separators of the current row, and returns its length.
  @inline(__always)
  private mutating func findFields(within count: Int) -> Int {
    let found = cscan_find(start, count, offsets + 1, capacity)
    end = Int(found.length)
    while end > 0, start[end - 1] == Byte.carriageReturn { end -= 1 }
    (fieldCount, hasQuotes, isScanned) = (Int(found.fields), found.has_quotes, true)
    return Int(found.length)
  }

  /// Skips a byte order mark at the beginning of a row, which captures that were appended to another one have.
  @inline(never)
  private mutating func skipOrderMark(in block: LineBlock) {
    guard block.count - next >= 3, start[1] == Byte.orderMark.1, start[2] == Byte.orderMark.2
    else { return }
    next += 3
    start = block.start + next
  }

  private mutating func enterBlock(of source: inout TraceSource) throws(TraceError) -> Bool {
    if needsOnlyTimes, bytesAlone >= source.pace.bytesAlone,
      let next = try ahead.next(of: &source, layout)
    {
      (found, block) = (next, next.lines?.block)
    } else {
      (found, block) = (FoundRows(), try source.nextBlock())
      bytesAlone += block?.count ?? 0
    }
    (next, position) = (0, -1)
    let skipped = found.longLineCount ?? source.longLineCount
    while longLines < skipped {
      longLines += 1
      line += 1
      issues.note(.longLine, line: line)
    }
    // Fields are empty after the last row.
    (end, fieldCount, isPlain, isScanned) = (0, 0, false, true)
    return block != nil
  }

  /// Whether the current row may be used, if it is the last row or its number of fields differs from the header.
  ///
  /// The problems of the row are recorded.
  private mutating func acceptsFieldCount() -> Bool {
    let wanted = layout.header.count
    if let ignoredStart, fieldCount != wanted, row.starts(with: ignoredStart) { return false }
    if fieldCount < minimumFieldCount {
      note(.shortRow, row)
      return false
    }
    guard fieldCount > wanted else { return true }
    // Decimal commas split numbers into two fields, so no field of the row can be trusted.
    let isLong = row.hasDecimalPoint || row.emptyFieldsAtEnd >= fieldCount - wanted
    note(isLong ? .longRow : .decimalComma, row)
    return isLong
  }

  private mutating func isHeader() -> Bool {
    guard end == layout.header.bytes.count else { return false }
    let isEqual = layout.header.bytes.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map { Memory.equal($0, start, count: end) } ?? false
    }
    if isEqual {
      issues.note(.repeatedHeader, line: line)
      headerRepeats += 1
    }
    return isEqual
  }
}

extension CSVRows {
  /// Finds all rows of a block, and the times in those that are plain.
  mutating func findRows(in block: LineBlock, into found: inout FoundRows) {
    // Copies, because reading properties would count references for each row.
    let (times, repeated) = (layout.times, layout.repeated)
    var above: Field?
    while next < block.count {
      let lineStart = block.start + next
      scan(block)
      let isWhole = next < block.count || block.endsInNewline
      var isPlain = isWhole && isUsual && start == lineStart
      for index in times.indices {
        let parsed =
          isPlain ? self[times[index].slot].nanoseconds(in: times[index].unit) : .missing
        if parsed.isProblem { isPlain = false }
        found.append(parsed.value)
      }
      var own: Field?
      if isPlain, let repeated { own = bytes(from: repeated.first, through: repeated.last) }
      var repeats = false
      if let own, let above { repeats = own.equals(above) }
      found.append(FoundRows.Row(next: UInt32(next), isPlain: isPlain, repeats: repeats))
      above = own
    }
  }

  /// Whether the current row has as many fields as the header, none of them in quotes, and does not repeat the header.
  @inline(__always)
  private var isUsual: Bool {
    end > 0 && !hasQuotes && fieldCount == layout.header.count && start[0] != firstOfHeader
  }
}

extension Field {
  /// The text between the quotes of a quoted field; other fields are unchanged.
  ///
  /// Doubled quotes within the text stay doubled.
  @usableFromInline var withoutQuotes: Field {
    let inner = trimmed
    let isQuoted =
      inner.count >= 2 && inner.start[0] == Byte.quote && inner.start[inner.count - 1] == Byte.quote
    return isQuoted ? Field(start: inner.start + 1, count: inner.count - 2) : self
  }

  @inline(__always)
  fileprivate func equals(_ other: Field) -> Bool {
    count == other.count && Memory.equal(start, other.start, count: count)
  }

  /// The number of commas at the end of a row, each before an empty field.
  fileprivate var emptyFieldsAtEnd: Int {
    var commas = 0
    for index in (0..<count).reversed() {
      if start[index] == Byte.comma { commas += 1 } else if start[index] != 0x20 { break }
    }
    return commas
  }

  /// Whether the field contains a point before a digit.
  fileprivate var hasDecimalPoint: Bool {
    (1..<max(count, 1)).contains { start[$0 - 1] == Byte.point && Byte.isDigit(start[$0]) }
  }
}
