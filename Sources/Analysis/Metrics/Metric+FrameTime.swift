internal import Statistics
internal import Units

extension Metric {
  /// The frame times of a run: mean, percentiles, maximum, standard deviation and jitter.
  static let frameTimes: [Metric] = [
    frameTime(
      "mean", "mean",
      help: "The mean frame time: the duration of the run divided by the number of frames.",
      formula: "duration / number of frames"
    ) { figures throws(Withheld) in
      let frames = try figures.frames()
      return Double(frames.duration) / Double(frames.count)
    },
    quantile("p50", "median", 0.5),
    quantile("p90", "90th percentile", 0.9),
    quantile("p95", "95th percentile", 0.95),
    quantile("p99", "99th percentile", 0.99),
    quantile("p99.9", "99.9th percentile", 0.999),
    frameTime(
      "max", "max", steps: .frameTimes, help: "The longest frame time of the run.",
      formula: "longest ft; ft = frame time"
    ) { figures throws(Withheld) in
      try figures.sortedFrameTimes(forTail: nil).quantile(1)
    },
    frameTime(
      "stddev", "standard deviation",
      help: "The standard deviation of the frame times: how much they vary around their mean.",
      formula: "sqrt(sum of (ft - mean of ft)^2 / (number of frames - 1)); ft = frame time"
    ) { figures throws(Withheld) in
      let frames = try figures.framesWithLongOnes()
      let values = frames.frameTimes.lazy.map(Double.init)
      // A sum of integers is exact, whether it is computed from the frame times or from two presents.
      let mean = frames.hasExactSums ? Double(frames.duration) / Double(frames.count) : nil
      guard let deviation = Moments.standardDeviation(of: values, mean: mean) else {
        throw .singleFrame
      }
      return deviation
    },
    frameTime(
      "jitter", "jitter",
      help: "The mean absolute difference between the frame times of consecutive frames.",
      formula: "mean of |ft[i+1] - ft[i]|; ft = frame time"
    ) { figures throws(Withheld) in
      guard let jitter = try figures.framesWithLongOnes().jitter else { throw .noNeighbors }
      return jitter
    },
  ]

  /// Measures of the spread of frame times that a few outliers do not affect.
  static let robustSpread: [Metric] = [
    frameTime(
      "iqr", "interquartile range", revision: 1,
      help: "The difference between the third and the first quartile of the frame times.",
      formula: "quantile(ft, 0.75) - quantile(ft, 0.25); ft = frame time"
    ) { figures throws(Withheld) in
      let sorted = try figures.sortedFrameTimes()
      guard sorted.count > 1 else { throw .singleFrame }
      return sorted.quantile(0.75) - sorted.quantile(0.25)
    },
    frameTime(
      "mad", "median absolute deviation", revision: 1,
      help: """
        The median absolute deviation of the frame times: the median of their distances from the median frame time.
        """,
      formula: "median of |ft - median of ft|, not multiplied by 1.4826; ft = frame time"
    ) { figures throws(Withheld) in
      let sorted = try figures.sortedFrameTimes()
      guard sorted.count > 1 else { throw .singleFrame }
      return sorted.medianAbsoluteDeviation
    },
  ]

  private static func quantile(_ name: String, _ words: String, _ probability: Double) -> Metric {
    frameTime(
      name, words, steps: probability < ComparisonConstants.leastTail ? nil : .frameTimes,
      help: """
        The \(words) of the frame times, which \(probability.percentage) of the frames of the run did not exceed.
        """,
      formula: "quantile(ft, \(probability)); ft = frame time"
    ) { figures throws(Withheld) in
      let isTail = probability >= ComparisonConstants.leastTail
      let sorted =
        try isTail ? figures.sortedFrameTimes(forTail: probability) : figures.sortedFrameTimes()
      return sorted.quantile(probability)
    }
  }

  /// A metric of frame times in milliseconds, from a computation in nanoseconds.
  private static func frameTime(
    _ name: String, _ words: String, steps: RefreshSteps? = nil, revision: Int = 2, help: String,
    formula: String,
    nanoseconds: @escaping Compute
  ) -> Metric {
    Metric(
      id: "frametime.\(name)", title: "Frame time (\(words), ms)", unit: .milliseconds,
      polarity: .lowerIsBetter, refreshSteps: steps, revision: revision, parameters: [.frames],
      help: help, formula: formula,
      source: "a common definition; quantiles are interpolated by Hyndman and Fan's type 7"
    ) { figures throws(Withheld) in
      try nanoseconds(figures) / 1e6
    }
  }
}

