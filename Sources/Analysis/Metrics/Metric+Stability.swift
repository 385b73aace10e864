internal import Recordings
internal import Units

extension Metric {
  /// The stability and the variability of the frame rate of a run.
  static let stability: [Metric] = [
    Metric(
      id: "fps.stability", title: "FPS stability (%)", unit: .fraction, polarity: .higherIsBetter,
      parameters: [.points, .stabilityTolerance, .frames],
      help: """
        By default, the share of the run's one-second windows whose frame rate is within 20% of the run's average \
        frame rate.
        """,
      formula:
        """
        share of p with |p - avg| <= tolerance * avg; p = frame rate of each window, avg = fps.avg, \
        tolerance = --stability-tolerance
        """,
      source: "Reinpalu 2017"
    ) { figures throws(Withheld) in
      try figures.shareOfPoints(around: figures.averageFrameRate())
    },
    Metric(
      id: "fps.stability.median", title: "FPS stability around the median (%)", unit: .fraction,
      polarity: .higherIsBetter,
      parameters: [.points, .stabilityTolerance, .frames],
      help: """
        By default, the share of the run's one-second windows whose frame rate is within 20% of the median frame rate \
        of all windows. A few slow windows hardly change the median frame rate.
        """,
      formula:
        """
        share of p with |p - median of p| <= tolerance * median of p; p = frame rate of each window, \
        tolerance = --stability-tolerance
        """,
      source: "GameBench"
    ) { figures throws(Withheld) in
      try figures.shareOfPoints(around: figures.points().quantile(0.5))
    },
    Metric(
      id: "fps.stability.frames", title: "FPS stability by frames (%)", unit: .fraction,
      polarity: .higherIsBetter,
      parameters: [.stabilityTolerance, .frames],
      help: """
        By default, the share of the frames whose own frame rate (1 / frame time) is within 20% of the run's average \
        frame rate.
        """,
      formula:
        """
        share of frames with |1 / ft - avg| <= tolerance * avg; avg = fps.avg, ft = frame time, \
        tolerance = --stability-tolerance
        """,
      source: "Hitchmark, after Reinpalu 2017"
    ) { figures throws(Withheld) in
      Double(try figures.stableFrames().count) / Double(try figures.frames().count)
    },
    Metric(
      id: "fps.stability.time", title: "FPS stability by time (%)", unit: .fraction,
      polarity: .higherIsBetter,
      parameters: [.stabilityTolerance, .frames],
      help: """
        By default, the share of the run's time in frames whose own frame rate (1 / frame time) is within 20% of the \
        run's average frame rate.
        """,
      formula:
        """
        sum of the frame times ft with |1 / ft - avg| <= tolerance * avg, divided by the duration; avg = fps.avg, \
        tolerance = --stability-tolerance
        """,
      source: "the theory chapter of Reinpalu 2017"
    ) { figures throws(Withheld) in
      Double(try figures.stableFrames().duration) / Double(try figures.frames().duration)
    },
    Metric(
      id: "fps.variability", title: "FPS variability", unit: .framesPerSecond,
      polarity: .lowerIsBetter, parameters: [.points, .frames],
      help: """
        The mean change of the frame rate, up or down, from one window of the run to the next; by default, a window \
        lasts one second.
        """,
      formula: "mean of |p[k+1] - p[k]|; p = frame rate of each window",
      source: "GameBench's variability index"
    ) { figures throws(Withheld) in
      let points = try figures.points()
      let steps = NeighborSteps(points.values, within: points.segments) { abs($0 - $1) }
      guard let mean = steps.mean else { throw .onePoint }
      return mean
    },
  ]
}

extension RunFigures {
  /// The share of frame-rate points that differ from a center by at most the stability tolerance.
  fileprivate func shareOfPoints(around center: Double) throws(Withheld) -> Double {
    let points = try points().values
    let reach = parameters.stabilityTolerance * center
    return Double(points.count { abs($0 - center) <= reach }) / Double(points.count)
  }

  /// The frames whose frame rates differ from the average by at most the stability tolerance, shortest frame first.
  fileprivate func stableFrames() throws(Withheld) -> Slice<SortedFrameTimes> {
    let average = try averageFrameRate()
    let reach = parameters.stabilityTolerance * average
    func lead(_ frameTime: Nanoseconds) -> Double { 1e9 / Double(frameTime) - average }
    let slowEnough = try sortedFrameTimes().longest { lead($0) <= reach }
    return slowEnough[..<slowEnough.partitioningIndex { lead($0) < -reach }]
  }
}
