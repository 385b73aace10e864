internal import Statistics
internal import Units

extension Metric {
  /// Frames that missed a refresh of the display, and frozen frames.
  static let hitches: [Metric] = [
    Metric(
      id: "hitch.count", title: "Hitches", unit: .count, polarity: .lowerIsBetter,
      revision: 2,
      parameters: [.refreshRate, .refreshRateSource, .frames],
      help: "The number of frames that came more than half a refresh late.",
      formula: "frames with ft > 1.5 v; v = 1 / refresh rate, ft = frame time",
      source: "Apple, hitches"
    ) { figures throws(Withheld) in
      Double(try figures.hitches().count)
    },
    Metric(
      id: "hitch.time", title: "Hitch time (ms)", unit: .milliseconds, polarity: .lowerIsBetter,
      revision: 2,
      parameters: [.refreshRate, .refreshRateSource, .frames],
      help: "The total lateness of all late frames.",
      formula: "sum of (ft - v) over frames with ft > 1.5 v; v = 1 / refresh rate, ft = frame time",
      source: "Apple, hitches"
    ) { figures throws(Withheld) in
      try figures.hitchTime()
    },
    Metric(
      id: "hitch.ratio", title: "Hitch time ratio (ms/s)", unit: .millisecondsPerSecond,
      polarity: .lowerIsBetter, revision: 2,
      parameters: [.refreshRate, .refreshRateSource, .frames],
      help: """
        Hitch time per second. Apple has published two scales: up to 5 is good and from 10 critical \
        (2020); up to 10 is good, up to 25 a warning, up to 50 critical (current).
        """,
      formula: "hitch time / duration",
      source: "Apple, hitch time ratio"
    ) { figures throws(Withheld) in
      try figures.hitchTime() / figures.frames().duration.seconds
    },
    Metric(
      id: "frames.missed", title: "Missed refreshes (%)", unit: .fraction,
      polarity: .lowerIsBetter, revision: 2,
      parameters: [.refreshRate, .refreshRateSource, .frames],
      help: "Share of the display's refreshes that showed no new frame.",
      formula:
        "sum of max(0, r - 1) / sum of max(1, r); r = floor(ft / v + 1/2), v = 1 / refresh rate, ft = frame time",
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
      help: "The number of frames so long that the application seems to hang.",
      formula: "frames with ft > 700 ms; ft = frame time",
      source: "Android vitals"
    ) { figures throws(Withheld) in
      Double(
        try figures.sortedFrameTimes(forTail: nil).longest { $0 > 700 * .perMillisecond }.count)
    },
  ]
}

extension RunFigures {
  /// The frames that lasted longer than one and a half refreshes.
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
  /// Metrics of the longest frame times, in milliseconds.
  static let frameTimes = RefreshSteps(.frameTime, borneOutBy: "frames.missed")
  /// Metrics of their frame rates.
  static let frameRates = RefreshSteps(.frameRate, borneOutBy: "frames.missed")
}
