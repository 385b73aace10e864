internal import Units

/// Values of a signal of frames, in ascending order.
///
/// Four bytes a value: those of ±2.1 s and beyond, of which a benchmark has hardly any, are kept apart.
struct SortedSignal: Sendable {
  private let low: [Nanoseconds]
  private let short: [Int32]
  private let high: [Nanoseconds]

  /// How many there are.
  var count: Int { low.count + short.count + high.count }

  /// The value at a position.
  subscript(position: Int) -> Nanoseconds {
    if position < low.count { return low[position] }
    let place = position - low.count
    return place < short.count ? Nanoseconds(short[place]) : high[place - short.count]
  }

  /// Takes values in any order.
  struct Collector {
    private var short: [Int32] = []
    private var long: [Nanoseconds] = []

    /// Creates a collector.
    ///
    /// - Parameter capacity: how many values to make room for.
    init(capacity: Int) { short.reserveCapacity(capacity) }

    mutating func append(_ value: Nanoseconds) {
      if let packed = Int32(exactly: value) { short.append(packed) } else { long.append(value) }
    }

    /// Sorts the values; O(n log n).
    consuming func finish() -> SortedSignal {
      short.sort()
      long.sort()
      let negative = long.prefix { $0 < 0 }.count
      return SortedSignal(
        low: Array(long[..<negative]), short: short, high: Array(long[negative...]))
    }
  }
}
