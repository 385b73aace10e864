internal import Units

/// The time in frames far above the moving average, as CapFrameX counts stuttering.
enum MovingAverage {
  /// A frame stutters above this multiple of the moving average.
  static let stutterFactor = 2.5

  /// A frame time above this multiple of the one before enters the average as the one before.
  static let outlierFactor = 3.0

  /// Sums the frames above 2.5 × the trailing mean; O(n).
  ///
  /// - Parameters:
  ///   - frameTimes: one segment.
  ///   - length: frames in the mean, the present one included; at least 1.
  /// - Returns: their time.
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

  /// Takes frame times one after the other, and gives what enters the average for each.
  private struct Taming {
    private var last: Nanoseconds?

    mutating func next(_ frameTime: Nanoseconds) -> Nanoseconds {
      defer { last = frameTime }
      guard let last, Double(frameTime) > outlierFactor * Double(last) else { return frameTime }
      return last
    }
  }
}
