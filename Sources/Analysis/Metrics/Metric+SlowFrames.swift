internal import Recordings
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

extension Metric {
  /// Metrics of the frame rate of the slowest frames, and of pictures that stay on the screen for a long time.
  static let freezes: [Metric] = [
    Metric(
      id: "fps.floor95", title: "FPS floor (95%)", unit: .framesPerSecond,
      polarity: .higherIsBetter, refreshSteps: .frameRates, parameters: [.frames],
      help: """
        The frame-rate floor, which a few long freezes do not change: the frame rate that 95% of the frames reach or \
        exceed.
        """,
      formula: "1 / quantile(ft, 0.95); ft = frame time",
      source: """
        the 95% frame-rate floor of Liu, Kuwahara, Scovell and Claypool, “The Effects of Frame Rate Variation on \
        Game Player QoE” (only the abstract of the paper was read)
        """
    ) { figures throws(Withheld) in
      1e9 / (try figures.sortedFrameTimes(forTail: 0.95).quantile(0.95))
    },
    Metric(
      id: "freeze.longest", title: "Longest freeze (ms)", unit: .milliseconds,
      polarity: .lowerIsBetter,
      help: """
        The longest time of the run in which the display showed no new frame of the application.
        """,
      formula:
        "longest ft between displayed frames of the application; --frames has no effect; ft = frame time",
      source: """
        Hitchmark; a viewer accepts a freeze of up to 360 ms (van Kester et al. 2011; only the abstract of \
        the paper was read)
        """
    ) { figures throws(Withheld) in
      let sorted = try figures.sortedDisplayedFrameTimes()
      return sorted[sorted.count - 1].milliseconds
    },
    freezes(
      longerThan: 100,
      help: """
        The number of freezes over 100 ms per minute of the run; such a freeze visibly interrupts a movement on the \
        screen.
        """),
    freezes(
      longerThan: 360,
      help: """
        The number of freezes over 360 ms per minute of the run; such a freeze is longer than viewers accept.
        """),
  ]

  private static func freezes(longerThan milliseconds: Nanoseconds, help: String) -> Metric {
    Metric(
      id: "freeze.count\(milliseconds)", title: "Freezes over \(milliseconds) ms (per minute)",
      unit: .perMinute, polarity: .lowerIsBetter, help: help,
      formula:
        """
        number of displayed frames of the application with ft > \(milliseconds) ms, per minute of the duration; \
        ft = frame time
        """,
      source: milliseconds == 360
        ? "van Kester et al. 2011 (only the abstract of the paper was read)" : "Hitchmark"
    ) { figures throws(Withheld) in
      let frames = try figures.displayedFrames()
      let freezes = try figures.sortedDisplayedFrameTimes().longest {
        $0 > milliseconds * .perMillisecond
      }
      return Double(freezes.count) * 60 / frames.duration.seconds
    }
  }
}

extension Metric {
  /// Metrics of janks, which are frames much longer than the frames before them, by PerfDog's definition.
  static let janks: [Metric] = [
    Metric(
      id: "jank.count", title: "Janks", unit: .count, polarity: .lowerIsBetter,
      revision: 2, parameters: [.frames],
      help: """
        The number of janks: frames over 84 ms that are also longer than twice the mean of the three frames before.
        """,
      formula: """
        number of frames with ft > 84 ms and ft > 2 * mean ft of the three previous frames; after a jank, the next \
        jank needs three new previous frames; ft = frame time
        """,
      source: "PerfDog"
    ) { figures throws(Withheld) in
      Double(try figures.janks().count)
    },
    Metric(
      id: "jank.big", title: "Big janks", unit: .count, polarity: .lowerIsBetter,
      revision: 2, parameters: [.frames],
      help: """
        The number of big janks: frames that last over 125 ms and far longer than the three frames before them.
        """,
      formula: "number of janks (see jank.count) with ft > 125 ms; ft = frame time",
      source: "PerfDog"
    ) { figures throws(Withheld) in
      Double(try figures.janks().bigCount)
    },
    Metric(
      id: "jank.stutter", title: "Stutter (%)", unit: .fraction, polarity: .lowerIsBetter,
      revision: 2, parameters: [.frames],
      help:
        "Share of the run's time in janks, which are frames far longer than the three frames before them.",
      formula: "sum of the frame times of all janks (see jank.count), divided by the duration",
      source: "PerfDog"
    ) { figures throws(Withheld) in
      Double(try figures.janks().duration) / Double(try figures.frames().duration)
    },
  ]

  /// The share of the time in frames far longer than the moving average of frame times.
  static let stutterTime = Metric(
    id: "stutter.time", title: "Stutter time (%)", unit: .fraction, polarity: .lowerIsBetter,
    revision: 2, parameters: [.frames],
    help: """
      Share of the run's time in frames that are over 2.5 times as long as the moving average of the frame times.
      """,
    formula: """
      sum of the frame times ft over 2.5 * m, divided by the duration; m = mean ft of the last w frames, w = 10 * \
      sqrt(mean ft in ms); for m, an ft over 3 * the previous ft is replaced by the previous ft
      """,
    source: "CapFrameX"
  ) { figures throws(Withheld) in
    let frames = try figures.framesWithLongOnes()
    let mean = frames.duration.milliseconds / Double(frames.count)
    let window = max(1, Int((10 * mean.squareRoot()).rounded(.toNearestOrEven)))
    let stutter = frames.segments.reduce(Nanoseconds(0)) { sum, segment in
      sum + MovingAverage.stutter(in: frames.frameTimes[segment], length: window)
    }
    return Double(stutter) / Double(frames.duration)
  }

  static let stutter: [Metric] = [
    stutterTime,
    Metric(
      id: "animation.error", title: "Animation error (ms)", unit: .milliseconds,
      polarity: .lowerIsBetter, parameters: [.frames],
      help: """
        The mean animation error: the absolute difference between the time that the simulation advanced for a frame \
        and the time that the display advanced.
        """,
      formula: "mean of |simulation step - display step|; step = time advanced for the frame",
      source: "PresentMon"
    ) { figures throws(Withheld) in
      try figures.mean(of: .animationError, abs) / 1e6
    },
  ]
}
