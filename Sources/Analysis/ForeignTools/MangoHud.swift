internal import Units

extension ForeignTool {
  /// As `_summary.csv` has them from 0.7 on.
  static let mangoHud = ForeignTool(
    id: "mangohud", name: "MangoHud", frames: .all,
    figures: [
      figure("0.1% Min FPS", MangoHudRules.ranked("mangohud.min0.1", "0.1% Min", 0.001), digits: 1),
      figure("1% Min FPS", MangoHudRules.ranked("mangohud.min1", "1% Min", 0.01), digits: 1),
      figure(
        "97% Percentile FPS", MangoHudRules.ranked("mangohud.p97", "97% Percentile", 0.97),
        digits: 1),
      figure("Average FPS", MangoHudRules.average, digits: 1),
      figure("Average Frame Time", MangoHudRules.frameTime, digits: 1),
    ])

  /// As versions to 0.6.8 wrote them.
  static let mangoHud06 = ForeignTool(
    id: "mangohud-0.6", name: "MangoHud 0.6", frames: .all,
    figures: [
      figure("0.1% Min FPS", MangoHudRules.lowest("mangohud-0.6.min0.1", "0.1%", 1), digits: 1),
      figure("1% Min FPS", MangoHudRules.lowest("mangohud-0.6.min1", "1%", 10), digits: 1),
      figure(
        "97% Percentile FPS", MangoHudRules.ranked("mangohud.p97", "97% Percentile", 0.97),
        digits: 1),
      figure("Average FPS", MangoHudRules.meanOfRates, digits: 1),
    ])

  /// MangoHud's own plotter.
  static let mangoplot = ForeignTool(
    id: "mangoplot", name: "mangoplot", frames: .all,
    figures: [
      figure("0.1%", MangoplotRules.ranked("mangoplot.p0.1", 0.001), digits: 1),
      figure("1%", MangoplotRules.ranked("mangoplot.p1", 0.01), digits: 1),
      figure("50%", MangoplotRules.ranked("mangoplot.p50", 0.5), digits: 1),
      figure("Average", MangoplotRules.average, digits: 1),
    ])
}

private enum MangoHudRules {
  static let source = "MangoHud, fps_metrics.h and logging.cpp"

  static let average = SharedRules.framesOverTime("mangohud.avg", source: source)

  static let frameTime = SharedRules.meanFrameTime("mangohud.frametime", source: source)

  static let meanOfRates = Metric.rule(
    "mangohud-0.6.avg", .framesPerSecond,
    help: "The mean of the frames' frame rates, which weighs short frames as much as long ones.",
    formula: "mean of 1 / ft", source: "MangoHud 0.6.8, recomputed from a log and its summary"
  ) { figures throws(Withheld) in try figures.meanOfFrameRates() }

  static func ranked(_ id: String, _ name: String, _ share: Float) -> Metric {
    Metric.rule(
      id, .framesPerSecond,
      help: "The frame rate of one frame, without interpolation.",
      formula: "1 / ft[trunc(n * \(share) - 1)], longest first, in single precision; the longest"
        + " where"
        + " that is below 0", source: source
    ) { figures throws(Withheld) in
      let sorted = try figures.sortedFrameTimes()
      return sorted.frameRate(ofSlowest: max(0, Int(Float(sorted.count) * share - 1)))
    }
  }

  static func lowest(_ id: String, _ name: String, _ permille: Int) -> Metric {
    Metric.rule(
      id, .framesPerSecond,
      help: "The mean of the lowest frame rates, one more than \(name) of them.",
      formula: "mean of the floor(n * \(name)) + 1 lowest 1 / ft",
      source: "MangoHud 0.6.8, recomputed from a log and its summary"
    ) { figures throws(Withheld) in
      let sorted = try figures.sortedFrameTimes()
      let slowest = sorted.suffix(sorted.count * permille / 1000 + 1)
      return slowest.reduce(0) { $0 + 1e9 / Double($1) } / Double(slowest.count)
    }
  }
}

private enum MangoplotRules {
  static let source = "MangoHud, bin/mangoplot.py"
  static let bug = "It loses the first frame, as the script passes over one line too many."

  static let average = Metric.rule(
    "mangoplot.avg", .framesPerSecond,
    help: "The mean of the frames' frame rates. \(bug)",
    formula: "mean of 1 / ft without the first frame", source: source
  ) { figures throws(Withheld) in
    let rates = try frameRates(figures)
    return rates.reduce(0, +) / Double(rates.count)
  }

  static func ranked(_ id: String, _ share: Double) -> Metric {
    Metric.rule(
      id, .framesPerSecond,
      help: "The frame rate of one frame, without interpolation. \(bug)",
      formula: "1 / ft[trunc(n * \(share))], slowest first, without the first frame", source: source
    ) { figures throws(Withheld) in
      let sorted = try frameRates(figures).sorted()
      return sorted[Int(Double(sorted.count) * share)]
    }
  }

  private static func frameRates(_ figures: RunFigures) throws(Withheld) -> [Double] {
    let rates = try figures.frames().frameTimes.dropFirst().map { 1e9 / Double($0) }
    guard !rates.isEmpty else {
      throw Withheld(
        "mangoplot loses the first frame, and there is no other")
    }
    return rates
  }
}
