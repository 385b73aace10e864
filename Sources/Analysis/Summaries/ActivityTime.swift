internal import Recordings
public import Units

/// How much of a run's time is within its activities, the marked intervals (such as scrolls) in which frames count.
public struct ActivityTime: Sendable, Equatable {
  /// The number of the run's activities, the marked intervals in which frames count; at least 1.
  ///
  /// Overlapping activities count as one. Activities without a frame do not count.
  public let stretches: Int
  /// The time within the run's activities: the sum, over the activities, of the time from the first present to the
  /// last.
  public let active: Nanoseconds
  /// The time of the run outside of its activities, the marked intervals in which frames count; this time counts as
  /// neither smooth nor janky.
  public let idle: Nanoseconds

  private init(stretches: Int, active: Nanoseconds, idle: Nanoseconds) {
    self.stretches = stretches
    self.active = active
    self.idle = idle
  }

  /// The sum for two runs; `nil` if it overflows.
  func joined(with other: ActivityTime) -> ActivityTime? {
    let (active, isTooLong) = active.addingReportingOverflow(other.active)
    let (idle, isTooIdle) = idle.addingReportingOverflow(other.idle)
    guard !isTooLong, !isTooIdle else { return nil }
    return ActivityTime(stretches: stretches + other.stretches, active: active, idle: idle)
  }

  /// `nil` for a run without activities, or if no activity has a frame.
  init?(_ figures: RunFigures) {
    guard figures.recording.markers.contains(where: \.isActivity),
      let timeline = figures.recording.timeline.value,
      let first = timeline.presents.first, let last = timeline.presents.last
    else { return nil }
    let spans = Activities(figures.recording.markers, timeline: timeline).spans
    let (whole, isTooLong) = last.subtractingReportingOverflow(first)
    guard !spans.isEmpty, !isTooLong else { return nil }
    stretches = spans.count
    active = spans.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) }
    idle = whole - active
  }
}
