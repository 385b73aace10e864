internal import Recordings
internal import Statistics
internal import Units

extension Metric {
  /// Metrics of uneven motion on the screen.
  static let pacing: [Metric] = [
    Metric(
      id: "hitch.weighted", title: "Weighted hitch time (ms/s)", unit: .millisecondsPerSecond,
      polarity: .lowerIsBetter,
      parameters: [
        .refreshRate, .refreshRateSource, .frames, .hitchTau, .hitchPower, .hitchDelta,
      ],
      help: """
        The hitch time per second of the run, weighted so that one long hitch counts more than several short hitches \
        of the same total time.
        """,
      caveat: """
        the weights that the metric hitch.weighted gives to late frames were chosen for Hitchmark, and not fitted to \
        ratings of viewers
        """,
      formula: """
        (1 / duration) * sum of e * (e/tau)^(power - 1); e = max(0, ft - v - delta), v = 1 / refresh \
        rate, ft = frame time; tau, power, delta = --hitch-tau, --hitch-power, --hitch-delta
        """,
      source: """
        Hitchmark; the ignored lateness is after Klein et al. 2024; the higher weight of long hitches is after Xu \
        and Claypool 2024; only the abstracts of both papers were read
        """
    ) { figures throws(Withheld) in
      let refresh = 1e9 / (try figures.refreshRate())
      let weight = figures.parameters.hitchWeight
      let late = try figures.sortedFrameTimes(forTail: nil).longest { Double($0) > refresh }
      var sum = CompensatedSum()
      for frameTime in late { sum.add(weight.weighted(lateness: Double(frameTime) - refresh)) }
      return sum.value / (try figures.frames().duration.seconds)
    },
    Metric(
      id: "pacing.error", title: "Pacing error (%)", unit: .fraction, polarity: .lowerIsBetter,
      parameters: [.refreshRate, .refreshRateSource, .frames, .refreshRange],
      help: """
        The unevenness of the frame times: the sum of the absolute differences between consecutive frame times, \
        divided by twice the run's duration. Whole missed refreshes are first subtracted from frame times that are \
        nearly a multiple of the refresh duration.
        """,
      formula: """
        (sum of |g[i+1] - g[i]|) / (2 * duration); ft = frame time, v = 1 / refresh rate; g = ft - (r - 1) v if ft is \
        within v/4 of r >= 2 refreshes, otherwise g = ft; if the refresh rate is unknown or variable, g = ft
        """,
      source: "Hitchmark"
    ) { figures throws(Withheld) in
      let hasFixedRate = figures.parameters.refreshRange == nil
      let hertz = hasFixedRate ? try? figures.refreshRate() : nil
      return try figures.framesWithLongOnes().unevenness(atRefreshRate: hertz)
    },
    Metric(
      id: "animation.error.p95", title: "Animation error (95th percentile, ms)",
      unit: .milliseconds, polarity: .lowerIsBetter, parameters: [.frames],
      help: """
        The absolute animation error that 95% of the frames did not exceed: the difference between the times that \
        the simulation and the display advanced for a frame.
        """,
      formula:
        "quantile(|simulation step - display step|, 0.95); step = time advanced for the frame",
      source: "PresentMon from 2.4, CapFrameX"
    ) { figures throws(Withheld) in
      try figures.quantileOfSizes(of: .animationError, 0.95) / 1e6
    },
    Metric(
      id: "animation.error.share", title: "Animation error share (%)", unit: .fraction,
      polarity: .lowerIsBetter, parameters: [.frames],
      help:
        "The sum of the absolute animation errors of all frames, divided by the sum of the frame times.",
      formula: """
        (sum of |simulation step - display step|) / (sum of ft), over frames with a known animation error; ft = frame \
        time
        """,
      source: """
        defined by Hitchmark; the errors are divided by the times between presents, not by the times between the \
        moments at which the display showed the frames
        """
    ) { figures throws(Withheld) in
      try figures.shareOfTime(in: .animationError)
    },
  ]
}

extension SelectedFrames {
  /// The sum of the absolute differences between consecutive frame times, divided by twice the duration; O(n).
  ///
  /// - Parameter hertz: the rate whose missed refreshes are first subtracted; `nil` to subtract nothing.
  /// - Throws: that no two frames are consecutive.
  func unevenness(atRefreshRate hertz: Double?) throws(Withheld) -> Double {
    let durations = frameTimes.lazy.map { Hitch.withoutMissed($0, refreshRate: hertz) }
    let steps = NeighborSteps(durations, within: segments) { abs($0 - $1) }
    guard steps.mean != nil else { throw .noNeighbors }
    return steps.total / (2 * Double(duration))
  }
}

extension Metric {
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
