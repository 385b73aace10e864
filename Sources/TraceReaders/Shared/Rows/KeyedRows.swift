internal import Decoding
internal import Recordings

/// Finds the rows of a table by a key, such as the token of a frame.
///
/// If the keys increase, as in most traces, no additional memory is needed.
struct KeyedRows: Sendable {
  private let keys: OptionalColumn
  /// The row numbers in the order of their keys; `nil` if the table has that order already.
  private let order: [Int32]?

  /// Indexes the keys of a table; rows without a key are never found.
  ///
  /// The time is O(n) if the keys increase, otherwise O(n log n).
  init(_ keys: OptionalColumn) {
    self.keys = keys
    let isRising = zip(keys, keys.dropFirst()).allSatisfy { earlier, later in
      Self.precedes(earlier, later) || earlier == later
    }
    order =
      isRising
      ? nil
      : keys.indices.map { Int32($0) }.sorted { left, right in
        let (first, second) = (keys[Int(left)], keys[Int(right)])
        return first == second ? left < right : Self.precedes(first, second)
      }
  }

  /// Whether the table has no rows.
  var isEmpty: Bool { keys.isEmpty }

  /// All row numbers of the table in the order of their keys, rows without a key first.
  var all: some Sequence<Int> { (0..<keys.count).lazy.map(row(at:)) }

  /// The numbers of the rows with a key, in the order of the table; O(log n + rows).
  func rows(of key: Int64) -> some Sequence<Int> {
    let first = (0..<keys.count).partitioningIndex { !Self.precedes(keys[row(at: $0)], key) }
    return (first..<keys.count).lazy.map(row(at:)).prefix { keys[$0] == key }
  }

  private func row(at position: Int) -> Int { order.map { Int($0[position]) } ?? position }

  /// Whether one key sorts before another; a missing key sorts first.
  private static func precedes(_ left: Int64?, _ right: Int64?) -> Bool {
    guard let right else { return false }
    return left.map { $0 < right } ?? true
  }
}
