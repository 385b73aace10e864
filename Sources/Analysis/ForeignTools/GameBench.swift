internal import Units

extension ForeignTool {
  /// As its sessions have them.
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
  static let source = "GameBench, documentation and blog"
  static let points: [ParameterKey] = [.points, .frames]

  static func quantile(_ name: String, _ probability: Double) -> Metric {
    Metric.rule(
      "gamebench.fps.\(name)", .framesPerSecond, parameters: points,
      help: "A quantile of the frames of each second.",
      formula: "quantile of the frame-rate points at \(probability)", source: source
    ) { figures throws(Withheld) in try figures.points().quantile(probability) }
  }

  static let average = SharedRules.meanOfPoints("gamebench.fps.avg", source: source)

  static let stability = Metric.rule(
    "gamebench.stability", .fraction, parameters: points,
    help: "Share of the seconds whose frames are within 20% of the median's.",
    formula: "share of frame-rate points p with |p - median| <= 0.2 * median", source: source
  ) { figures throws(Withheld) in
    let points = try figures.points()
    let median = points.quantile(0.5)
    return Double(points.values.count { abs($0 - median) <= 0.2 * median })
      / Double(points.values.count)
  }

  static let variability = Metric.rule(
    "gamebench.variability", .framesPerSecond, .lowerIsBetter,
    parameters: points, help: "How far the frame rate jumps from one second to the next.",
    formula: "mean of |p[k+1] - p[k]| over neighbouring frame-rate points", source: source
  ) { figures throws(Withheld) in
    let points = try figures.points()
    let steps = NeighbourSteps(points.values, within: points.segments) { abs($0 - $1) }
    guard let mean = steps.mean else { throw .onePoint }
    return mean
  }

  static let low = Metric.rule(
    "gamebench.low1", .framesPerSecond,
    help: "The average frame rate of the longest 1% of the frames; at least of one.",
    formula: "floor(n / 100) longest ft: their number over their sum", source: source
  ) { figures throws(Withheld) in
    let sorted = try figures.sortedFrameTimes()
    return sorted.frameRate(ofTheSlowest: sorted.count / 100)
  }

  static let frameTime = Metric.rule(
    "gamebench.frametime.p95", .milliseconds,
    .lowerIsBetter, help: "95% of the frames took no longer.", formula: "quantile(ft, 0.95)",
    source: source
  ) { figures throws(Withheld) in try figures.sortedFrameTimes().quantile(0.95) / 1e6 }

  static let janks = Metric.rule(
    "gamebench.janks", .count, .lowerIsBetter, digits: 0,
    parameters: [.refreshRate, .refreshRateSource, .frames],
    help: "How often the refreshes that a frame takes differ from those of the frame before, in"
      + " either direction; GameBench does not say whether it counts both.",
    formula: "frames with ceil(ft / v) unlike that of the frame before; v = 1 / refresh rate",
    source: source
  ) { figures throws(Withheld) in Double(try jumps(figures)) }

  static let jankRate = Metric.rule(
    "gamebench.janks.rate", .count, .lowerIsBetter, digits: 0,
    parameters: [.refreshRate, .refreshRateSource, .frames],
    help: "Janks, as in ten minutes.", formula: "janks / T * 600 s", source: source
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
