internal import Statistics
internal import Units

/// The frame rate of a run over time, as one point per window of time.
public struct FrameRatePoints: Sendable {
  /// The frame-rate points of the run, one per window of time, in frames per second.
  public let values: [Double]

  /// The ranges of points without a pause between them, as indices; never empty.
  public let segments: [Range<Int>]

  /// The points in ascending order.
  private let sorted: [Double]

  /// A recording with more empty windows than this is idle, and has too many windows for memory.
  private static let tolerableEmptyWindows = 1_000_000

  /// Divides frames into points; O(frames + points · log points).
  ///
  /// - Parameters:
  ///   - frames: the frames in order.
  ///   - window: the definition of a point.
  ///   - frameTimes: the sorted frame times, needed if each frame is a point.
  /// - Throws: if there is no full window.
  init(
    _ frames: SelectedFrames, _ window: PointWindow,
    sorted frameTimes: () throws(Withheld) -> SortedFrameTimes
  ) throws(Withheld) {
    var values: [Double] = []
    var segments: [Range<Int>] = []
    for segment in frames.segments {
      let start = values.count
      try Self.append(to: &values, frames.frameTimes[segment], window)
      if values.count > start { segments.append(start..<values.count) }
    }
    guard !values.isEmpty else { throw .shorterThanWindow(window.name) }
    self.values = values
    self.segments = segments
    sorted = try Self.sorted(values, window, frameTimes)
  }

  /// The values in ascending order.
  ///
  /// If each frame is a point, they are the inverse of the sorted frame times.
  private static func sorted(
    _ values: [Double], _ window: PointWindow, _ frameTimes: () throws(Withheld) -> SortedFrameTimes
  ) throws(Withheld) -> [Double] {
    guard case .frame = window else { return values.sorted() }
    let sorted = try frameTimes()
    guard sorted.count == values.count else { return values.sorted() }
    return sorted.reversed().map { 1e9 / Double($0) }
  }

  /// The quantile, at a given probability, of the frame rates in the run's time windows (frame-rate points), in frames
  /// per second, by Hyndman and Fan's type 7.
  ///
  /// 0 and 1 give the lowest and the highest point.
  public func quantile(_ probability: Double) -> Double {
    let quantile = Quantile(probability, count: sorted.count)
    return quantile.value(between: sorted[quantile.lower], and: sorted[quantile.upper])
  }

  private static func append(
    to points: inout [Double], _ frameTimes: FrameTimes, _ window: PointWindow
  ) throws(Withheld) {
    switch window {
    case .window(let length): try appendWindows(to: &points, frameTimes, length)
    case .frame: points += frameTimes.lazy.map { 1e9 / Double($0) }
    case .fpsCounter(let length): appendCounterReadings(to: &points, frameTimes, length)
    }
  }

  /// Consecutive full windows.
  ///
  /// A frame belongs to the window in which it ends.
  private static func appendWindows(
    to points: inout [Double], _ frameTimes: FrameTimes, _ length: Nanoseconds
  ) throws(Withheld) {
    precondition(length > 0, "expected a point window that is longer than 0")
    let windows = frameTimes.duration / length
    guard windows - Nanoseconds(frameTimes.count) <= tolerableEmptyWindows else {
      throw .emptyWindows
    }
    let end = points.count + Int(windows)
    var sinceWindowStart: Nanoseconds = 0
    var count = 0
    for frameTime in frameTimes {
      sinceWindowStart += frameTime
      while sinceWindowStart > length {
        points.append(Double(count) / length.seconds)
        sinceWindowStart -= length
        count = 0
      }
      count += 1
    }
    // The last window is full if a frame ends exactly at its end.
    if points.count < end { points.append(Double(count) / length.seconds) }
  }

  private static func appendCounterReadings(
    to points: inout [Double], _ frameTimes: FrameTimes, _ length: Nanoseconds
  ) {
    forEachReading(of: frameTimes, length) { count, elapsed, _ in
      points.append((Double(count) / elapsed.seconds).rounded())
    }
  }

  /// The windows of FPSCounter: a window opens with a present and closes with the first present at
  /// least `length` later.
  ///
  /// The time to the next present, which opens the next window, is lost.
  ///
  /// - Parameters:
  ///   - frameTimes: the frame times of one segment.
  ///   - length: the length of a window.
  ///   - visit: gets the number of frames of a window, its duration, and its end since the start.
  @inline(__always)
  private static func forEachReading(
    of frameTimes: FrameTimes, _ length: Nanoseconds,
    visit: (Int, Nanoseconds, Nanoseconds) -> Void
  ) {
    var elapsed: Nanoseconds = 0
    var count = 0
    var isOpen = true
    var time: Nanoseconds = 0
    for frameTime in frameTimes {
      time += frameTime
      guard isOpen else {
        isOpen = true
        continue
      }
      elapsed += frameTime
      count += 1
      guard elapsed >= length else { continue }
      visit(count, elapsed, time)
      (elapsed, count, isOpen) = (0, 0, false)
    }
  }
}

extension FrameRatePoints {
  /// The time window of each point, in the order of the points; O(frames).
  ///
  /// `starts` is the start of each segment of the frames, on the clock of the result.
  static func windows(
    of frames: SelectedFrames, _ window: PointWindow, starts: [Nanoseconds]
  ) -> [(start: Nanoseconds, end: Nanoseconds)] {
    zip(frames.segments, starts).flatMap { segment, start in
      let frameTimes = frames.frameTimes[segment]
      var windows: [(start: Nanoseconds, end: Nanoseconds)] = []
      switch window {
      case .window(let length):
        let count = frameTimes.duration / length
        windows = (0..<count).map { (start + $0 * length, start + ($0 + 1) * length) }
      case .frame:
        var time = start
        windows.reserveCapacity(frameTimes.count)
        for frameTime in frameTimes {
          windows.append((time, time + frameTime))
          time += frameTime
        }
      case .fpsCounter(let length):
        forEachReading(of: frameTimes, length) { _, elapsed, end in
          windows.append((start + end - elapsed, start + end))
        }
      }
      return windows
    }
  }
}
