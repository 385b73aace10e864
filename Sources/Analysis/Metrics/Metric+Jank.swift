internal import Recordings
internal import Units

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

  /// Other metrics of uneven motion.
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
