public import Recordings
internal import Statistics

// What is known of each frame within the activities.

extension RunFigures {
  /// What became of each frame within the activities, whatever kind counts; O(frames).
  ///
  /// - Returns: one a frame in order, where the trace tells; else as many as there are, all displayed.
  /// - Throws: why there are no frames.
  public func kinds() throws(Withheld) -> [FrameKind] {
    _ = try frames()
    guard let timeline = recording.timeline.value, let activities else { throw .noFrames }
    guard let kinds = timeline.kinds else {
      return Array(repeating: .displayed, count: activities.frameCount)
    }
    return activities.presents.flatMap { kinds[$0.lowerBound..<$0.upperBound - 1] }
  }

  /// The share of the frames that count which the platform calls late; O(frames).
  ///
  /// - Parameter blame: for any of these reasons.
  /// - Returns: a fraction.
  /// - Throws: why there are no frames, or that the trace does not say.
  public func shareOfFrames(blamedOn blame: FrameBlame) throws(Withheld) -> Double {
    let count = try frames().count
    guard let timeline = recording.timeline.value, let blames = timeline.blames, let activities
    else { throw .noBlames }
    var late = 0
    for presents in activities.presents {
      timeline.forEachFrame(among: presents, parameters.frames) { frame, _ in
        if !blames[frame].isDisjoint(with: blame) { late += 1 }
      }
    }
    return Double(late) / Double(count)
  }

  /// The mean of a signal of the frames that count; O(frames).
  ///
  /// - Parameters:
  ///   - signal: which.
  ///   - transform: what of each value the mean is of.
  /// - Returns: nanoseconds.
  /// - Throws: why there are no frames, or that they have no such signal.
  public func mean(
    of signal: FrameSignal, _ transform: @escaping (Double) -> Double
  ) throws(Withheld) -> Double {
    let values = try values(of: signal)
    guard let mean = Moments.mean(of: values.lazy.map { transform(Double($0)) }) else {
      throw .noSignal(signal)
    }
    return mean
  }
}
