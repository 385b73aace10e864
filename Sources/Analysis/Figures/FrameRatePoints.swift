internal import Statistics
internal import Units

/// Frame rates over time: one for each point window.
public struct FrameRatePoints: Sendable {
  /// The points in order, in frames per second.
  public let values: [Double]

  /// Stretches of `values` that follow each other; none is empty.
  public let segments: [Range<Int>]

  /// The points in ascending order.
  private let sorted: [Double]

  /// More windows than this without a frame are an idle recording, and too many to keep.
  private static let tolerableEmptyWindows = 1_000_000

  /// Cuts frames into points; O(frames + points · log points).
  ///
  /// - Parameters:
  ///   - frames: in order.
  ///   - window: what a point is.
  ///   - frameTimes: those of the same frames, asked for where each frame is a point.
  /// - Throws: when there is not one full window.
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

  /// The values in ascending order; those of frames are the inverse of what is sorted already.
  private static func sorted(
    _ values: [Double], _ window: PointWindow, _ frameTimes: () throws(Withheld) -> SortedFrameTimes
  ) throws(Withheld) -> [Double] {
    guard case .frame = window else { return values.sorted() }
    let sorted = try frameTimes()
    guard sorted.count == values.count else { return values.sorted() }
    return sorted.reversed().map { 1e9 / Double($0) }
  }

  /// The type 7 quantile of the points.
  ///
  /// - Parameter probability: 0 to 1; 0 and 1 are the lowest and the highest point.
  /// - Returns: frames per second.
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

  /// Full windows, one after the other; a frame belongs to the window in which it ends.
  private static func appendWindows(
    to points: inout [Double], _ frameTimes: FrameTimes, _ length: Nanoseconds
  ) throws(Withheld) {
    precondition(length > 0, "a point window lasts above 0")
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
    // The last window is full where a frame ends with it.
    if points.count < end { points.append(Double(count) / length.seconds) }
  }

  private static func appendCounterReadings(
    to points: inout [Double], _ frameTimes: FrameTimes, _ length: Nanoseconds
  ) {
    forEachReading(of: frameTimes, length) { count, elapsed, _ in
      points.append((Double(count) / elapsed.seconds).rounded())
    }
  }

  /// A window opens with one present and closes with the first one a length later; the time to the
  /// present after that, which opens the next one, is lost.
  ///
  /// - Parameters:
  ///   - frameTimes: one segment.
  ///   - length: of a window.
  ///   - visit: gets a window's frames, how long it was open, and when it closed since the start.
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
  /// The time that each point is of, in the order of the points; O(frames).
  ///
  /// - Parameters:
  ///   - frames: in order.
  ///   - window: what a point is.
  ///   - starts: when each segment of the frames begins.
  /// - Returns: one a point, on the clock of `starts`.
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
