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
      let frameTimes = try figures.framesWithLongOnes().frameTimes
      guard let deviation = Moments.standardDeviation(of: frameTimes.lazy.map(Double.init)) else {
        throw .singleFrame
      }
      return deviation
    },
    frameTime(
      "jitter", "jitter",
      help: "The mean absolute difference between the frame times of consecutive frames.",
      formula: "mean of |ft[i+1] - ft[i]|; ft = frame time"
    ) { figures throws(Withheld) in
      let frames = try figures.framesWithLongOnes()
      let steps = NeighborSteps(frames.frameTimes, within: frames.segments) {
        abs(Double($0) - Double($1))
      }
      guard let mean = steps.mean else { throw .noNeighbors }
      return mean
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
