internal import Units

extension Metric {
  /// The frame rates of the slowest frames: percentiles and the two kinds of "lows".
  static let slowFrames: [Metric] = [
    percentile(id: "fps.p1", title: "FPS (1st percentile)", 0.99),
    percentile(id: "fps.p0.1", title: "FPS (0.1st percentile)", 0.999),
    lowAverage(id: "fps.low1.average", title: "1% low FPS (average)", 0.99),
    lowAverage(id: "fps.low0.1.average", title: "0.1% low FPS (average)", 0.999),
    lowIntegral(id: "fps.low1.integral", title: "1% low FPS (integral)", 0.01),
    lowIntegral(id: "fps.low0.1.integral", title: "0.1% low FPS (integral)", 0.001),
  ]

  private static func percentile(id: String, title: String, _ probability: Double) -> Metric {
    Metric(
      id: id, title: title, unit: .framesPerSecond, polarity: .higherIsBetter,
      refreshSteps: .frameRates, revision: 2, parameters: [.frames],
      help:
        "The frame rate that \(probability.percentage) of the frames of a run reach or exceed.",
      formula: "1 / quantile(ft, \(probability)); ft = frame time",
      source: "PresentMon"
    ) { figures throws(Withheld) in
      1e9 / (try figures.sortedFrameTimes(forTail: probability).quantile(probability))
    }
  }

  private static func lowAverage(id: String, title: String, _ probability: Double) -> Metric {
    Metric(
      id: id, title: title, unit: .framesPerSecond, polarity: .higherIsBetter,
      revision: 2, parameters: [.frames],
      help: """
        The average frame rate of the slowest \((1 - probability).percentage) of the frames: the number of these \
        frames divided by their total time.
        """,
      formula: "1 / mean of the frame times ft that are at least quantile(ft, \(probability))",
      source: "CapFrameX, “1% low average”"
    ) { figures throws(Withheld) in
      try figures.sortedFrameTimes(forTail: probability).lowAverage(from: probability)
    }
  }

  private static func lowIntegral(id: String, title: String, _ share: Double) -> Metric {
    Metric(
      id: id, title: title, unit: .framesPerSecond, polarity: .higherIsBetter,
      refreshSteps: .frameRates, revision: 2, parameters: [.frames],
      help: """
        The highest frame rate among the slowest frames of a run, which together last \(share.percentage) of the \
        run's time.
        """,
      formula:
        "1 / ft of the last frame if the longest frames are added until they last \(share) * duration; ft = frame time",
      source: "MSI Afterburner; CapFrameX, “1% low integral”"
    ) { figures throws(Withheld) in
      let target = share * Double(try figures.frames().duration)
      return try figures.sortedFrameTimes(forTail: 1 - share).frameRate(lastingFor: target)
    }
  }
}

extension SortedFrameTimes {
  /// The average frame rate of the frames that last at least a quantile.
  func lowAverage(from probability: Double) -> Double {
    let limit = quantile(probability)
    let slowest = longest { Double($0) >= limit }
    return 1e9 * Double(slowest.count) / Double(slowest.duration)
  }
}
