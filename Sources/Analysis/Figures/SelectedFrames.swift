internal import Recordings
public import Units

/// The frames of a run that metrics count, in order of time; if the run has activities, only the frames within them.
public struct SelectedFrames: Sendable {
  /// The durations of the frames that metrics count, in order of time, each above 0.
  public let frameTimes: FrameTimes

  /// The ranges of frames without a pause between them, as indices of frame times; never empty.
  public let segments: [Range<Int>]

  public var duration: Nanoseconds { frameTimes.duration }

  /// The number of frames in the run that metrics count, at least 1.
  public var count: Int { frameTimes.count }

  /// Selects the frames of a recording, or gives the reason why there are none; O(frames).
  ///
  /// If a run has activity markers, only the frames completely within one of them count.
  /// Overlapping activities are merged.
  static func of(_ recording: Recording, selection: FrameSelection) -> Known<SelectedFrames> {
    Known { () throws(Withheld) in
      let timeline = try recording.timeline.get()
      let activities = Activities(recording.markers, timeline: timeline)
      return try SelectedFrames(timeline, activities, selection)
    }
  }

  /// Selects the frames of a recording whose timeline contains the times of displays; `nil` if there are none.
  static func onScreen(_ recording: Recording) -> SelectedFrames? {
    of(recording, selection: .displayed).value
  }

  private init(
    _ timeline: FrameTimeline, _ activities: Activities, _ selection: FrameSelection
  ) throws(Withheld) {
    guard timeline.frameCount > 0 else { throw .noFrames }
    guard timeline.hasRepresentableLength else { throw .endlessTimeline }
    guard !activities.presents.isEmpty else { throw .noActiveFrames }
    if timeline.kinds == nil, activities.presents == [timeline.presents.indices] {
      frameTimes = FrameTimes(between: timeline.presents)
      segments = [0..<timeline.frameCount]
      return
    }
    var edges: NumberColumn<Nanoseconds> = []
    edges.reserveCapacity(activities.frameCount + 1)
    edges.append(0)
    var end: Nanoseconds = 0
    var segments: [Range<Int>] = []
    for presents in activities.presents {
      let start = edges.count - 1
      timeline.forEachFrame(among: presents, selection) { _, frameTime in
        end += frameTime
        edges.append(end)
      }
      if edges.count - 1 > start { segments.append(start..<edges.count - 1) }
    }
    guard !segments.isEmpty else { throw .noSelectedFrames }
    frameTimes = FrameTimes(between: edges)
    self.segments = segments
  }
}

extension FrameTimeline {
  /// Whether the difference between any two presents fits into its type.
  fileprivate var hasRepresentableLength: Bool {
    guard let first = presents.first, let last = presents.last else { return false }
    return !last.subtractingReportingOverflow(first).overflow
  }

  /// Calls `visit` for each selected frame that is completely within some presents, with the
  /// frame's position in the timeline and its time since the last counted present.
  @inline(__always)
  func forEachFrame(
    among range: Range<Int>, _ selection: FrameSelection, visit: (Int, Nanoseconds) -> Void
  ) {
    let (presents, kinds) = (presents, kinds)
    var last: Nanoseconds?
    for position in range {
      // The present that opens the timeline belongs to no frame.
      if position > 0, let kinds, !selection.includes(kinds[position - 1]) { continue }
      let present = presents[position]
      if let last { visit(position - 1, present - last) }
      last = present
    }
  }
}

/// The intervals of a timeline in which frames count: its activities, or all of it, without idle times.
struct Activities: Sendable {
  /// The positions of the presents in each interval, in order of time; at least two per interval.
  let presents: [Range<Int>]

  /// The first and the last present of each interval.
  let spans: [ClosedRange<Nanoseconds>]

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
