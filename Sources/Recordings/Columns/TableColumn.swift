/// One column of a table of numbers that was read in stretches of rows, in each of which column stands behind column.
///
/// A table of many columns is filled row by row: in a stretch, what a row is written to lies close together, and a column
/// is had without copying it.
public struct TableColumn: Sendable, RandomAccessCollection {
  /// As many rows as every stretch has, but for the last, which may have fewer.
  public static let stretchLength = 1 << bits

  // With thirty columns a stretch fits the cache that a processor has to itself.
  @usableFromInline static var bits: Int { 12 }

  /// The column's part of each stretch.
  @usableFromInline let stretches: [ArraySlice<Double>]
  /// The index of the first row of each.
  @usableFromInline let starts: [Int]
  /// The number of rows.
  public let count: Int

  /// Puts stretches together; O(n / 2¹²).
  ///
  /// - Parameter stretches: of `stretchLength` rows each, but for the last.
  public init(stretches: [ArraySlice<Double>]) {
    precondition(stretches.dropLast().allSatisfy { $0.count == Self.stretchLength }, "whole ones")
    precondition((stretches.last?.count ?? 0) <= Self.stretchLength, "a part of one at the end")
    self.stretches = stretches
    starts = stretches.map(\.startIndex)
    count = stretches.reduce(0) { $0 + $1.count }
  }

  /// Takes numbers that stand in one row; O(n / 2¹²).
  ///
  /// - Parameter numbers: in their order.
  public init(_ numbers: [Double]) {
    let starts = stride(from: 0, to: numbers.count, by: Self.stretchLength)
    self.init(
      stretches: starts.map { numbers[$0..<Swift.min($0 + Self.stretchLength, numbers.count)] })
  }

  /// Always 0.
  @inlinable public var startIndex: Int { 0 }

  /// The number of rows.
  @inlinable public var endIndex: Int { count }

  /// The number in a row.
  @inlinable
  public subscript(position: Int) -> Double {
    let stretch = position >> Self.bits
    return stretches[stretch][starts[stretch] + position & (1 << Self.bits - 1)]
  }

  /// The numbers in some rows; O(n) in these, and faster than one by one.
  ///
  /// - Parameter rows: in any order.
  /// - Returns: their numbers, in the order of the rows.
  public func numbers(inRows rows: [Int]) -> [Double] {
    [Double](unsafeUninitializedCapacity: rows.count) { numbers, initialized in
      while initialized < rows.count {
        // Rows mostly ascend, so that many of a stretch come one after the other.
        let stretch = rows[initialized] >> Self.bits
        let first = stretch << Self.bits
        stretches[stretch].withUnsafeBufferPointer { stretch in
          while initialized < rows.count, stretch.indices.contains(rows[initialized] - first) {
            numbers.initializeElement(at: initialized, to: stretch[rows[initialized] - first])
            initialized += 1
          }
        }
      }
    }
  }
}
