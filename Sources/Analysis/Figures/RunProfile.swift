public import Recordings
public import Units

/// The frames, frame-rate points and counters of one run over time: the data for its charts.
///
/// It shares the columns from which metrics are computed. A profile takes 12 bytes per frame, and
/// 16 per change of a counter.
public struct RunProfile: Sendable {
  public let frames: SelectedFrames

  /// The frame times of the run in ascending order.
  public let sorted: SortedFrameTimes

  /// The time of the run's first present; all times in its charts are relative to it.
  public let origin: Nanoseconds

  /// The duration from the run's first present to its last.
  public let span: Nanoseconds

  /// The start time of each sequence of frames without a pause in between, relative to the run's first present.
  public let starts: [Nanoseconds]

  /// The frames by the times at which they reached the screen; `nil` if these times are unknown.
  public let screen: Screen?

  /// The frames of a run on the screen, and the start of each sequence without a pause, since the first present.
  public struct Screen: Sendable {
    /// The frames by the times at which they reached the screen.
    public let frames: SelectedFrames
    fileprivate let starts: [Nanoseconds]
  }

  /// The end of the run's longest frame, or of the first of several equally long ones, as a time since the run's first
  /// present.
  public let longestEnd: Nanoseconds

  /// The positions of the hitches among the run's counted frames; `nil` if the refresh rate is unknown, or if a
  /// quality check withholds hitches.
  public let hitches: [Int]?

  /// The positions of the janks among the run's counted frames; `nil` if a quality check found that long frames are
  /// not reliable.
  public let janks: [Int]?

  /// The average frame rate of the run: frames divided by time, in frames per second.
  public let averageFrameRate: Double

  /// The frame-rate points of the run, one per window of time such as a second; empty if the run contains no full
  /// window.
  ///
  /// Also empty if a run contains over a million windows without a frame.
  public let points: [Point]

  /// The counters that the run's charts show: the first counter of each role, such as CPU load, in the order of the
  /// trace.
  ///
  /// A counter without samples is left out.
  public let lanes: [Lane]

  /// The named intervals of the run, such as laps, with times since the run's first present.
  public let markers: [Marker]

  /// A frame-rate point of a run with its time window.
  public struct Point: Sendable, Equatable {
    /// The start of the frame-rate point's window, since the run's first present.
    public let start: Nanoseconds
    /// The end of the frame-rate point's window, since the run's first present.
    public let end: Nanoseconds
    /// The frame rate of the frame-rate point, in frames per second.
    public let rate: Double
  }

  /// The samples of one counter of a run, such as CPU load, over time.
  public struct Lane: Sendable, Equatable {
    /// The role of the charted counter, such as CPU load.
    public let role: Counter.Role
    /// The unit of the charted counter's samples.
    public let unit: Unit
    /// The samples of the charted counter in order of time; samples that equal both neighbors are left out.
    ///
    /// A new list begins after missing samples.
    public let stretches: [[Sample]]
  }

  /// A sample of a charted counter, such as CPU load: a time and a value.
  public struct Sample: Sendable, Equatable {
    /// The time of the counter's sample, since the run's first present.
    public let time: Nanoseconds
    /// The value of the sample, in the unit of its counter.
    public let value: Double
  }

  /// Collects the data for the charts of a run; O(frames + samples).
  ///
  /// - Throws: why the run has no frames.
  public init(_ figures: RunFigures) throws(Withheld) {
    let recording = figures.recording
    let frames = try figures.frames()
    let timeline = try recording.timeline.get()
    let activities = Activities(recording.markers, timeline: timeline)
    let selection = figures.parameters.frames
    self.frames = frames
    sorted = try figures.sortedFrameTimes()
    let origin = timeline.presents[0]
    self.origin = origin
    span = timeline.presents[timeline.frameCount] - origin
    let starts = activities.presents.compactMap { range in
      timeline.firstOfSeveral(among: range, selection).map { timeline.presents[$0] - origin }
    }
    self.starts = starts
    screen = (try? figures.onScreen()).flatMap { Self.screen($0, origin: origin) }
    let longest = sorted.last.flatMap { Self.position(of: $0, in: frames.frameTimes) }
    longestEnd = longest.map { Self.ends(of: [$0], frames, starts)[0] } ?? 0
    let areLongOnesReliable = (try? figures.framesWithLongOnes()) != nil
    let lateness = areLongOnesReliable ? try? Lateness(figures) : nil
    hitches = lateness.map { lateness in
      var (late, position) = ([Int](), 0)
      for presents in activities.presents {
        timeline.forEachFrame(among: presents, selection) { frame, frameTime in
          if lateness.of(frame, lasting: frameTime) != nil { late.append(position) }
          position += 1
        }
      }
      return late
    }
    janks = (try? figures.janks().positions).map { Array($0) }
    averageFrameRate = try figures.averageFrameRate()
    points = Self.points(figures, frames, starts)
    lanes = Self.lanes(of: recording, timeline)
    markers = recording.markers.compactMap { marker in
      guard let start = marker.start.since(origin), let end = marker.end.since(origin) else {
        return nil
      }
      return Marker(start: start, end: end, name: marker.name, isActivity: marker.isActivity)
    }
  }

