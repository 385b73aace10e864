internal import Statistics
internal import Units

extension Metric {
  /// The duration and the number of frames of a run.
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

  /// The average frame rates of a run, and the frame rates of its windows.
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
