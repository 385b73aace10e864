internal import Recordings

/// Takes lines apart: finds their ends, counts their fields, and finds the wanted ones and the times in them.
///
/// Looks at nothing but the bytes of the lines, so it does not matter where or when it runs.
struct RowScanner {
  let plan: RowPlan
  /// The first byte of the block; `ByteBuffer.margin` bytes behind the last may be read.
  let bytes: UnsafePointer<UInt8>
  /// Number of bytes, the last of which is a newline.
  let count: Int
  let hasQuotes: Bool

  /// Fills a table with the rows that come next.
  ///
  /// - Parameters:
  ///   - table: is emptied first.
  ///   - position: of the first line; afterwards of the first that the table has no room for.
  ///   - line: number of lines before; afterwards of those up to the position.
  func fill(_ table: inout RowTable, from position: inout Int, line: inout Int) {
    let view = table.view
    var added = 0
    plan.columns.stops.withUnsafeBufferPointer { stops in
      while position < count, added < table.limit {
        let start = position
        let length = Memory.firstIndex(of: Byte.newline, bytes + start, count: count - start)
        let newline = start + (length ?? count - start - 1)
        position = newline + 1
        line += 1
        if isBlank(start, newline) { continue }
        let row = RowTable.Row(
          start: UInt32(start), end: UInt32(position), line: UInt32(line))
        takeApart(row, into: view, at: added, stops)
        added += 1
      }
    }
    table.count = added
  }

  private func isBlank(_ start: Int, _ newline: Int) -> Bool {
    newline == start || newline == start + 1 && bytes[start] == Byte.carriageReturn
  }

  @inline(__always)
  private func takeApart(
    _ row: RowTable.Row, into table: RowTable.View, at index: Int,
    _ stops: UnsafeBufferPointer<Int>
  ) {
    var row = row
    let marks = table.marks(of: index)
    let last = index > 0 ? table.marks(of: index - 1) : nil
    let lead = index > 0 && hasLead(table[index - 1], stops) ? last : nil
    let commas =
      hasQuotes ? findQuotedFields(of: row, marks, stops) : findFields(of: row, marks, stops, lead)
    row.fieldCount = UInt32(commas + 1)
    row.repeatsStretch = last.map { repeatsStretch(marks, $0) } ?? false
    readTimes(marks, into: table.times(of: index))
    table[index] = row
  }

  // MARK: - Fields

  /// Sets the marks of a row, and counts its commas.
  ///
  /// Eight bytes at a time: commas are counted, and looked at one by one only in a word in which a
  /// stop of the plan lies. The last word may reach into what lies behind the row, and is masked.
  @inline(__always)
  private func findFields(
    of row: RowTable.Row, _ marks: UnsafeMutablePointer<UInt32>, _ stops: UnsafeBufferPointer<Int>,
    _ last: UnsafeMutablePointer<UInt32>?
  ) -> Int {
    let (start, newline) = (Int(row.start), Int(row.end) - 1)
    let lead = repeatedLead(of: row, marks, last)
    var seen = lead > 0 ? stops[plan.leadStop] : 0
    var stop = lead > 0 ? plan.leadStop + 1 : plan.columns.startsAtFirst ? 1 : 0
    if lead == 0 { marks[0] = row.start }
    var nextStop = stops[stop]
    var position = start + lead
    while position < newline {
      let word = UnsafeRawPointer(bytes + position).loadUnaligned(as: UInt64.self).littleEndian
      var commas = ByteWord.positions(of: Byte.comma, in: word)
      if newline - position < 8 { commas &= (1 << UInt64(8 * (newline - position))) &- 1 }
      let count = ByteWord.count(of: commas)
      if seen + count < nextStop {
        seen += count
      } else {
        while commas != 0 {
          seen += 1
          if seen == nextStop {
            marks[stop] = UInt32(
              truncatingIfNeeded: position + ByteWord.offset(ofFirst: commas) + 1)
            stop += 1
            nextStop = stops[stop]
          }
          commas &= commas &- 1
        }
      }
      position += 8
    }
    finish(row, marks, stops, from: stop)
    return seen
  }

  /// Whether a row has all of the leading fields.
  @inline(__always)
  private func hasLead(_ row: RowTable.Row, _ stops: UnsafeBufferPointer<Int>) -> Bool {
    plan.leadStop > 0 && Int(row.fieldCount) > stops[plan.leadStop]
  }

