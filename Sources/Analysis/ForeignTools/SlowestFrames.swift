internal import Recordings
internal import Units

extension SortedFrameTimes {
  /// The frame rate of the frame with a rank, in frames per second.
  ///
  /// Rank 0 is the slowest frame; a rank beyond the fastest frame gives the fastest frame.
  func frameRate(ofSlowest rank: Int) -> Double {
    1e9 / Double(self[Swift.max(0, count - 1 - rank)])
  }

  /// The average frame rate of the slowest frames, in frames per second: the number of these frames divided by their
  /// total time.
  ///
  /// If `frames` is below 1, the result is the frame rate of the slowest frame.
  func frameRate(ofTheSlowest frames: Int) -> Double {
    let slowest = suffix(Swift.max(1, frames))
    return 1e9 * Double(slowest.count) / Double(slowest.duration)
  }

  /// The type 8 quantile of the frame rates of single frames, in frames per second.
  ///
  /// A probability near 0 gives the frame rate of one of the slowest frames.
  ///
  /// Source: Hyndman and Fan, "Sample quantiles in statistical packages" (1996), definition 8.
  func medianUnbiasedFrameRate(at probability: Double) -> Double {
    Self.medianUnbiased(count: count, at: probability) { frameRate(ofSlowest: $0) }
  }

  /// The quantile of the frame times by Hyndman and Fan's definition 8, in nanoseconds.
  func medianUnbiasedFrameTime(at probability: Double) -> Double {
    Self.medianUnbiased(count: count, at: probability) { Double(self[$0]) }
  }

  private static func medianUnbiased(
    count: Int, at probability: Double, _ value: (Int) -> Double
  ) -> Double {
    let position = (Double(count) + 1 / 3) * probability + 1 / 3
    let lower = Int(position.rounded(.down))
    if lower < 1 { return value(0) }
    if lower >= count { return value(count - 1) }
    let weight = position - Double(lower)
    return value(lower - 1) + weight * (value(lower) - value(lower - 1))
  }
}

extension RunFigures {
  /// The mean of the frame rates of single frames.
  func meanOfFrameRates() throws(Withheld) -> Double {
    let frames = try frames()
    return frames.frameTimes.reduce(0) { $0 + 1e9 / Double($1) } / Double(frames.count)
  }

  /// The values of a signal of the run's frames in ascending order, in milliseconds.
  func sortedMilliseconds(of signal: FrameSignal) throws(Withheld) -> [Double] {
    try values(of: signal).sorted().map(\.milliseconds)
  }
}
