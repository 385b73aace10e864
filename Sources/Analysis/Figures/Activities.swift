internal import Recordings
internal import Units

/// The intervals of a timeline in which frames count: its activities, or all of it, without idle times.
struct Activities: Sendable {
  /// The positions of the presents in each interval, in order of time; at least two per interval.
  let presents: [Range<Int>]

  /// The first and the last present of each interval.
  let spans: [ClosedRange<Nanoseconds>]

  /// Finds the intervals.
  init(_ markers: [Marker], timeline: FrameTimeline) {
    let times = timeline.presents
    let activities = Self.intervals(of: markers)
    let ranges =
      activities.isEmpty
      ? [0..<times.count]
      : activities.map {
        times.position(notBefore: $0.lowerBound)..<times.position(after: $0.upperBound)
      }
    let idle = timeline.idleTimes
    presents = ranges.flatMap { $0.split(atFrames: idle) }.filter { $0.count > 1 }
    spans = presents.map { times[$0.lowerBound]...times[$0.upperBound - 1] }
  }

  /// The number of frames of any kind in the intervals.
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

extension FrameTimeline {
  /// The positions of the idle times among the frames; O(frames) if the trace has kinds.
  fileprivate var idleTimes: [Int] {
    kinds.map { kinds in kinds.indices.filter { kinds[$0] == .idle } } ?? []
  }
}

extension Range<Int> {
  /// The parts of a range of presents between some of its frames; O(parts + log n).
  fileprivate func split(atFrames frames: [Int]) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = lowerBound
    for frame in frames[frames.partitioningIndex { $0 >= lowerBound }...] where frame < upperBound {
      parts.append(start..<frame + 1)
      start = frame + 1
    }
    return parts + [Swift.min(start, upperBound)..<upperBound]
  }
}

extension RandomAccessCollection where Index == Int, Element == Nanoseconds {
  /// The first position with a time that is at or after `time`.
  func position(notBefore time: Nanoseconds) -> Int { partitioningIndex { $0 >= time } }

  /// The first position with a time after `time`.
  func position(after time: Nanoseconds) -> Int { partitioningIndex { $0 > time } }
}
