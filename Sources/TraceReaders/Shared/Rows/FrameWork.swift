internal import Decoding
internal import Recordings
internal import Units

/// Collects durations of the work on frames from a trace without present times.
///
/// Each part of the work, such as build time, has a separate column of durations in the order of the trace. Row `k` of
/// one column and row `k` of another column need not belong to the same frame.
struct FrameWork {
  private var durations: [FrameSignal: OptionalColumn] = [:]

  /// The remaining capacity for durations of the work on frames, as a number of durations.
  var capacity: Int

  /// The default capacity in durations: nearly five hours of build and raster times at 60 Hz.
  static let most = 1 << 21

  init(capacity: Int = most) { self.capacity = capacity }

  /// Adds the next duration of one part of the work on frames, such as build time.
  ///
  /// - Parameter duration: the duration of the part; `nil` if the trace has none for this frame.
  /// - Returns: an issue if the capacity is used up, so that the duration is ignored.
  mutating func append(_ duration: Nanoseconds?, to signal: FrameSignal) -> ImportIssue.Kind? {
    guard capacity > 0 else { return .tooMany }
    capacity -= 1
    durations[signal, default: OptionalColumn()].append(duration)
    return nil
  }

  /// Adds the durations of parts for which there is none yet.
  mutating func fill(from other: FrameWork) {
    durations.merge(other.durations) { own, _ in own }
  }

  /// Whether no duration with a value was added.
  var isEmpty: Bool { durations.values.allSatisfy(\.isAllMissing) }

  /// The columns of durations that have values, extended to the same length with missing values.
  var signals: [FrameSignal: OptionalColumn] {
    let count = durations.values.map(\.count).max() ?? 0
    return durations.filter { !$0.value.isAllMissing }.mapValues { column in
      var column = column
      for _ in column.count..<count { column.append(nil) }
      return column
    }
  }

  /// The reason why a run with only durations of work has no timeline, as a clause.
  static let reasonForNoTimeline =
    "the trace contains how long the work on frames took, but not when the frames were presented"
}

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

extension Array {
  /// The elements of the array, sorted by a predicate; an array that is sorted already is returned without a copy.
  ///
  /// The rows of a trace usually are in order already. The sort is stable; O(n) for a sorted array, otherwise O(n log
  /// n).
  func inOrder(_ precedes: (Element, Element) -> Bool) -> [Element] {
    zip(self, dropFirst()).contains { precedes($1, $0) } ? sorted(by: precedes) : self
  }
}
