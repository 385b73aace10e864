internal import Recordings
internal import Statistics
internal import Units

extension Metric {
  /// Frame generation: what the application rendered, and what a generator added.
  static let frameGeneration: [Metric] = [
    Metric(
      id: "framegen.base_fps", title: "FPS of the application (avg)", unit: .framesPerSecond,
      polarity: .higherIsBetter,
      help: "The frame rate without generated frames: frames of the application, divided by time.",
      formula:
        "displayed frames of the application / sum of their frame times, whatever --frames selects",
      source: "Hitchmark"
    ) { figures throws(Withheld) in
      let frames = try figures.displayedFrames()
      return Double(frames.count) / frames.duration.seconds
    },
    Metric(
      id: "framegen.factor", title: "Frame generation factor", unit: .times, polarity: .neither,
      isScaled: true,
      help:
        "Displayed frames, including generated ones, for each frame that the application made.",
      formula: """
        (displayed frames of the application + generated frames) / displayed frames of the application
        """,
      source: "Hitchmark"
    ) { figures throws(Withheld) in
      try FrameGeneration(figures).factor
    },
    Metric(
      id: "framegen.evenness", title: "Unevenness of generated frames (%)", unit: .fraction,
      polarity: .lowerIsBetter,
      help:
        "How uneven the intervals between displayed frames are if generated frames are among them; 0 is even.",
      formula: """
        sum of |d - D/k| / sum of D; k >= 2 displayed frames end with a frame of the application, d = \
        duration of one of them, D = duration of all k
        """,
      source: "Hitchmark"
    ) { figures throws(Withheld) in
      try FrameGeneration(figures).unevenness()
    },
  ]

  /// Displays that adapt their refresh rate to the frames.
  static let variableRefresh: [Metric] = [
    outOfRange(
      "below",
      help:
        "Share of the time in frames that are too slow for the refresh range of the display.",
      formula: "sum of the frame times ft over 1.01 / lowest rate, divided by the duration"
    ) { rate, range in rate * tolerance < range.lowest },
    outOfRange(
      "above",
      help:
        "Share of the time in frames that are too fast for the refresh range of the display.",
      formula:
        "sum of the frame times ft under 1 / (1.01 * highest rate), divided by the duration"
    ) { rate, range in rate > range.highest * tolerance },
  ]

  /// Traces round frame times, so a rate up to 1% outside the range counts as its end.
  private static let tolerance = 1 + ComparisonConstants.rateTolerance

  private static func outOfRange(
    _ side: String, help: String, formula: String,
    isOut: @escaping @Sendable (Double, RefreshRange) -> Bool
  ) -> Metric {
    Metric(
      id: "vrr.\(side)_range", title: "Time \(side) the refresh range (%)", unit: .fraction,
      polarity: .lowerIsBetter, parameters: [.frames, .refreshRange], help: help, formula: formula,
      source: "Hitchmark"
    ) { figures throws(Withheld) in
      let frames = try figures.framesWithLongOnes()
      guard let range = figures.parameters.refreshRange else { throw .noRefreshRange }
      let out = frames.frameTimes.reduce(Nanoseconds(0)) { sum, frameTime in
        isOut(1e9 / Double(frameTime), range) ? sum + frameTime : sum
      }
      return Double(out) / Double(frames.duration)
    }
  }

  /// Electrical energy in proportion to frames.
  static let energy: [Metric] = [
    Metric(
      id: "energy.frame", title: "Energy per frame (J)", unit: .joules, polarity: .lowerIsBetter,
      isScaled: true, parameters: [.frames], help: "The mean electrical energy that a frame takes.",
      caveat: atFrameCap, formula: "mean power * duration / number of frames",
      source: "defined by Hitchmark; computed from the samples of power in the trace"
    ) { figures throws(Withheld) in
      try figures.samples(of: .power).mean / figures.averageFrameRate()
    },
    Metric(
      id: "energy.fps_per_watt", title: "FPS per watt", unit: .framesPerSecondPerWatt,
      polarity: .higherIsBetter, isScaled: true, parameters: [.frames],
      help: "The average frame rate for each watt of electrical power.",
      caveat: atFrameCap, formula: "fps.avg / mean power",
      source: "defined by CapFrameX; computed from the samples of power in the trace"
    ) { figures throws(Withheld) in
      let power = try figures.samples(of: .power).mean
      guard power > 0 else { throw .noPower }
      return try figures.averageFrameRate() / power
    },
  ]

  private static let atFrameCap =
    "if the frame rate is capped, only the power varies; compare power.avg instead"
}
