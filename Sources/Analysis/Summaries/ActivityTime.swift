internal import Recordings
public import Units

/// How much of a run's time is within its activities, the intervals (such as scrolls) in which frames count: those that
/// are marked, without the times in which the trace shows that no frame was requested.
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

  /// Whether markers bound the activities, and not only idle times.
  public let isMarked: Bool

  private init(stretches: Int, active: Nanoseconds, idle: Nanoseconds, isMarked: Bool) {
    self.isMarked = isMarked
    self.stretches = stretches
    self.active = active
    self.idle = idle
  }

  /// The sum for two runs; `nil` if it overflows.
  func joined(with other: ActivityTime) -> ActivityTime? {
    let (active, isTooLong) = active.addingReportingOverflow(other.active)
    let (idle, isTooIdle) = idle.addingReportingOverflow(other.idle)
    guard !isTooLong, !isTooIdle else { return nil }
    return ActivityTime(
      stretches: stretches + other.stretches, active: active, idle: idle,
      isMarked: isMarked || other.isMarked)
  }

  /// `nil` for a run without activities and idle times, or if no activity has a frame.
  init?(_ figures: RunFigures) {
    isMarked = figures.recording.markers.contains(where: \.isActivity)
    guard let timeline = figures.recording.timeline.value,
      isMarked || timeline.kinds?.contains(.idle) ?? false,
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
