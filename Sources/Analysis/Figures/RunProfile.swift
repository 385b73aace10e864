public import Recordings
public import Units

/// What one run looked like over time: what its charts are drawn from.
///
/// Shares the columns that metrics are computed from; keeping it keeps 12 bytes a frame, and 16 for each
/// change of a counter.
public struct RunProfile: Sendable {
  /// The frames that count.
  public let frames: SelectedFrames

  /// Their frame times in ascending order.
  public let sorted: SortedFrameTimes

  /// When the run's first present was, which is when its time begins.
  public let origin: Nanoseconds

  /// From the run's first present to its last.
  public let span: Nanoseconds

  /// When each segment of the frames begins, since the origin.
  public let starts: [Nanoseconds]

  /// When the longest frame ends, since the origin; the first one of several.
  public let longestEnd: Nanoseconds

  /// Which frames last over one and a half refreshes, by their positions among those that count; `nil`
  /// where no refresh rate is known.
  public let hitches: [Int]?

  /// Which frames are janks by PerfDog's rule, by their positions among those that count; none where long
  /// frames are not to be trusted.
  public let janks: [Int]

  /// Frames over time, in frames per second.
  public let averageFrameRate: Double

  /// The frame-rate points in order; empty where there is not one full window.
  public let points: [Point]

  /// The first counter of each role that has samples, in the order of the trace.
  public let lanes: [Lane]

  /// Named stretches of the run, on a clock that begins at the origin.
  public let markers: [Marker]

  /// A frame-rate point and the time that it is of.
  public struct Point: Sendable, Equatable {
    /// When its window begins, since the origin.
    public let start: Nanoseconds
    /// When its window ends, since the origin.
    public let end: Nanoseconds
    /// Frames per second.
    public let rate: Double
  }

  /// A counter over time.
  public struct Lane: Sendable, Equatable {
    /// What it measures.
    public let role: Counter.Role
    /// What its samples are in.
    public let unit: Unit
    /// The samples in order, without those that equal both neighbours; a new list begins where samples
    /// are missing.
    public let stretches: [[Sample]]
  }

  /// A sample of a counter.
  public struct Sample: Sendable, Equatable {
    /// When it was taken, since the origin.
    public let time: Nanoseconds
    /// What it says, in the counter's unit.
    public let value: Double
  }

  /// Gathers a profile; O(frames + samples).
  ///
  /// - Parameter figures: of the run.
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
    let longest = sorted.last.flatMap { Self.position(of: $0, in: frames.frameTimes) }
    longestEnd = longest.map { Self.ends(of: [$0], frames, starts)[0] } ?? 0
    hitches = figures.parameters.refreshRate.hertz.map { hertz in
      zip(frames.frameTimes.indices, frames.frameTimes).compactMap { position, frameTime in
        Hitch.isHitch(frameTime, refreshRate: hertz) ? position : nil
      }
    }
    janks = (try? figures.janks().positions).map { Array($0) } ?? []
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

  /// Not as a collection finds it, which would keep all it looks at in memory.
  private static func position(of frameTime: Nanoseconds, in frameTimes: FrameTimes) -> Int? {
    zip(frameTimes.indices, frameTimes).first { $1 == frameTime }?.0
  }

  /// Visits every frame in order.
  ///
  /// - Parameter visit: gets when the frame ends, since the origin, how long it lasted, and whether it
  ///   begins a segment.
  public func forEachFrame(_ visit: (Nanoseconds, Nanoseconds, Bool) -> Void) {
    for (segment, start) in zip(frames.segments, starts) {
      var end = start
      for frameTime in frames.frameTimes[segment] {
        let begins = end == start
        end += frameTime
        visit(end, frameTime, begins)
      }
    }
  }

  /// When each of some frames ends; O(segments) and what there are of them.
  ///
  /// - Parameter positions: among the frames that count, in ascending order.
  /// - Returns: since the origin, in the same order.
  public func ends(of positions: [Int]) -> [Nanoseconds] {
    Self.ends(of: positions, frames, starts)
  }

  private static func ends(
    of positions: [Int], _ frames: SelectedFrames, _ starts: [Nanoseconds]
  ) -> [Nanoseconds] {
    var ends: [Nanoseconds] = []
    ends.reserveCapacity(positions.count)
    // Frames of the segments before, which may not be the position of this one among the frame times.
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
    // A recording that is idle for too long has no points, and windows without number.
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
  /// The time since another one; `nil` where that is no number of nanoseconds.
  fileprivate func since(_ origin: Nanoseconds) -> Nanoseconds? {
    let (time, isTooFar) = subtractingReportingOverflow(origin)
    return isTooFar ? nil : time
  }
}

extension FrameTimeline {
  /// The first present that counts among some, where at least two do.
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
  /// The first and the last sample of each stretch of equal ones, in lists that missing ones part.
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
