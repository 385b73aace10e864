internal import Recordings

/// Takes lines apart: finds their ends and their fields, and the times in them.
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
    table.restart(at: position, lineCount: line)
    var isQuoted = false
    while table.openStart < count, !table.isFull, table.makeRoom() {
      let masks =
        hasQuotes
        ? SeparatorMasks(bytes + position, isQuoted: &isQuoted) : SeparatorMasks(bytes + position)
      take(masks, at: position, into: &table)
      position += SeparatorMasks.width
    }
    (position, line) = (table.openStart, table.lineCount)
    readTimes(of: table.count, in: table.view)
    compareStretches(of: table.count, in: table.view)
  }

  /// Ends with the block, and with the last row that the table has room for.
  @inline(__always)
  private func take(_ masks: SeparatorMasks, at position: Int, into table: inout RowTable) {
    var (commas, newlines) = (masks.commas, masks.newlines)
    while newlines != 0 {
      let line = newlines ^ (newlines &- 1)
      table.add(separators: commas & line, at: position)
      table.endRow(at: position &+ newlines.trailingZeroBitCount, of: bytes)
      if table.isFull || table.openStart == count { return }
      commas &= ~line
      newlines &= newlines &- 1
    }
    table.add(separators: commas, at: position)
  }

  // MARK: - What is in the fields

  /// Reads the times that are there and plausible; whoever wants to know more of another looks again.
  private func readTimes(of count: Int, in table: RowTable.View) {
    for (ordinal, time) in plan.times.enumerated() where plan.columns[time.slot] >= 0 {
      let (column, plain) = (plan.columns[time.slot], PlainTime(time.unit))
      let times = table.times(ordinal)
      for index in 0..<count {
        let field = field(at: column, of: table[index], in: table)
        times[index] =
          plain.read(field) ?? field.nanoseconds(in: time.unit).value ?? RowTable.noTime
      }
    }
  }

  private func compareStretches(of count: Int, in table: RowTable.View) {
    guard let stretch = plan.stretch else { return }
    var (former, formerLength) = (bytes, -1)
    for index in 0..<count {
      let start = bytes + table.mark(table[index], stretch.lowerBound)
      let length = bytes + table.mark(table[index], stretch.upperBound + 1) - start
      table[index].repeatsStretch =
        length == formerLength && Memory.equal(start, former, count: length)
      (former, formerLength) = (start, length)
    }
  }

  /// A wanted field of a row; an empty one where there is no such column, or where the row ends before it.
  @inline(__always)
  func field(_ slot: Int, of row: RowTable.Row, in table: RowTable.View) -> Field {
    field(at: plan.columns[slot], of: row, in: table)
  }

  @inline(__always)
  private func field(at column: Int, of row: RowTable.Row, in table: RowTable.View) -> Field {
    guard column >= 0, column < Int(row.fieldCount) else {
      return Field(start: bytes + table.mark(row, column < 0 ? 0 : column), count: 0)
    }
    let start = table.mark(row, column)
    let field = Field(start: bytes + start, count: table.mark(row, column + 1) - start - 1)
    return hasQuotes ? field.withoutQuotes : field
  }
}

extension Field {
  /// The text between the quotes of a quoted field; any other field as it is.
  ///
  /// Doubled quotes within stay doubled. Blanks of other fields stay too, because only blocks that contain a quote
  /// call this: the value of a field must not depend on the rows that share its block.
  fileprivate var withoutQuotes: Field {
    let inner = trimmed
    let isQuoted =
      inner.count >= 2 && inner.start[0] == Byte.quote && inner.start[inner.count - 1] == Byte.quote
    return isQuoted ? Field(start: inner.start + 1, count: inner.count - 2) : self
  }
}
