/// One column of a table of numbers that is stored in chunks of 4,096 rows, column by column within
/// each chunk.
///
/// Writing a row stays within one chunk, so it is cache-local. A column can be read without copying
/// it.
public struct TableColumn: Sendable, RandomAccessCollection {
  /// The number of rows per chunk; the last chunk may have fewer.
  public static let stretchLength = 1 << bits

  // With thirty columns, a chunk fits the level 2 cache of a core.
  @usableFromInline static var bits: Int { 12 }

  /// The column's part of each chunk.
  @usableFromInline let stretches: [ArraySlice<Double>]
  /// The index of the first row in each part.
  @usableFromInline let starts: [Int]
  /// The number of rows.
  public let count: Int

  /// Creates a column from chunks of `stretchLength` rows each, except the last; O(n / 2¹²).
  public init(stretches: [ArraySlice<Double>]) {
    precondition(stretches.dropLast().allSatisfy { $0.count == Self.stretchLength }, "whole ones")
    precondition((stretches.last?.count ?? 0) <= Self.stretchLength, "a part of one at the end")
    self.stretches = stretches
    starts = stretches.map(\.startIndex)
    count = stretches.reduce(0) { $0 + $1.count }
  }

  /// Creates a column from an array; O(n / 2¹²).
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

  /// The numbers in some rows, in the order of `rows`.
  ///
  /// O(n), and faster than reading them one by one.
  public func numbers(inRows rows: [Int]) -> [Double] {
    [Double](unsafeUninitializedCapacity: rows.count) { numbers, initialized in
      while initialized < rows.count {
        // Rows mostly ascend, so many consecutive ones are in one chunk.
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
