package import Units

/// The unit of a time column.
package enum TimeUnit: Sendable, CaseIterable {
  case seconds, milliseconds, microseconds, nanoseconds
  /// 100 ns, the tick of Windows' performance counter.
  case ticks

  /// The number of digits by which the decimal point moves to get nanoseconds.
  package var digits: Int {
    switch self {
    case .seconds: 9
    case .milliseconds: 6
    case .microseconds: 3
    case .ticks: 2
    case .nanoseconds: 0
    }
  }

  /// The length of one unit.
  package var length: Nanoseconds {
    switch self {
    case .seconds: .perSecond
    case .milliseconds: .perMillisecond
    case .microseconds: 1000
    case .ticks: 100
    case .nanoseconds: 1
    }
  }

  /// Suffixes of native column names and keys, with their units.
  package static let suffixes: [(String, TimeUnit)] = [
    ("_ns", .nanoseconds), ("_us", .microseconds), ("_ms", .milliseconds), ("_s", .seconds),
  ]
}
