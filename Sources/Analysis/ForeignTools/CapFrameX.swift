internal import Units

extension ForeignTool {
  /// CapFrameX, with the figures of its report.
  static let capFrameX = ForeignTool(
    id: "capframex", name: "CapFrameX", frames: .presented,
    figures: [
      figure("# samples", CapFrameXRules.samples, digits: 0),
      figure("Max FPS", CapFrameXRules.end("max", at: 0), digits: 1),
      figure("P99 FPS", CapFrameXRules.quantile("99", 0.99), digits: 1),
      figure("P95 FPS", CapFrameXRules.quantile("95", 0.95), digits: 1),
      figure("Average FPS", CapFrameXRules.average, digits: 1),
      figure("Median FPS", CapFrameXRules.quantile("50", 0.5), digits: 1),
      figure("P5 FPS", CapFrameXRules.quantile("5", 0.05), digits: 1),
      figure("P1 FPS", CapFrameXRules.quantile("1", 0.01), digits: 1),
      figure("1% low average FPS", CapFrameXRules.low("1", 0.99), digits: 1),
      figure("1% low integral FPS", CapFrameXRules.integral("1", 0.01), digits: 1),
      figure("P0.2 FPS", CapFrameXRules.quantile("0.2", 0.002), digits: 1),
      figure("P0.1 FPS", CapFrameXRules.quantile("0.1", 0.001), digits: 1),
      figure("0.1% low average FPS", CapFrameXRules.low("0.1", 0.999), digits: 1),
      figure("0.1% low integral FPS", CapFrameXRules.integral("0.1", 0.001), digits: 1),
      figure("Min FPS", CapFrameXRules.end("min", at: 1), digits: 1),
      figure("Adaptive STDEV", CapFrameXRules.adaptiveDeviation, digits: 1),
      figure("Stuttering time (%)", Metric.stutterTime, digits: 1),
    ])
}

private enum CapFrameXRules {
  static let source = "class FrametimeStatisticProvider in CapFrameX's source code"

  static let samples = Metric.rule(
    "capframex.samples", .count, .neither, digits: 0,
    help: """
      The number of frames in the run, which CapFrameX calls samples; with --as capframex, dropped frames count, too.
      """,
    formula: "number of frames that --frames selects",
    source: "class ReportViewModel in CapFrameX's source code"
  ) { figures throws(Withheld) in Double(try figures.frames().count) }

  static let average = SharedRules.framesOverTime("capframex.avg", source: source)

  static func end(_ name: String, at probability: Double) -> Metric {
    SharedRules.frameRate("capframex.\(name)", at: probability, source: source)
  }

  static func quantile(_ name: String, _ probability: Double) -> Metric {
    Metric.rule(
      "capframex.p\(name)", .framesPerSecond,
      help: """
        The quantile \(probability) of the frame rates of single frames (1 / frame time); CapFrameX for Linux prints \
        another value, 1 divided by the quantile of the frame times.
        """,
      formula: "quantile(1 / ft, \(probability)) of Hyndman and Fan's type 8; ft = frame time",
      source: source
    ) { figures throws(Withheld) in
      try figures.sortedFrameTimes().medianUnbiasedFrameRate(at: probability)
    }
  }

  static func low(_ name: String, _ probability: Double) -> Metric {
    Metric.rule(
      "capframex.low\(name).average", .framesPerSecond,
      help: """
        The average frame rate of the slowest \(name)% of the frames: the number of these frames divided by their \
        total time.
        """,
      formula:
        "1 / mean of the frame times ft that are at least quantile(ft, \(probability)) of Hyndman and Fan's type 8",
      source: source
    ) { figures throws(Withheld) in
      let sorted = try figures.sortedFrameTimes()
      let limit = sorted.medianUnbiasedFrameTime(at: probability)
      return sorted.frameRate(ofTheSlowest: sorted.longest { Double($0) >= limit }.count)
    }
  }

  /// The default length of CapFrameX's moving average: the sum of the frame rates of its frames.
  private static let window = 500.0

  static let adaptiveDeviation = Metric.rule(
    "capframex.adaptive-std", .framesPerSecond, .lowerIsBetter,
    help: """
      The standard deviation of the frame rates of single frames from their moving average, as in CapFrameX. The \
      moving average of the frame rates covers the last frames whose frame rates add up to at least 500 FPS: nine \
      frames at 60 FPS, four frames at 144 FPS.
      """,
    formula:
      """
      sqrt(sum of (1 / ft - mean of the last 1 / ft whose sum reaches 500)^2 / (number of frames - 1)); \
      ft = frame time
      """,
    source: source
  ) { figures throws(Withheld) in
    let frameTimes = try figures.frames().frameTimes
    guard frameTimes.count > 1 else { throw .singleFrame }
    var squares = 0.0
    var (sum, first) = (0.0, frameTimes.startIndex)
    func rate(_ index: Int) -> Double { 1e9 / Double(frameTimes[index]) }
    for index in frameTimes.indices {
      sum += rate(index)
      while sum - rate(first) >= window, first < index {
        sum -= rate(first)
        first += 1
      }
      let distance = rate(index) - sum / Double(index - first + 1)
      squares += distance * distance
    }
    return (squares / Double(frameTimes.count - 1)).squareRoot()
  }

  static func integral(_ name: String, _ share: Double) -> Metric {
    Metric.rule(
      "capframex.low\(name).integral", .framesPerSecond,
      help: """
        The highest frame rate among the slowest frames of a run, which together last \(name)% of the run's time.
        """,
      formula:
        "add the longest frames until they last \(share) * duration; 1 / ft of the last frame added; ft = frame time",
      source: source
    ) { figures throws(Withheld) in
      try figures.sortedFrameTimes().frameRate(
        lastingFor: share * Double(figures.frames().duration))
    }
  }
}
