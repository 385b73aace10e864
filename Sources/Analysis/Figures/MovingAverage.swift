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
    in frameTimes: Slice<FrameTimes>, length: Int
  ) -> Nanoseconds {
    func tamed(_ index: Int) -> Nanoseconds {
      guard index > frameTimes.startIndex else { return frameTimes[index] }
      let before = frameTimes[index - 1]
      return Double(frameTimes[index]) > outlierFactor * Double(before) ? before : frameTimes[index]
    }
    var stutter: Nanoseconds = 0
    var sum: Nanoseconds = 0
    for index in frameTimes.indices {
      sum += tamed(index)
      if index - frameTimes.startIndex >= length { sum -= tamed(index - length) }
      let count = min(index - frameTimes.startIndex + 1, length)
      let limit = stutterFactor * Double(sum) / Double(count)
      if Double(frameTimes[index]) > limit { stutter += frameTimes[index] }
    }
    return stutter
  }
}
