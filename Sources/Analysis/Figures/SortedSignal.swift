internal import Recordings
internal import Statistics
internal import Units

/// The values of a frame signal in ascending order.
///
/// Four bytes per value. Values of ±2.1 s and beyond, which are rare, are stored separately.
struct SortedSignal: Sendable {
  private let short: [UInt32]
  /// The rare long values, and how many of them are below 0.
  private let long: (values: [Nanoseconds], lowCount: Int)

  /// The number of values.
  var count: Int { short.count + long.values.count }

  /// The value at a position.
  subscript(position: Int) -> Nanoseconds {
    if position < long.lowCount { return long.values[position] }
    let place = position - long.lowCount
    return place < short.count ? Self.value(short[place]) : long.values[position - short.count]
  }

  /// The type 7 quantile, in nanoseconds.
  ///
  /// - Precondition: there is a value.
  func quantile(_ probability: Double) -> Double {
    let quantile = Quantile(probability, count: count)
    return quantile.value(
      between: Double(self[quantile.lower]), and: Double(self[quantile.upper]))
  }

  // Flips the sign bit, so that the unsigned order is the order of the values.
  private static func moved(_ value: Int32) -> UInt32 { UInt32(bitPattern: value) ^ 1 << 31 }

  private static func value(_ number: UInt32) -> Nanoseconds {
    Nanoseconds(Int32(bitPattern: number ^ 1 << 31))
  }

  /// Collects values in any order.
  struct Collector {
    private var short: [UInt32] = []
    private var long: [Nanoseconds] = []

    /// Creates a collector for up to `capacity` values.
    init(capacity: Int) { short.reserveCapacity(capacity) }

    mutating func append(_ value: Nanoseconds) {
      if let packed = Int32(exactly: value) {
        short.append(SortedSignal.moved(packed))
      } else {
        long.append(value)
      }
    }

    /// Sorts the values; O(n) except for the rare long ones.
    consuming func finish() -> SortedSignal {
      short.sortByDigits()
      long.sort()
      return SortedSignal(short: short, long: (long, long.partitioningIndex { $0 >= 0 }))
    }
  }
}
