internal import Recordings
internal import Statistics
internal import Units

extension Metric {
  /// Metrics of frame generation: which frames the application made, and which frames a generator added.
  static let frameGeneration: [Metric] = [
    Metric(
      id: "framegen.base_fps", title: "FPS of the application (avg)", unit: .framesPerSecond,
      polarity: .higherIsBetter, revision: 2,
      help: """
        The average frame rate of the frames that the application made, without generated frames. If presents come in \
        pairs and the trace does not mark generated frames, a pair counts as one frame.
        """,
      formula:
        "number of displayed frames of the application / sum of their frame times; --frames has no effect",
      source: "Hitchmark"
    ) { figures throws(Withheld) in
      if let pairs = try figures.presentPairs() { return pairs.rate }
      let frames = try figures.displayedFrames()
      return Double(frames.count) / frames.duration.seconds
    },
    Metric(
      id: "framegen.factor", title: "Frame generation factor", unit: .times, polarity: .neither,
      isScaled: true, revision: 2,
      help: """
        The number of displayed frames, generated frames included, per displayed frame of the application; 2 if presents \
        come in pairs and the trace does not mark generated frames.
        """,
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
      help: """
        The unevenness of displayed frames where frames were generated; 0 means equal durations. The duration of each \
        generated frame, and of the application's frame after the generated frames, is compared with the mean duration \
        in this group of frames. The metric is the sum of the distances from these means, divided by the sum of the \
        compared durations.
        """,
      formula: """
        (sum of |d - D/k|) / (sum of D); each group of k >= 2 displayed frames ends with a frame of the application, \
        d = duration of one frame of the group, D = duration of the group
        """,
      source: "Hitchmark"
    ) { figures throws(Withheld) in
      try FrameGeneration(figures).unevenness()
    },
  ]

  /// Metrics of displays that adapt their refresh rate to the frames.
  static let variableRefresh: [Metric] = [
    outOfRange(
      "below",
      help: """
        Share of the run's time in frames whose frame rate is over 1% below the display's lowest refresh rate.
        """,
      formula: """
        sum of the frame times ft over 1.01 / lowest rate, divided by the duration; lowest rate = \
        the display's lowest refresh rate
        """
    ) { rate, range in rate * tolerance < range.lowest },
    outOfRange(
      "above",
      help: """
        Share of the run's time in frames whose frame rate is over 1% above the display's highest refresh rate.
        """,
      formula: """
        sum of the frame times ft under 1 / (1.01 * highest rate), divided by the duration; \
        highest rate = the display's highest refresh rate
        """
    ) { rate, range in rate > range.highest * tolerance },
  ]

  /// A factor: frame rates up to 1% outside of the refresh range count as inside, because traces round frame times.
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

  static let energy: [Metric] = [
    Metric(
      id: "energy.frame", title: "Energy per frame (J)", unit: .joules, polarity: .lowerIsBetter,
      isScaled: true, parameters: [.frames],
      help: "The mean electrical energy per frame: the mean power times the mean frame time.",
      caveat: atFrameCap, formula: "mean power * duration / number of frames",
      source: "defined by Hitchmark; computed from the samples of power in the trace"
    ) { figures throws(Withheld) in
      try figures.samples(of: .power).mean / figures.averageFrameRate()
    },
    Metric(
      id: "energy.fps_per_watt", title: "FPS per watt", unit: .framesPerSecondPerWatt,
      polarity: .higherIsBetter, isScaled: true, parameters: [.frames],
      help: "The average frame rate of the run, divided by the mean electrical power in watts.",
      caveat: atFrameCap, formula: "fps.avg / mean power",
      source: "defined by CapFrameX; computed from the samples of power in the trace"
    ) { figures throws(Withheld) in
      let power = try figures.samples(of: .power).mean
      guard power > 0 else { throw .noPower }
      return try figures.averageFrameRate() / power
    },
  ]

  private static let atFrameCap =
    """
    if the frame rate is capped, energy per frame and FPS per watt vary only with the power; compare the metric \
    power.avg instead
    """
}

extension Metric {
  /// Metrics of what the screen showed: other metrics, computed from the times at which frames reached the screen.
  static let onScreen: [Metric] = [
    twin(of: "fps.avg", "FPS on screen (avg)"),
    twin(of: "frametime.p50", "Frame time on screen (median, ms)"),
    twin(of: "frametime.p99", "Frame time on screen (99th percentile, ms)"),
    twin(of: "fps.low1.average", "1% low FPS on screen (average)"),
    twin(of: "freeze.longest", "Longest freeze on screen (ms)"),
    twin(of: "hitch.ratio", "Hitch time ratio on screen (ms/s)"),
    twin(of: "frames.missed", "Missed refreshes on screen (%)"),
    twin(
      of: "pacing.error", "Pacing error on screen (%)",
      formula: """
        (sum of |ft[i+1] - ft[i]|) / (2 * duration); ft = time between displays; missed refreshes are not subtracted, \
        because they are what the viewer sees
        """
    ) { figures throws(Withheld) in
      try figures.framesWithLongOnes().unevenness(atRefreshRate: nil)
    },
  ]

  static let screenPrefix = "screen."

  /// The id of the metric of the screen that this metric has as a twin; `nil` if it has none.
  public var twinOnScreen: ID? {
    let id = Self.screenPrefix + self.id
    return Self.onScreen.contains { $0.id == id } ? id : nil
  }

  /// Whether the metric is computed from the times at which frames reached the screen.
  public var isOnScreen: Bool { id.hasPrefix(Self.screenPrefix) }

  /// A metric of the screen: the same computation on the times at which frames reached the screen.
  ///
  /// - Parameters:
  ///   - id: a metric of the presents.
  ///   - formula: of the computation, if it differs.
  private static func twin(
    of id: ID, _ title: String, formula: String? = nil, compute: Compute? = nil
  ) -> Metric {
    let presented = ofPresents.first { $0.id == id }
    guard let presented else { preconditionFailure("expected \(id) among the metrics of presents") }
    let computation = compute ?? presented.compute
    return Metric(
      id: screenPrefix + id, title: title, unit: presented.unit, polarity: presented.polarity,
      noiseFloor: presented.noiseFloor, digits: presented.digits, isScaled: presented.isScaled,
      refreshSteps: presented.refreshSteps.map {
        RefreshSteps($0.form, borneOutBy: screenPrefix + $0.share)
      },
      parameters: presented.parameters.filter { $0 != .frames },
      help: """
        Like \(id), from the times at which displayed frames, generated ones included, reached the screen. A program \
        can present evenly while the screen judders, and the reverse.
        """,
      formula: formula ?? "as \(id), with ft = time between displays",
      source: "Hitchmark"
    ) { figures throws(Withheld) in
      try computation(try figures.onScreen())
    }
  }
}
