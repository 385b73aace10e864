/// Puts the rows of a column into order, of which memory is to hold only some: sorts stretches of them, and merges those.
///
/// Traces are mostly in order, or nearly: what is in order already is not sorted, and stretches that follow each other
/// need no merging. Stable. What it writes are columns, which go to temporary files.
public struct ExternalSort<Row: BitwiseCopyable & Equatable & Sendable> {
  @usableFromInline let precedes: (Row, Row) -> Bool
  /// How many rows are sorted in memory at once.
  @usableFromInline let stretchLength: Int
  /// How many sorted sequences are merged at once.
  @usableFromInline let fanIn: Int

  /// Sets up a sort.
  ///
  /// - Parameters:
  ///   - stretchLength: how many rows are sorted in memory at once; a megabyte or two of them as it is.
  ///   - fanIn: how many sorted sequences are merged at once, at least 2.
  ///   - precedes: whether a row comes before another.
  @inlinable
  public init(
    stretchLength: Int = 1 << 16, fanIn: Int = 64, by precedes: @escaping (Row, Row) -> Bool
  ) {
    precondition(stretchLength > 0 && fanIn > 1, "a sort that comes to an end")
    self.stretchLength = stretchLength
    self.fanIn = fanIn
    self.precedes = precedes
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
      if let last, precedes(row, last) { return false }
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
      let ordered = rows[stretch].sorted(by: precedes)
      rows.release(stretch)
      if let last = sorted.last, let first = ordered.first, !precedes(first, last) {
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
  @usableFromInline static var heldBytes: Int { 1 << 14 }

  /// Merges as many neighbouring sequences as go at once into one, and then the next ones.
  @inlinable
  func merged(
    _ column: NumberColumn<Row>, _ ends: [Int]
  ) -> (column: NumberColumn<Row>, ends: [Int]) {
    var merged = NumberColumn<Row>.Builder()
    var newEnds: [Int] = []
    for first in stride(from: 0, to: ends.count, by: fanIn) {
      let group = first..<Swift.min(first + fanIn, ends.count)
      let sequences = group.map { index in
        Sequence(column, (index > 0 ? ends[index - 1] : 0)..<ends[index], order: index)
      }
      merge(sequences, into: &merged)
      newEnds.append(merged.count)
    }
    return (merged.finish(), newEnds)
  }

  /// Merges by a heap that has the sequence with the first row on top.
  @inlinable
  func merge(_ sequences: [Sequence], into merged: inout NumberColumn<Row>.Builder) {
    var heap = sequences
    for index in heap.indices.reversed() { sift(&heap, from: index) }
    while !heap.isEmpty {
      merged.append(heap[0].next)
      if !heap[0].advance() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
      }
      sift(&heap, from: 0)
    }
  }

  @inlinable
  func sift(_ heap: inout [Sequence], from start: Int) {
    var index = start
    while true {
      var first = index
      for child in [2 * index + 1, 2 * index + 2]
      where child < heap.count && isBefore(heap[child], heap[first]) {
        first = child
      }
      guard first != index else { return }
      heap.swapAt(first, index)
      index = first
    }
  }

  /// Of equal rows that of the earlier sequence comes first.
  @inlinable
  func isBefore(_ left: Sequence, _ right: Sequence) -> Bool {
    if precedes(left.next, right.next) { return true }
    return !precedes(right.next, left.next) && left.order < right.order
  }

  /// What is left of a sorted sequence, some rows of which are held in memory.
  @usableFromInline
  struct Sequence {
    @usableFromInline let column: NumberColumn<Row>
    /// Its place among the others.
    @usableFromInline let order: Int
    @usableFromInline var rest: Range<Int>
    @usableFromInline var held: [Row] = []
    @usableFromInline var position = 0

    /// Begins with the first of some rows, of which there is one.
    @inlinable
    init(_ column: NumberColumn<Row>, _ rows: Range<Int>, order: Int) {
      self.column = column
      self.order = order
      rest = rows
      fill()
    }

    /// The row that it is at.
    @inlinable var next: Row { held[position] }

    /// Goes to the next row; `false` where there is none.
    @inlinable
    mutating func advance() -> Bool {
      position += 1
      if position == held.count {
        guard !rest.isEmpty else { return false }
        fill()
      }
      return true
    }

    @inlinable
    mutating func fill() {
      let length = Swift.max(ExternalSort.heldBytes / MemoryLayout<Row>.stride, 1)
      let taken = rest.lowerBound..<Swift.min(rest.lowerBound + length, rest.upperBound)
      held.removeAll(keepingCapacity: true)
      held.append(contentsOf: column[taken])
      column.release(taken)
      rest = taken.upperBound..<rest.upperBound
      position = 0
    }
  }
}
