internal import Recordings
public import Units

/// The frames of a run that count, in order and without the time between activities.
public struct SelectedFrames: Sendable {
  /// How long each frame lasted, above 0.
  public let frameTimes: FrameTimes

  /// Stretches of `frameTimes` that follow each other without a pause in between; none is empty.
  public let segments: [Range<Int>]

  /// The sum of the frame times.
  public var duration: Nanoseconds { frameTimes.duration }

  /// How many frames there are, at least 1.
  public var count: Int { frameTimes.count }

  /// Selects the frames of a recording.
  ///
  /// A run with activity markers counts those frames only that lie wholly within one of them;
  /// overlapping activities are one.
  ///
  /// - Parameters:
  ///   - recording: the run.
  ///   - selection: which kinds count.
  /// - Returns: the frames, or why there are none. O(frames).
  static func of(_ recording: Recording, selection: FrameSelection) -> Known<SelectedFrames> {
    Known { () throws(Withheld) in
      let timeline = try recording.timeline.get()
      let activities = Activities(recording.markers, timeline: timeline)
      return try SelectedFrames(timeline, activities, selection)
    }
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
  /// Whether the difference of any two presents fits the type they are kept in.
  fileprivate var hasRepresentableLength: Bool {
    guard let first = presents.first, let last = presents.last else { return false }
    return !last.subtractingReportingOverflow(first).overflow
  }

  /// Visits the selected frames that lie wholly among some presents.
  ///
  /// - Parameters:
  ///   - range: positions of presents.
  ///   - selection: which kinds count.
  ///   - visit: gets a frame's position in the timeline and its time since the last counted present.
  @inline(__always)
  func forEachFrame(
    among range: Range<Int>, _ selection: FrameSelection, visit: (Int, Nanoseconds) -> Void
  ) {
    let (presents, kinds) = (presents, kinds)
    var last: Nanoseconds?
    for position in range {
      // The present that opens the timeline is of no kind.
      if position > 0, let kinds, !selection.includes(kinds[position - 1]) { continue }
      let present = presents[position]
      if let last { visit(position - 1, present - last) }
      last = present
    }
  }
}
