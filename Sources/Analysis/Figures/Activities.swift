internal import Recordings
internal import Units

/// The stretches of a timeline in which its frames count: the activities, or all of it.
struct Activities: Sendable {
  /// Positions of the presents within each stretch, in order of time; at least two presents each.
  let presents: [Range<Int>]

  /// When each stretch begins and ends: at its first and its last present.
  let spans: [ClosedRange<Nanoseconds>]

  /// Finds the stretches.
  init(_ markers: [Marker], timeline: FrameTimeline) {
    let times = timeline.presents
    let activities = Self.intervals(of: markers)
    let ranges =
      activities.isEmpty
      ? [0..<times.count]
      : activities.map {
        times.position(notBefore: $0.lowerBound)..<times.position(after: $0.upperBound)
      }
    presents = ranges.filter { $0.count > 1 }
    spans = presents.map { times[$0.lowerBound]...times[$0.upperBound - 1] }
  }

  /// How many frames of any kind lie within the stretches.
  var frameCount: Int { presents.reduce(0) { $0 + $1.count - 1 } }

  private static func intervals(of markers: [Marker]) -> [ClosedRange<Nanoseconds>] {
    let activities = markers.filter { $0.isActivity && $0.end >= $0.start }
    var intervals: [ClosedRange<Nanoseconds>] = []
    for activity in activities.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
      if let last = intervals.last, activity.start < last.upperBound {
        intervals[intervals.count - 1] = last.lowerBound...max(last.upperBound, activity.end)
      } else {
        intervals.append(activity.start...activity.end)
      }
    }
    return intervals
  }
}

extension RandomAccessCollection where Index == Int, Element == Nanoseconds {
  /// The first position of a time that is not before another.
  func position(notBefore time: Nanoseconds) -> Int { partitioningIndex { $0 >= time } }

  /// The first position of a time that is after another.
  func position(after time: Nanoseconds) -> Int { partitioningIndex { $0 > time } }
}
