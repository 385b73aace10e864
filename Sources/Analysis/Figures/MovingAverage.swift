internal import Units

/// The time in frames far above the moving average, by CapFrameX's definition of stuttering.
enum MovingAverage {
  /// A frame stutters if it is longer than this multiple of the moving average.
  static let stutterFactor = 2.5

  /// In the average, a frame time above this multiple of the previous one is replaced by the
  /// previous one.
  static let outlierFactor = 3.0

  /// The total duration of the frames above 2.5 × the trailing mean; O(n).
  ///
  /// - Parameters:
  ///   - frameTimes: the frame times of one segment.
  ///   - length: the number of frames in the mean, the current one included; at least 1.
  static func stutter(
    in frameTimes: FrameTimes, length: Int
  ) -> Nanoseconds {
    var (entering, leaving) = (Taming(), Taming())
    var leavingTimes = frameTimes.makeIterator()
    var stutter: Nanoseconds = 0
    var sum: Nanoseconds = 0
    var count = 0
    for frameTime in frameTimes {
      sum += entering.next(frameTime)
      if count < length {
        count += 1
      } else if let left = leavingTimes.next() {
        sum -= leaving.next(left)
      }
      let limit = stutterFactor * Double(sum) / Double(count)
      if Double(frameTime) > limit { stutter += frameTime }
    }
    return stutter
  }

  /// Replaces outliers among successive frame times by the value before them.
  private struct Taming {
    private var last: Nanoseconds?

    mutating func next(_ frameTime: Nanoseconds) -> Nanoseconds {
      defer { last = frameTime }
      guard let last, Double(frameTime) > outlierFactor * Double(last) else { return frameTime }
      return last
    }
  }
}
