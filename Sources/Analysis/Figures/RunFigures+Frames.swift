public import Recordings
internal import Statistics
internal import Units

// Data of each frame within the activities.

extension RunFigures {
  /// The kind, such as displayed or dropped, of each frame within the run's activities; O(frames).
  ///
  /// Frames that metrics do not count are included. If the trace has no kinds, all frames are displayed.
  ///
  /// - Throws: why there are no frames.
  public func kinds() throws(Withheld) -> [FrameKind] {
    _ = try frames()
    guard let timeline = recording.timeline.value, let activities else { throw .noFrames }
    guard let kinds = timeline.kinds else {
      return Array(repeating: .displayed, count: activities.frameCount)
    }
    return activities.presents.flatMap { kinds[$0.lowerBound..<$0.upperBound - 1] }
  }

  /// The share of counted frames that the operating system marks as late for given reasons, such as the application;
  /// O(frames).
  ///
  /// - Throws: why there are no frames, or that the trace does not contain this.
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

  /// The frames of the application that were displayed, whatever `--frames` selects; at least one.
  ///
  /// - Throws: why there are none, or why long frames are not reliable.
  func displayedFrames() throws(Withheld) -> SelectedFrames {
    if parameters.frames == .displayed { return try framesWithLongOnes() }
    try quality.allow(.frames)
    try quality.allow(.longFrames)
    return try SelectedFrames.of(recording, selection: .displayed).get()
  }

  /// The frame times of `displayedFrames` in ascending order, at least one.
  func sortedDisplayedFrameTimes() throws(Withheld) -> SortedFrameTimes {
    _ = try displayedFrames()
    // Without kinds, all frames are displayed, whatever is selected.
    let areAll = parameters.frames == .displayed || recording.timeline.value?.kinds == nil
    return areAll ? try sortedFrameTimes() : try sortedDisplayed.get()
  }

  /// The type 7 quantile of the absolute values of a signal, in nanoseconds; O(frames).
  ///
  /// - Throws: why there are no frames, or that they have no such signal.
  func quantileOfSizes(
    of signal: FrameSignal, _ probability: Double
  ) throws(Withheld) -> Double {
    let values = try values(of: signal)
    try Tail.allow(probability, of: values.count)
    var collector = SortedSignal.Collector(capacity: values.count)
    for value in values { collector.append(value == .min ? .max : abs(value)) }
    return collector.finish().quantile(probability)
  }

  /// The sum of a signal's absolute values, divided by the time of the frames that have it;
  /// O(frames).
  ///
  /// - Throws: why there are no frames, or that they have no such signal.
  func shareOfTime(in signal: FrameSignal) throws(Withheld) -> Double {
    _ = try frames()
    guard let timeline = recording.timeline.value, let column = timeline.signals[signal],
      let activities
    else { throw .noSignal(signal) }
    try quality.allow(.signal(signal))
    var sum = CompensatedSum()
    var time: Nanoseconds = 0
    for presents in activities.presents {
      timeline.forEachFrame(among: presents, parameters.frames) { frame, frameTime in
        guard let value = column[frame] else { return }
        sum.add(abs(Double(value)))
        time += frameTime
      }
    }
    guard time > 0 else { throw .noSignal(signal) }
    return sum.value / Double(time)
  }

  /// The mean of a per-frame signal, such as CPU time, over the frames that metrics count, in nanoseconds; O(frames).
  ///
  /// `transform` is applied to each value first.
  ///
  /// - Throws: why there are no frames, that they have no such signal, or why the signal is not reliable.
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
