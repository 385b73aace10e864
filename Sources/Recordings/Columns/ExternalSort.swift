/// A row of a column that can be put into order.
public protocol SortedRow: BitwiseCopyable, Equatable, Sendable {
  /// Whether the row comes before another.
  ///
  /// - Parameter other: the other row.
  /// - Returns: `false` both ways where neither comes first; they stay as they came.
  func precedes(_ other: Self) -> Bool
}

extension Int64: SortedRow {
  /// Whether the number is smaller than another.
  @inlinable public func precedes(_ other: Int64) -> Bool { self < other }
}

/// Puts the rows of a column into order, of which memory is to hold only some: sorts stretches of them, and merges those.
///
/// Traces are mostly in order, or nearly: what is in order already is not sorted, and stretches that follow each other
/// need no merging. Stable. What it writes are columns, which go to temporary files.
public struct ExternalSort<Row: SortedRow> {
  /// How many rows are sorted in memory at once.
  @usableFromInline let stretchLength: Int
  /// How many sorted sequences are merged at once.
  @usableFromInline let fanIn: Int

  /// Two megabytes of rows.
  @inlinable public static var usualStretch: Int { (1 << 21) / MemoryLayout<Row>.stride }

  /// Sets up a sort.
  ///
  /// - Parameters:
  ///   - stretchLength: how many rows are sorted in memory at once.
  ///   - fanIn: how many sorted sequences are merged at once, at least 2; 8 KB of each are in memory.
  @inlinable
  public init(stretchLength: Int = usualStretch, fanIn: Int = 512) {
    precondition(stretchLength > 0 && fanIn > 1, "a sort that comes to an end")
    self.stretchLength = stretchLength
    self.fanIn = fanIn
  }

  /// Puts rows into order.
  ///
  /// - Parameter rows: in any order.
  /// - Returns: them, those that are equal in their order; O(n) where they are in order, else O(n log n).
  @inlinable
  public func sorted(_ rows: NumberColumn<Row>) -> NumberColumn<Row> {
    guard !isSorted(rows) else { return rows }
    var (column, ends) = sortedStretches(of: rows)
    while ends.count > 1 { (column, ends) = merged(column, ends) }
    return column
  }

  @inlinable
  func isSorted(_ rows: NumberColumn<Row>) -> Bool {
    var last: Row?
    for row in rows {
      if let last, row.precedes(last) { return false }
      last = row
    }
    return true
  }

  /// Sorts stretch by stretch.
  ///
  /// - Returns: all rows, and where each sorted sequence ends.
  @inlinable
  func sortedStretches(of rows: NumberColumn<Row>) -> (column: NumberColumn<Row>, ends: [Int]) {
    var sorted = NumberColumn<Row>.Builder()
    var ends: [Int] = []
    for start in stride(from: 0, to: rows.count, by: stretchLength) {
      let stretch = start..<Swift.min(start + stretchLength, rows.count)
      var ordered = rows.withUnsafeBufferPointer { Array($0[stretch]) }
      rows.release(stretch)
      ordered.sort { $0.precedes($1) }
      if let last = sorted.last, let first = ordered.first, !first.precedes(last) {
        ends.removeLast()
      }
      ordered.withUnsafeBufferPointer { sorted.append(contentsOf: $0) }
      ends.append(sorted.count)
    }
    return (sorted.finish(), ends)
  }
}

// MARK: - Merging

extension ExternalSort {
  /// What is read of each sequence at once while they are merged, in bytes.
  @usableFromInline static var heldBytes: Int { 1 << 13 }

  /// Merges as many neighbouring sequences as go at once into one, and then the next ones.
  @inlinable
  func merged(
    _ column: NumberColumn<Row>, _ ends: [Int]
  ) -> (column: NumberColumn<Row>, ends: [Int]) {
    var merged = NumberColumn<Row>.Builder()
    var newEnds: [Int] = []
    for first in stride(from: 0, to: ends.count, by: fanIn) {
      let group = first..<Swift.min(first + fanIn, ends.count)
      var sequences = group.map { index in
        Sequence(column, (index > 0 ? ends[index - 1] : 0)..<ends[index])
      }
      merge(&sequences, into: &merged)
      newEnds.append(merged.count)
    }
    return (merged.finish(), newEnds)
  }

  /// The first row that is left of a sequence.
  @usableFromInline
  struct Head {
    @usableFromInline var row: Row
    @usableFromInline let sequence: Int

    @inlinable
    init(_ row: Row, of sequence: Int) {
      self.row = row
      self.sequence = sequence
    }

    /// Of equal rows that of the earlier sequence comes first.
    @inlinable
    func isBefore(_ other: Head) -> Bool {
      if row.precedes(other.row) { return true }
      return sequence < other.sequence && !other.row.precedes(row)
    }
  }

  /// Merges by a heap that has the sequence with the first row on top.
  @inlinable
  func merge(_ sequences: inout [Sequence], into merged: inout NumberColumn<Row>.Builder) {
    var heads: [Head] = []
    for index in sequences.indices {
      if let row = sequences[index].next() { heads.append(Head(row, of: index)) }
    }
    for index in heads.indices.reversed() { Self.sift(&heads, heads[index], to: index) }
    while var head = heads.first {
      merged.append(head.row)
      if let next = sequences[head.sequence].next() {
        head.row = next
      } else {
        head = heads.removeLast()
        if heads.isEmpty { return }
      }
      Self.sift(&heads, head, to: 0)
    }
  }

  /// Puts a head where it belongs, from a place on that is free for it.
  @inlinable
  static func sift(_ heads: inout [Head], _ head: Head, to place: Int) {
    heads.withUnsafeMutableBufferPointer { heads in
      var place = place
      while case let left = 2 * place + 1, left < heads.count {
        let right = left + 1
        let child = right < heads.count && heads[right].isBefore(heads[left]) ? right : left
        guard heads[child].isBefore(head) else { break }
        heads[place] = heads[child]
        place = child
      }
      heads[place] = head
    }
  }

  /// What is left of a sorted sequence, some rows of which are held in memory.
  @usableFromInline
  struct Sequence {
    @usableFromInline let column: NumberColumn<Row>
    @usableFromInline var rest: Range<Int>
    @usableFromInline var held: [Row] = []
    @usableFromInline var position = 0

    @inlinable
    init(_ column: NumberColumn<Row>, _ rows: Range<Int>) {
      self.column = column
      rest = rows
    }

    /// The next row; `nil` behind the last.
    @inlinable
    mutating func next() -> Row? {
      if position == held.count {
        guard !rest.isEmpty else { return nil }
        fill()
      }
      defer { position += 1 }
      return held[position]
    }

    @inlinable @inline(never)
    mutating func fill() {
      let length = Swift.max(ExternalSort.heldBytes / MemoryLayout<Row>.stride, 1)
      let taken = rest.lowerBound..<Swift.min(rest.lowerBound + length, rest.upperBound)
      held.removeAll(keepingCapacity: true)
      column.withUnsafeBufferPointer { held.append(contentsOf: $0[taken]) }
      column.releaseWholly(taken)
      rest = taken.upperBound..<rest.upperBound
      position = 0
    }
  }
}
