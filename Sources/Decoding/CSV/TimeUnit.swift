package import Units

/// What one unit of a time column is.
package enum TimeUnit: Sendable, CaseIterable {
  case seconds, milliseconds, microseconds, nanoseconds
  /// 100 ns, the tick of Windows' performance counter.
  case ticks

  /// Digits that the decimal point moves to the right for nanoseconds.
  package var digits: Int {
    switch self {
    case .seconds: 9
    case .milliseconds: 6
    case .microseconds: 3
    case .ticks: 2
    case .nanoseconds: 0
    }
  }

  /// How long one unit is.
  package var length: Nanoseconds {
    switch self {
    case .seconds: .perSecond
    case .milliseconds: .perMillisecond
    case .microseconds: 1000
    case .ticks: 100
    case .nanoseconds: 1
    }
  }

  /// How the names of native columns and keys end.
  package static let suffixes: [(String, TimeUnit)] = [
    ("_ns", .nanoseconds), ("_us", .microseconds), ("_ms", .milliseconds), ("_s", .seconds),
  ]
}
