internal import Recordings
internal import Units

/// Values of a signal of frames, in ascending order.
///
/// Four bytes a value: those of ±2.1 s and beyond, of which a benchmark has hardly any, are kept apart.
struct SortedSignal: Sendable {
  private let short: [UInt32]
  /// The others, as many of which are below 0.
  private let long: (values: [Nanoseconds], lowCount: Int)

  /// How many there are.
  var count: Int { short.count + long.values.count }

  /// The value at a position.
  subscript(position: Int) -> Nanoseconds {
    if position < long.lowCount { return long.values[position] }
    let place = position - long.lowCount
    return place < short.count ? Self.value(short[place]) : long.values[position - short.count]
  }

  // Moved so that the order of numbers without a sign is that of the values.
  private static func moved(_ value: Int32) -> UInt32 { UInt32(bitPattern: value) ^ 1 << 31 }

  private static func value(_ number: UInt32) -> Nanoseconds {
    Nanoseconds(Int32(bitPattern: number ^ 1 << 31))
  }

  /// Takes values in any order.
  struct Collector {
    private var short: [UInt32] = []
    private var long: [Nanoseconds] = []

    /// Creates a collector.
    ///
    /// - Parameter capacity: how many values are expected at most.
    init(capacity: Int) { short.reserveCapacity(capacity) }

    mutating func append(_ value: Nanoseconds) {
      if let packed = Int32(exactly: value) {
        short.append(SortedSignal.moved(packed))
      } else {
        long.append(value)
      }
    }

    /// Sorts the values; O(n) apart from those that are kept apart.
    consuming func finish() -> SortedSignal {
      short.sortByDigits()
      long.sort()
      return SortedSignal(short: short, long: (long, long.partitioningIndex { $0 >= 0 }))
    }
  }
}
