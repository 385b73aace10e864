internal import Recordings

/// Walks over the rows below a header, and finds the wanted fields of each.
///
/// Wanted columns are given once; a row then costs one look at every eighth byte and a pointer pair a
/// wanted field. Rows with too few fields, and repetitions of the header, are noted and passed over.
/// Quotes are tolerated around a field; a newline ends a row even within them.
struct CSVRows: ~Copyable {
  /// What was wrong with the rows.
  var issues = IssueLog()

  /// Number of the current row's line within the trace, from 1.
  private(set) var line: Int

  /// Whether the current row is the last line and has no newline behind it: it may be cut off.
  private(set) var isCut = false

  private let header: CSVHeader
  private let minimumFieldCount: Int
  private let plan: ColumnPlan
  /// Where the stops of the plan were found in the current row: positions behind separators.
  private let marks: UnsafeMutablePointer<UnsafePointer<UInt8>>
  private var next: UnsafePointer<UInt8>
  private var rowStart: UnsafePointer<UInt8>
  private var end: UnsafePointer<UInt8>
  private var blockEndsInNewline = true
  private var blockHasQuotes = false
  private var longLines = 0
  /// The stop behind the leading fields that rows tend to repeat; 0 where none were named.
  private let leadStop: Int
  /// The row that the marks were last set for, and the length of its leading fields; `nil` when the
  /// marks are of no row of this block.
  private var lastLead: (start: UnsafePointer<UInt8>, length: Int)?

  /// Prepares to read the rows below a header.
  ///
  /// - Parameters:
  ///   - header: names the columns.
  ///   - columns: positions of the wanted columns; `nil` for one that the trace does not have.
  ///   - source: standing at its beginning; is moved behind the header.
  ///   - minimumFieldCount: number of fields that a row needs, where not all that the header names.
  ///   - repeatedSlot: position among the wanted columns of one up to which rows mostly say what the
  ///     row before said, such as the names of the process; those fields are then compared, not
  ///     looked for again.
  init(
    below header: CSVHeader, columns: [Int?], of source: inout TraceSource,
    minimumFieldCount: Int? = nil, repeatedSlot: Int? = nil
  ) {
    source.skip(lines: header.line)
    self.header = header
    self.minimumFieldCount = minimumFieldCount ?? header.count
    let plan = ColumnPlan(columns: columns, columnCount: header.count)
    self.plan = plan
    leadStop = repeatedSlot.map { plan.slots[$0] + 1 } ?? 0
    marks = .allocate(capacity: plan.stops.count)
    next = source.rest
    end = next
    rowStart = next
    line = header.line
    marks.initialize(repeating: next, count: plan.stops.count)
    for column in columns.compactMap({ $0 }) {
      let name = header.names[column].lowercased()
      if header.repeatedNames.contains(name) {
        issues.note(.duplicateColumn, line: header.line, found: shortened(header.names[column]))
      }
    }
  }

  deinit { marks.deallocate() }

