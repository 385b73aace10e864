internal import Statistics
internal import Units

extension Metric {
  /// Metrics of frames that missed a refresh of the display, and of frozen frames.
  static let hitches: [Metric] = [
    Metric(
      id: "hitch.count", title: "Hitches", unit: .count, polarity: .lowerIsBetter,
      revision: 2,
      parameters: [.refreshRate, .refreshRateSource, .frames],
      help:
        "The number of hitches, which are frames longer than one and a half refreshes of the display.",
      formula: "number of frames with ft > 1.5 v; v = 1 / refresh rate, ft = frame time",
      source: "Apple's definition of hitches"
    ) { figures throws(Withheld) in
      Double(try figures.hitches().count)
    },
    Metric(
      id: "hitch.time", title: "Hitch time (ms)", unit: .milliseconds, polarity: .lowerIsBetter,
      revision: 2,
      parameters: [.refreshRate, .refreshRateSource, .frames],
      help: """
        The total time by which the hitches (frames longer than 1.5 refreshes of the display) each exceed one refresh.
        """,
      formula: "sum of (ft - v) over frames with ft > 1.5 v; v = 1 / refresh rate, ft = frame time",
      source: "Apple's definition of hitches"
    ) { figures throws(Withheld) in
      try figures.hitchTime()
    },
    Metric(
      id: "hitch.ratio", title: "Hitch time ratio (ms/s)", unit: .millisecondsPerSecond,
      polarity: .lowerIsBetter, revision: 2,
      parameters: [.refreshRate, .refreshRateSource, .frames],
      help: """
        The hitch time ratio: the hitch time per second of the run. Apple's scale of 2020 calls hitch time ratios up \
        to 5 ms/s good, and from 10 ms/s critical. Apple's current scale, which ends at 50 ms/s, calls hitch time \
        ratios up to 10 ms/s good, from there up to 25 ms/s a warning, and above 25 ms/s critical.
        """,
      formula: "hitch time / duration",
      source: "Apple's definition of the hitch time ratio"
    ) { figures throws(Withheld) in
      try figures.hitchTime() / figures.frames().duration.seconds
    },
    Metric(
      id: "frames.missed", title: "Missed refreshes (%)", unit: .fraction,
      polarity: .lowerIsBetter, revision: 2,
      parameters: [.refreshRate, .refreshRateSource, .frames],
      help: "Share of the display's refreshes that showed no new frame.",
      formula:
        "(sum of max(0, r - 1)) / (sum of max(1, r)); r = floor(ft / v + 1/2), v = 1 / refresh rate, ft = frame time",
      source:
        "defined by Hitchmark, which assumes that a frame stays on the display for a whole number of refreshes"
    ) { figures throws(Withheld) in
      let hertz = try figures.refreshRate()
      let frameTimes = try figures.framesWithLongOnes().frameTimes
      return Hitch.missedShare(of: frameTimes, refreshRate: hertz)
    },
    Metric(
      id: "frames.frozen", title: "Frozen frames", unit: .count, polarity: .lowerIsBetter,
      revision: 2, parameters: [.frames],
      help: """
        The number of frozen frames, which last over 700 ms, so that the application seems to hang.
        """,
      formula: "number of frames with ft > 700 ms; ft = frame time",
      source: "Android vitals"
    ) { figures throws(Withheld) in
      Double(
        try figures.sortedFrameTimes(forTail: nil).longest { $0 > 700 * .perMillisecond }.count)
    },
  ]
}

extension RunFigures {
  /// The frames that lasted longer than one and a half refreshes of the display.
  fileprivate func hitches() throws(Withheld) -> Slice<SortedFrameTimes> {
    let hertz = try refreshRate()
    return try sortedFrameTimes(forTail: nil).longest { Hitch.isHitch($0, refreshRate: hertz) }
  }

  /// The total lateness of the hitches, in milliseconds.
  fileprivate func hitchTime() throws(Withheld) -> Double {
    let hitches = try hitches()
    return hitches.duration.milliseconds - Double(hitches.count) * 1000 / (try refreshRate())
  }
}

extension RefreshSteps {
  /// The rule for metrics of the longest frame times, in milliseconds.
  static let frameTimes = RefreshSteps(.frameTime, borneOutBy: "frames.missed")
  /// The rule for metrics of the frame rates of the longest frames.
  static let frameRates = RefreshSteps(.frameRate, borneOutBy: "frames.missed")
}
