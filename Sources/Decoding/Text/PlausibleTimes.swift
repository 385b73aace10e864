public import Units

extension Nanoseconds {
  /// Whether a clock can show this time, or a run can last this long.
  ///
  /// Clocks count from the start of a recording or of a machine, which is less than five years ago, or from 1970, 1980
  /// or 2001, which is more than nineteen years ago. Differences of plausible times never overflow.
  @inlinable @inline(__always)
  public var isPlausible: Bool { magnitude < Self.longestUptime || isDate }

  /// Whether the time is a date: it counts from 1970, 1980 or 2001, not from the start of a machine or a recording.
  @usableFromInline @inline(never)
  package var isDate: Bool { magnitude > Self.shortestEra && magnitude < 1 << 62 }

  @inlinable static var year: Magnitude { 31_556_952_000_000_000 }
  @inlinable static var longestUptime: Magnitude { 5 * year }
  @inlinable static var shortestEra: Magnitude { 19 * year }

  /// The longest plausible distance between two consecutive timestamps in a trace, of frames or samples: 100 days.
  ///
  /// A machine can sleep for weeks; a longer step is a corrupt time.
  @inlinable public static var longestPause: Nanoseconds { 100 * 86_400 * .perSecond }

  /// No frame takes longer than this, 10 s, from an input or its present to the screen; a longer delay is a corrupt number.
  @inlinable public static var longestDelay: Nanoseconds { 10 * .perSecond }

  /// Whether this time can follow another time within a run.
  ///
  /// - Parameter last: the previous time; `nil` for the first one.
  /// - Returns: `false` if no clock can show the time, or if it is over 100 days later.
  @inlinable @inline(__always)
  public func isPlausible(after last: Nanoseconds?) -> Bool {
    guard isPlausible else { return false }
    guard let last else { return true }
    let (step, overflow) = subtractingReportingOverflow(last)
    return !overflow && step <= Self.longestPause
  }
}