  /// Moves on to the next row that has all its fields.
  ///
  /// - Parameter source: where the rows come from.
  /// - Returns: `false` at the end.
  /// - Throws: when the file cannot be read on.
  mutating func advance(in source: inout TraceSource) throws(TraceError) -> Bool {
    while true {
      if next == end {
        guard try enterBlock(of: &source) else { return false }
      }
      line += 1
      isCut = false
      rowStart = next
      if passesOverBlankLine() { continue }
      let fieldCount = blockHasQuotes ? findQuotedFields() : findFields()
      if fieldCount == header.count, next < end || blockEndsInNewline {
        if rowStart[0] == header.bytes[0], isHeader() { continue }
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
  subscript(slot: Int) -> Field {
    let stop = plan.slots[slot]
    guard stop >= 0 else { return Field(start: UnsafePointer(marks[0]), count: 0) }
    // In a row that ends early both marks of a field behind its end are the same.
    let field = Field(start: marks[stop], count: max(marks[stop + 1] - marks[stop] - 1, 0))
    return blockHasQuotes ? field.withoutQuotes : field
  }

  /// All bytes of the current row, without its end.
  var row: Field { Field(start: rowStart, count: next - rowStart - 1).withoutLineEnd }

  /// The bytes of the current row from the first to the last of some fields.
  ///
  /// - Parameter slots: not empty.
  /// - Returns: the bytes, with the separators within.
  @inline(__always)
  func stretch(of slots: [Int]) -> Field {
    var (first, last) = (marks[plan.stops.count - 1], UnsafePointer(marks[0]))
    for slot in slots where plan.slots[slot] >= 0 {
      first = min(first, marks[plan.slots[slot]])
      last = max(last, marks[plan.slots[slot] + 1])
    }
    return Field(start: first, count: max(last - first, 0))
  }

  /// Notes what is wrong with the current row.
  ///
  /// A last line without a newline that cannot be read is cut off, whatever else is wrong with it.
  ///
  /// - Parameters:
  ///   - kind: what is wrong.
  ///   - field: what stands there.
  mutating func note(_ kind: ImportIssue.Kind, _ field: Field? = nil) {
    let isBroken = isCut && kind != .gap && kind != .lostFrames
    issues.note(isBroken ? .truncatedLine : kind, line: line, found: field?.shown)
  }

  // MARK: - Rows

  private mutating func enterBlock(of source: inout TraceSource) throws(TraceError) -> Bool {
    let block = try source.nextBlock()
    while longLines < source.longLineCount {
      longLines += 1
      line += 1
      issues.note(.longLine, line: line)
    }
    guard let block else { return false }
    next = block.start
    lastLead = nil
    end = block.start + block.count
    blockEndsInNewline = block.endsInNewline
    blockHasQuotes = Memory.contains(Byte.quote, block.start, count: block.count)
    return true
  }

  private mutating func passesOverBlankLine() -> Bool {
    if next[0] == Byte.newline {
      next += 1
      return true
    }
    guard next[0] == Byte.carriageReturn, next[1] == Byte.newline else { return false }
    next += 2
    return true
  }

  /// Decides about a row that has another number of fields than the header, or is the last one.
  private mutating func accepts(fieldCount: Int) -> Bool {
    isCut = next == end && !blockEndsInNewline
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

  /// Sets the marks of the row at `next`, moves `next` behind it, and counts its fields.
  ///
  /// Eight bytes at a time: commas are counted, and looked at one by one only in a word in which a
  /// stop of the plan lies. The last word may reach into the margin behind the block, and is masked.
  private mutating func findFields() -> Int {
    let length = Memory.firstIndex(of: Byte.newline, next, count: end - next) ?? end - next - 1
    let row = UnsafeRawPointer(next)
    let lead = repeatedLead(within: length)
    var seen = lead > 0 ? plan[leadStop] : 0
    var stop = lead > 0 ? leadStop + 1 : plan.startsAtFirst ? 1 : 0
    var nextStop = plan[stop]
    if lead == 0 { marks[0] = next }
    for offset in stride(from: lead, to: length, by: 8) {
      let word = row.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian
      var commas = ByteWord.positions(of: Byte.comma, in: word)
      if length - offset < 8 { commas &= (1 << UInt64(8 * (length - offset))) &- 1 }
      let count = ByteWord.count(of: commas)
      while seen + count >= nextStop {
        let separator = ByteWord.offset(ofNth: nextStop - seen, in: commas)
        marks[stop] = next + offset + separator + 1
        stop += 1
        nextStop = plan[stop]
      }
      seen += count
    }
    if leadStop > 0 {
      lastLead = stop > leadStop ? (start: next, length: marks[leadStop] - next) : nil
    }
    finishRow(at: next + length, stop: stop)
    return seen + 1
  }

  /// How many bytes of the row at `next` are the leading fields of the row before; their marks are set.
  @inline(__always)
  private func repeatedLead(within length: Int) -> Int {
    guard let lastLead, lastLead.length <= length,
      Memory.equal(lastLead.start, next, count: lastLead.length)
    else { return 0 }
    let distance = next - lastLead.start
    for stop in 0...leadStop { marks[stop] += distance }
    return lastLead.length
  }

  /// The same, byte by byte, with commas between quotes left alone.
  private mutating func findQuotedFields() -> Int {
    var position = next
    var seen = 0
    var stop = 0
    var isQuoted = false
    marks[0] = position
    if plan.startsAtFirst { stop = 1 }
    while position[0] != Byte.newline {
      if position[0] == Byte.quote { isQuoted.toggle() }
      if position[0] == Byte.comma, !isQuoted {
        seen += 1
        if seen == plan[stop] {
          marks[stop] = position + 1
          stop += 1
        }
      }
      position += 1
    }
    finishRow(at: position, stop: stop)
    return seen + 1
  }

  /// The stops that were not reached lie behind the row, where a last field's end is looked for.
  private mutating func finishRow(at newline: UnsafePointer<UInt8>, stop: Int) {
    let hasReturn = newline > next && (newline - 1)[0] == Byte.carriageReturn
    let rowEnd = hasReturn ? newline : newline + 1
    for index in stop..<plan.stops.count { marks[index] = rowEnd }
    next = newline + 1
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

  /// Without quotes around it; doubled quotes within stay doubled.
  fileprivate var withoutQuotes: Field {
    let field = trimmed
    let isQuoted =
      field.count >= 2 && field.start[0] == Byte.quote && field.start[field.count - 1] == Byte.quote
    return isQuoted ? Field(start: field.start + 1, count: field.count - 2) : field
  }
}