  /// How many bytes of a row are the leading fields of the row before; their marks are set.
  @inline(__always)
  private func repeatedLead(
    of row: RowTable.Row, _ marks: UnsafeMutablePointer<UInt32>,
    _ last: UnsafeMutablePointer<UInt32>?
  ) -> Int {
    guard let last else { return 0 }
    let length = Int(last[plan.leadStop]) - Int(last[0])
    guard length < Int(row.end - row.start),
      Memory.equal(bytes + Int(last[0]), bytes + Int(row.start), count: length)
    else { return 0 }
    let distance = row.start &- last[0]
    for stop in 0...plan.leadStop { marks[stop] = last[stop] &+ distance }
    return length
  }

  /// The same as `findFields`, byte by byte, with commas between quotes left alone.
  private func findQuotedFields(
    of row: RowTable.Row, _ marks: UnsafeMutablePointer<UInt32>, _ stops: UnsafeBufferPointer<Int>
  ) -> Int {
    var seen = 0
    var stop = plan.columns.startsAtFirst ? 1 : 0
    var isQuoted = false
    marks[0] = row.start
    for position in Int(row.start)..<Int(row.end) - 1 {
      if bytes[position] == Byte.quote { isQuoted.toggle() }
      guard bytes[position] == Byte.comma, !isQuoted else { continue }
      seen += 1
      if seen == stops[stop] {
        marks[stop] = UInt32(position + 1)
        stop += 1
      }
    }
    finish(row, marks, stops, from: stop)
    return seen
  }

  /// The stops that were not reached lie behind the row, where a last field's end is looked for.
  @inline(__always)
  private func finish(
    _ row: RowTable.Row, _ marks: UnsafeMutablePointer<UInt32>, _ stops: UnsafeBufferPointer<Int>,
    from stop: Int
  ) {
    let newline = Int(row.end) - 1
    let hasReturn = newline > Int(row.start) && bytes[newline - 1] == Byte.carriageReturn
    let end = UInt32(hasReturn ? newline : newline + 1)
    for index in stop..<stops.count { marks[index] = end }
  }

  // MARK: - What is in them

  @inline(__always)
  private func repeatsStretch(
    _ marks: UnsafeMutablePointer<UInt32>, _ last: UnsafeMutablePointer<UInt32>
  ) -> Bool {
    guard let stretch = plan.stretch else { return false }
    let (start, former) = (Int(marks[stretch.first]), Int(last[stretch.first]))
    let length = Int(marks[stretch.last]) - start
    return length == Int(last[stretch.last]) - former
      && Memory.equal(bytes + start, bytes + former, count: max(length, 0))
  }

  /// Reads the times that are there and plausible; whoever wants to know more of another looks again.
  @inline(__always)
  private func readTimes(
    _ marks: UnsafeMutablePointer<UInt32>, into times: UnsafeMutablePointer<Int64>
  ) {
    for index in 0..<plan.times.count {
      let time = plan.times[index]
      if case .value(let value) = field(time.slot, marks).nanoseconds(in: time.unit) {
        times[index] = value
      } else {
        times[index] = RowTable.noTime
      }
    }
  }

  /// A wanted field of a row whose marks are set; an empty one where there is no such column, or where the
  /// row ends before it.
  @inline(__always)
  func field(_ slot: Int, _ marks: UnsafePointer<UInt32>) -> Field {
    let stop = plan.columns.slots[slot]
    guard stop >= 0 else { return Field(start: bytes + Int(marks[0]), count: 0) }
    // In a row that ends early both marks of a field behind its end are the same.
    let length = Int(marks[stop + 1]) - Int(marks[stop]) - 1
    let field = Field(start: bytes + Int(marks[stop]), count: max(length, 0))
    return hasQuotes ? field.withoutQuotes : field
  }
}

extension Field {
  /// Without quotes around it; doubled quotes within stay doubled.
  fileprivate var withoutQuotes: Field {
    let field = trimmed
    let isQuoted =
      field.count >= 2 && field.start[0] == Byte.quote && field.start[field.count - 1] == Byte.quote
    return isQuoted ? Field(start: field.start + 1, count: field.count - 2) : field
  }
}
