internal import Recordings
internal import Units

extension SortedFrameTimes {
  /// The frame rate of a frame, counted from the slowest.
  ///
  /// - Parameter rank: 0 for the slowest; the fastest one where there are fewer frames.
  /// - Returns: frames per second.
  func frameRate(ofSlowest rank: Int) -> Double {
    1e9 / Double(self[Swift.max(0, count - 1 - rank)])
  }

  /// The frame rate of the slowest frames taken together.
  ///
  /// - Parameter frames: how many; at least one is taken, and at most all.
  /// - Returns: their number over their time, in frames per second.
  func frameRate(ofTheSlowest frames: Int) -> Double {
    let slowest = suffix(Swift.max(1, frames))
    return 1e9 * Double(slowest.count) / Double(slowest.duration)
  }

  /// The quantile of type 8 of the frame rates.
  ///
  /// Source: Hyndman and Fan, "Sample quantiles in statistical packages" (1996), definition 8.
  ///
  /// - Parameter probability: 0 to 1; near 0 are the slowest frames.
  /// - Returns: frames per second.
  func medianUnbiasedFrameRate(at probability: Double) -> Double {
    Self.medianUnbiased(count: count, at: probability) { frameRate(ofSlowest: $0) }
  }

  /// The quantile of type 8 of the frame times.
  ///
  /// - Parameter probability: 0 to 1.
  /// - Returns: nanoseconds.
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

  /// The values of a signal in ascending order, in milliseconds.
  func sortedMilliseconds(of signal: FrameSignal) throws(Withheld) -> [Double] {
    try values(of: signal).sorted().map(\.milliseconds)
  }
}