  private static func screen(_ figures: RunFigures, origin: Nanoseconds) -> Screen? {
    guard let frames = try? figures.frames(), let timeline = figures.recording.timeline.value else {
      return nil
    }
    let activities = Activities(figures.recording.markers, timeline: timeline)
    let starts = activities.presents.map { timeline.presents[$0.lowerBound] - origin }
    return Screen(frames: frames, starts: starts)
  }

  /// A linear search that does not keep the presents it has read in memory.
  private static func position(of frameTime: Nanoseconds, in frameTimes: FrameTimes) -> Int? {
    zip(frameTimes.indices, frameTimes).first { $1 == frameTime }?.0
  }

  /// Calls a closure for each counted frame in order, with the frame's end and duration, and with whether a pause or
  /// the start of the run precedes the frame.
  public func forEachFrame(_ visit: (Nanoseconds, Nanoseconds, Bool) -> Void) {
    Self.forEachFrame(of: frames, startingAt: starts, visit)
  }

  /// Like `forEachFrame`, for the frames on the screen; none if their times are unknown.
  public func forEachFrameOnScreen(_ visit: (Nanoseconds, Nanoseconds, Bool) -> Void) {
    if let screen { Self.forEachFrame(of: screen.frames, startingAt: screen.starts, visit) }
  }

  private static func forEachFrame(
    of frames: SelectedFrames, startingAt starts: [Nanoseconds],
    _ visit: (Nanoseconds, Nanoseconds, Bool) -> Void
  ) {
    for (segment, start) in zip(frames.segments, starts) {
      var end = start
      for frameTime in frames.frameTimes[segment] {
        let begins = end == start
        end += frameTime
        visit(end, frameTime, begins)
      }
    }
  }

  /// The times, since the run's first present, at which the frames at given positions ended; O(n + p) for n positions
  /// and p pauses.
  ///
  /// `positions` are among the frames that count, in ascending order.
  public func ends(of positions: [Int]) -> [Nanoseconds] {
    Self.ends(of: positions, frames, starts)
  }

  private static func ends(
    of positions: [Int], _ frames: SelectedFrames, _ starts: [Nanoseconds]
  ) -> [Nanoseconds] {
    var ends: [Nanoseconds] = []
    ends.reserveCapacity(positions.count)
    // The number of frames in earlier segments, which may differ from the position among the
    // frame times.
    var before = 0
    for (segment, start) in zip(frames.segments, starts) {
      while ends.count < positions.count, positions[ends.count] < before + segment.count {
        let last = segment.lowerBound + positions[ends.count] - before
        ends.append(start + frames.frameTimes.duration(of: segment.lowerBound...last))
      }
      before += segment.count
    }
    return ends
  }

  private static func points(
    _ figures: RunFigures, _ frames: SelectedFrames, _ starts: [Nanoseconds]
  ) -> [Point] {
    // A recording that is idle for too long has no points, but countless windows.
    guard let rates = try? figures.points().values else { return [] }
    let windows = FrameRatePoints.windows(of: frames, figures.parameters.points, starts: starts)
    return zip(windows, rates).map { Point(start: $0.start, end: $0.end, rate: $1) }
  }

  private static func lanes(of recording: Recording, _ timeline: FrameTimeline) -> [Lane] {
    var roles: Set<Counter.Role> = [.other]
    return recording.counters.compactMap { counter in
      guard roles.insert(counter.role).inserted else { return nil }
      let stretches = counter.samples.stretches(on: timeline)
      guard !stretches.isEmpty else { return nil }
      return Lane(role: counter.role, unit: counter.unit, stretches: stretches)
    }
  }
}

extension Nanoseconds {
  /// The time since another one; `nil` if it overflows.
  fileprivate func since(_ origin: Nanoseconds) -> Nanoseconds? {
    let (time, isTooFar) = subtractingReportingOverflow(origin)
    return isTooFar ? nil : time
  }
}

extension FrameTimeline {
  /// The first present that counts, if at least two in the range do.
  fileprivate func firstOfSeveral(among range: Range<Int>, _ selection: FrameSelection) -> Int? {
    func counts(_ position: Int) -> Bool {
      guard let kinds, position > 0 else { return true }
      return selection.includes(kinds[position - 1])
    }
    guard let first = range.first(where: counts) else { return nil }
    return range[(first + 1)...].contains(where: counts) ? first : nil
  }
}

extension SampleColumn {
  /// The first and the last sample of each run of equal samples, in lists separated by missing
  /// samples.
  fileprivate func stretches(on timeline: FrameTimeline) -> [[RunProfile.Sample]] {
    func time(_ position: Int) -> Nanoseconds? {
      switch clock {
      case .times(let times): times[position].since(timeline.presents[0])
      case .frames:
        position < timeline.frameCount
          ? timeline.presents[position + 1].since(timeline.presents[0]) : nil
      }
    }
    var lists: [[RunProfile.Sample]] = [[]]
    var position = 0
    for stretch in stretches {
      let ends = stretch.count > 1 ? [position, position + stretch.count - 1] : [position]
      position += stretch.count
      guard let value = stretch.value else {
        lists.append([])
        continue
      }
      lists[lists.count - 1] += ends.compactMap { place in
        time(place).map { RunProfile.Sample(time: $0, value: value) }
      }
    }
    return lists.filter { !$0.isEmpty }
  }
}
