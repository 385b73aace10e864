internal import Recordings
internal import Units

extension Metric {
  /// Stability of the frame rate.
  static let stability: [Metric] = [
    Metric(
      id: "fps.stability", title: "FPS stability (%)", unit: .fraction, polarity: .higherIsBetter,
      parameters: [.points, .stabilityTolerance, .frames],
      help: "Share of the frame-rate points near the average frame rate.",
      formula: "share of frame-rate points p with |p - avg| <= tolerance * avg",
      source: "Reinpalu 2017"
    ) { figures throws(Withheld) in
      try figures.shareOfPoints(around: figures.averageFrameRate())
    },
    Metric(
      id: "fps.stability.median", title: "FPS stability around the median (%)", unit: .fraction,
      polarity: .higherIsBetter,
      parameters: [.points, .stabilityTolerance, .frames],
      help: "Like fps.stability, but around the median, which a few slow points do not change.",
      formula: "share of frame-rate points p with |p - median| <= tolerance * median",
      source: "GameBench"
    ) { figures throws(Withheld) in
      try figures.shareOfPoints(around: figures.points().quantile(0.5))
    },
    Metric(
      id: "fps.stability.frames", title: "FPS stability by frames (%)", unit: .fraction,
      polarity: .higherIsBetter,
      parameters: [.stabilityTolerance, .frames],
      help:
        "Like fps.stability, but judges each frame, so that no hitch is hidden within a second.",
      formula: "share of frames with |1 / ft - avg| <= tolerance * avg",
      source: "Hitchmark, after Reinpalu 2017"
    ) { figures throws(Withheld) in
      Double(try figures.stableFrames().count) / Double(try figures.frames().count)
    },
    Metric(
      id: "fps.stability.time", title: "FPS stability by time (%)", unit: .fraction,
      polarity: .higherIsBetter,
      parameters: [.stabilityTolerance, .frames],
      help: "Share of the time in frames near the average frame rate.",
      formula: "sum of ft with |1 / ft - avg| <= tolerance * avg, divided by T",
      source: "Reinpalu 2017, the definition in theory"
    ) { figures throws(Withheld) in
      Double(try figures.stableFrames().duration) / Double(try figures.frames().duration)
    },
    Metric(
      id: "fps.variability", title: "FPS variability", unit: .framesPerSecond,
      polarity: .lowerIsBetter, parameters: [.points, .frames],
      help: "The mean change of the frame rate from one point to the next.",
      formula: "mean of |p[k+1] - p[k]| over neighboring frame-rate points",
      source: "GameBench variability index"
    ) { figures throws(Withheld) in
      let points = try figures.points()
      let steps = NeighbourSteps(points.values, within: points.segments) { abs($0 - $1) }
      guard let mean = steps.mean else { throw .onePoint }
      return mean
    },
  ]
}

extension RunFigures {
  /// The share of frame-rate points within the tolerance around a center.
  fileprivate func shareOfPoints(around centre: Double) throws(Withheld) -> Double {
    let points = try points().values
    let reach = parameters.stabilityTolerance * centre
    return Double(points.count { abs($0 - centre) <= reach }) / Double(points.count)
  }

  /// The frames within the tolerance around the average frame rate, shortest first.
  fileprivate func stableFrames() throws(Withheld) -> Slice<SortedFrameTimes> {
    let average = try averageFrameRate()
    let reach = parameters.stabilityTolerance * average
    func lead(_ frameTime: Nanoseconds) -> Double { 1e9 / Double(frameTime) - average }
    let slowEnough = try sortedFrameTimes().longest { lead($0) <= reach }
    return slowEnough[..<slowEnough.partitioningIndex { lead($0) < -reach }]
  }
}
