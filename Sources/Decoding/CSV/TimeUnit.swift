package import Units

/// The unit of a trace's times, such as milliseconds.
package enum TimeUnit: Sendable, CaseIterable {
  case seconds, milliseconds, microseconds, nanoseconds
  /// Ticks of 100 ns, the resolution of Windows' performance counter.
  case ticks

  /// The exponent of the power of ten that converts a time in this unit to nanoseconds, such as 6 for milliseconds.
  package var digits: Int {
    switch self {
    case .seconds: 9
    case .milliseconds: 6
    case .microseconds: 3
    case .ticks: 2
    case .nanoseconds: 0
    }
  }

  /// The number of nanoseconds in one unit of a trace's times, such as 1,000,000 for milliseconds.
  package var length: Nanoseconds {
    switch self {
    case .seconds: .perSecond
    case .milliseconds: .perMillisecond
    case .microseconds: 1000
    case .ticks: 100
    case .nanoseconds: 1
    }
  }

  /// The endings of column names and keys that state a unit of time, such as `_ms`, with their units.
  package static let suffixes: [(String, TimeUnit)] = [
    ("_ns", .nanoseconds), ("_us", .microseconds), ("_ms", .milliseconds), ("_s", .seconds),
  ]
}
