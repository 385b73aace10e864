internal import Recordings
internal import Statistics
internal import Units

extension ForeignTool {
  /// GameBench, with the figures of a GameBench session.
  static let gameBench = ForeignTool(
    id: "gamebench", name: "GameBench", frames: .displayed,
    figures: [
      figure("fpsMedian", GameBenchRules.quantile("median", 0.5), digits: 0),
      figure("fpsStability", GameBenchRules.stability, digits: 0),
      figure("fpsAvg", GameBenchRules.average, digits: 0),
      figure("fpsMin", GameBenchRules.quantile("min", 0), digits: 0),
      figure("fpsMax", GameBenchRules.quantile("max", 1), digits: 0),
      figure("fpsOnePercentLow", GameBenchRules.low, digits: 0),
      figure("frametime95thPercentile", GameBenchRules.frameTime, digits: 0),
      figure("variabilityIndex", GameBenchRules.variability, digits: 1),
      figure("janksCount", GameBenchRules.janks, digits: 0),
      figure("janks10Mins", GameBenchRules.jankRate, digits: 0),
    ])
}

private enum GameBenchRules {
  static let source = "GameBench's documentation and blog"
  static let points: [ParameterKey] = [.points, .frames]
  /// The end of the sentence that explains a figure which the file of a GameBench session contains.
  static let told = "; if the file is a GameBench session, the value that the file contains."

  static func quantile(_ name: String, _ probability: Double) -> Metric {
    Metric.rule(
      "gamebench.fps.\(name)", .framesPerSecond, parameters: points,
      help: """
        The \([0: "lowest", 1: "highest"][probability] ?? "median") frame rate of all seconds of the run\(told)
        """,
      formula: "quantile(p, \(probability)); p = frame rate of each window", source: source
    ) { figures throws(Withheld) in
      if let told = figures.reportedValue(ofID: "fps.\(name)") { return told }
      return try quantile(try seconds(figures).values, at: probability)
    }
  }

  static let average = Metric.rule(
    "gamebench.fps.avg", .framesPerSecond, parameters: points,
    help: "The mean of the frame rates of all seconds of the run\(told)",
    formula: "mean of p; p = frame rate of each window", source: source
  ) { figures throws(Withheld) in
    if let told = figures.reportedValue(ofID: "fps.avg") { return told }
    let points = try seconds(figures).values
    return points.reduce(0, +) / Double(points.count)
  }

  static let stability = Metric.rule(
    "gamebench.stability", .fraction, parameters: points,
    help: """
      Share of the seconds of the run whose frame rate is within 20% of the median frame rate of all seconds\(told)
      """,
    formula:
      "share of windows with |p - median of p| <= 0.2 * median of p; p = frame rate of each window",
    source: source
  ) { figures throws(Withheld) in
    if let told = figures.reportedValue(ofID: "fps.stability.median") { return told }
    let points = try seconds(figures).values
    let median = try quantile(points, at: 0.5)
    return Double(points.count { abs($0 - median) <= 0.2 * median }) / Double(points.count)
  }

  static let variability = Metric.rule(
    "gamebench.variability", .framesPerSecond, .lowerIsBetter,
    parameters: points,
    help: """
      The mean change of the frame rate, up or down, from one second of the run to the next\(told)
      """,
    formula: "mean of |p[k+1] - p[k]|; p = frame rate of each window", source: source
  ) { figures throws(Withheld) in
    if let told = figures.told("gamebench.variability-index") { return told }
    let (points, segments) = try seconds(figures)
    let steps = NeighborSteps(points, within: segments) { abs($0 - $1) }
    guard let mean = steps.mean else { throw .onePoint }
    return mean
  }

  /// The frame rate of each second: as GameBench sampled it, or without samples, counted from the frames.
  private static func seconds(
    _ figures: RunFigures
  ) throws(Withheld) -> (values: [Double], segments: [Range<Int>]) {
    let samples = figures.recording.counters.first { $0.name == "fpsValue" }?.samples.values
    let values = samples?.compactMap(\.self) ?? []
    guard values.isEmpty else { return (values, [values.indices]) }
    let points = try figures.points()
    return (points.values, points.segments)
  }

  private static func quantile(
    _ points: [Double], at probability: Double
  ) throws(Withheld) -> Double {
    guard let value = Quantile.ofSorted(points.sorted(), at: probability) else { throw .noFrames }
    return value
  }

  static let low = Metric.rule(
    "gamebench.low1", .framesPerSecond,
    help: """
      The average frame rate of the slowest 1% of the frames of the run, at least of one frame\(told)
      """,
    formula:
      "m / sum of the m longest ft; m = max(1, floor(n / 100)), n = number of frames, ft = frame time",
    source: source
  ) { figures throws(Withheld) in
    if let told = figures.told("gamebench.fps-low1") { return told }
    let sorted = try figures.sortedFrameTimes()
    return sorted.frameRate(ofTheSlowest: sorted.count / 100)
  }

  static let frameTime = Metric.rule(
    "gamebench.frametime.p95", .milliseconds,
    .lowerIsBetter, help: "The frame time that 95% of the frames of the run did not exceed\(told)",
    formula: "quantile(ft, 0.95); ft = frame time", source: source
  ) { figures throws(Withheld) in
    if let told = figures.told("gamebench.frame-time-p95") { return told }
    return try figures.sortedFrameTimes().quantile(0.95) / 1e6
  }

  static let janks = Metric.rule(
    "gamebench.janks", .count, .lowerIsBetter, digits: 0,
    parameters: [.refreshRate, .refreshRateSource, .frames],
    help: """
      The number of frames that take more or fewer refreshes of the display than the previous frame\(told) GameBench \
      does not document whether both increases and decreases of the number of refreshes per frame count as janks.
      """,
    formula:
      "number of frames whose ceil(ft / v) is not that of the frame before; v = 1 / refresh rate, ft = frame time",
    source: source
  ) { figures throws(Withheld) in
    if let told = figures.told("gamebench.janks") { return told }
    return Double(try jumps(figures))
  }

  static let jankRate = Metric.rule(
    "gamebench.janks.rate", .count, .lowerIsBetter, digits: 0,
    parameters: [.refreshRate, .refreshRateSource, .frames],
    help: """
      The number of janks (frames that take more or fewer refreshes of the display than the previous frame) per ten \
      minutes of the run.
      """,
    formula: "number of janks / duration * 600 s", source: source
  ) { figures throws(Withheld) in
    Double(try jumps(figures)) / (try figures.frames().duration.seconds) * 600
  }

  private static func jumps(_ figures: RunFigures) throws(Withheld) -> Int {
    let hertz = try figures.refreshRate()
    let frames = try figures.frames()
    func refreshes(_ index: Int) -> Double {
      (Double(frames.frameTimes[index]) * hertz / 1e9).rounded(.up)
    }
    return frames.segments.reduce(0) { sum, segment in
      sum + segment.dropFirst().count { refreshes($0) != refreshes($0 - 1) }
    }
  }
}