extension Metric {
  static let extent: [Metric] = [
    Metric(
      id: "duration", title: "Duration (sec)", unit: .seconds, polarity: .lowerIsBetter,
      parameters: [.frames],
      help: """
        The recorded duration of the test; if the run contains no recorded duration, the sum of its frame times.
        """,
      formula:
        "the duration of the test that the run recorded; without a recorded duration, the sum of the frame times",
      source: "Reinpalu 2017"
    ) { figures throws(Withheld) in
      if let recorded = figures.recordedDuration() { return recorded.seconds }
      return try figures.frames().duration.seconds
    },
    Metric(
      id: "frames", title: "Frames", unit: .count, polarity: .neither, digits: 0,
      parameters: [.frames],
      help: """
        The number of frames from which the run's metrics are computed: by default, the displayed frames of the \
        application.
        """,
      formula: """
        number of frames that --frames selects; if the trace has no times of presents, the number of all frames
        """,
      source: "Hitchmark"
    ) { figures throws(Withheld) in
      Double(try figures.frameCount())
    },
  ]

  /// The average frame rate: the number of frames divided by the duration.
  ///
  /// The metric `response.avg` also uses the average frame rate.
  static let averageFrameRate = Metric(
    id: "fps.avg", title: "FPS (avg)", unit: .framesPerSecond, polarity: .higherIsBetter,
    parameters: [.frames],
    help: "The average frame rate: the number of frames divided by the duration of the run.",
    formula: "number of frames / duration",
    source: "Reinpalu 2017; CapFrameX, MangoHud since 0.7 and PresentMon use this formula"
  ) { figures throws(Withheld) in
    try figures.averageFrameRate()
  }

  static let frameRates: [Metric] = [
    averageFrameRate,
    Metric(
      id: "fps.mean-of-frames", title: "FPS (mean of frames)", unit: .framesPerSecond,
      polarity: .higherIsBetter, parameters: [.frames],
      help: """
        The mean of the frame rates of single frames, which some tools print as the average frame rate, although \
        short frames have the same weight as long frames.
        """,
      formula: "mean of 1 / ft; ft = frame time",
      source: "MangoHud 0.6, mangoplot, FlightlessSomething"
    ) { figures throws(Withheld) in
      let frames = try figures.frames()
      var sum = CompensatedSum()
      for frameTime in frames.frameTimes { sum.add(1e9 / Double(frameTime)) }
      return sum.value / Double(frames.count)
    },
    ofPoints(
      id: "fps.min", title: "FPS (min)",
      help:
        "The lowest frame rate of all windows of the run; by default, a window lasts one second.",
      formula: "min of p; p = frame rate of each window", quantile: 0),
    ofPoints(
      id: "fps.max", title: "FPS (max)",
      help:
        "The highest frame rate of all windows of the run; by default, a window lasts one second.",
      formula: "max of p; p = frame rate of each window", quantile: 1),
    ofPoints(
      id: "fps.median", title: "FPS (median)",
      help:
        "The median frame rate of all windows of the run; by default, a window lasts one second.",
      formula: "median of p; p = frame rate of each window", quantile: 0.5),
  ]

  private static func ofPoints(
    id: String, title: String, help: String, formula: String, quantile: Double
  ) -> Metric {
    Metric(
      id: id, title: title, unit: .framesPerSecond, polarity: .higherIsBetter,
      parameters: [.points, .frames], help: help, formula: formula,
      source: "GameBench"
    ) { figures throws(Withheld) in
      try figures.points().quantile(quantile)
    }
  }
}

extension SelectedFrames {
  /// Whether all sums of frame times, and of differences between them, are integers that `Double` represents exactly:
  /// if the run takes less than 52 days.
  fileprivate var hasExactSums: Bool { duration < 1 << 52 }

  /// The mean absolute difference between consecutive frame times, in nanoseconds; `nil` if no two are consecutive.
  ///
  /// Exact sums are computed with integers, because each addition of a compensated sum waits for the one before.
  fileprivate var jitter: Double? {
    guard hasExactSums else {
      return NeighborSteps(frameTimes, within: segments) { abs(Double($0) - Double($1)) }.mean
    }
    var sum: Nanoseconds = 0
    var count = 0
    for segment in segments {
      var frames = frameTimes[segment].makeIterator()
      guard var last = frames.next() else { continue }
      while let frameTime = frames.next() {
        sum &+= abs(frameTime &- last)
        last = frameTime
      }
      count += segment.count - 1
    }
    return count > 0 ? Double(sum) / Double(count) : nil
  }
}
