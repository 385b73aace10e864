internal import Recordings
internal import Units

extension ForeignTool {
  /// MangoHud from version 0.8, with the figures of its file `_summary.csv`.
  static let mangoHud = ForeignTool(
    id: "mangohud", name: "MangoHud", frames: .all,
    figures: [
      streamed("0.1% Min FPS", MangoHudRules.ranked("min0.1", 0.001)),
      streamed("1% Min FPS", MangoHudRules.ranked("min1", 0.01)),
      streamed("97% Percentile FPS", MangoHudRules.ranked("p97", 0.97)),
    ] + MangoHudRules.rest)

  /// MangoHud 0.7, with the figures of its file `_summary.csv`.
  static let mangoHud07 = ForeignTool(
    id: "mangohud-0.7", name: "MangoHud 0.7", frames: .all,
    figures: [
      figure("0.1% Min FPS", MangoHudRules.lowest("mangohud-0.7.min0.1", 0.001), digits: 1),
      figure("1% Min FPS", MangoHudRules.lowest("mangohud-0.7.min1", 0.01), digits: 1),
      figure("97% Percentile FPS", MangoHudRules.rate97, digits: 1),
    ] + MangoHudRules.rest)

  /// MangoHud up to version 0.6.8, with the figures of its file `_summary.csv`.
  static let mangoHud06 = ForeignTool(
    id: "mangohud-0.6", name: "MangoHud 0.6", frames: .all,
    figures: [
      figure("0.1% Min FPS", MangoHudRules.lowestRates("mangohud-0.6.min0.1", 0.001), digits: 1),
      figure("1% Min FPS", MangoHudRules.lowestRates("mangohud-0.6.min1", 0.01), digits: 1),
      figure("97% Percentile FPS", MangoHudRules.rate97, digits: 1),
      figure("Average FPS", MangoHudRules.meanOfRates, digits: 1),
      figure("GPU Load", MangoHudRules.gpuLoad, digits: 1),
      figure("CPU Load", MangoHudRules.cpuLoad, digits: 1),
    ])

  /// MangoHud's plotting script mangoplot, with the figures in its charts.
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
  static let source = "MangoHud 0.8, fps_metrics.h and logging.cpp"

  /// The figures that MangoHud 0.7 and 0.8 compute by the same formulas.
  static let rest = [
    ForeignTool.figure("Average FPS", average, digits: 1),
    ForeignTool.figure("GPU Load", gpuLoad, digits: 1),
    ForeignTool.figure("CPU Load", cpuLoad, digits: 1),
    ForeignTool.figure("Average Frame Time", frameTime, digits: 1),
  ]

  static let average = SharedRules.framesOverTime("mangohud.avg", source: source)

  static let frameTime = SharedRules.meanFrameTime("mangohud.frametime", source: source)

  static let gpuLoad = load("gpu", .gpu)
  static let cpuLoad = load("cpu", .cpu)

  private static func load(_ name: String, _ role: Counter.Role) -> Metric {
    Metric.rule(
      "mangohud.\(name)", .fraction, .lowerIsBetter, parameters: [],
      help: """
        The mean of the samples of \(name.uppercased()) load in the trace; without samples, MangoHud writes 0.
        """,
      formula: "mean of the samples of \(name.uppercased()) load", source: source
    ) { figures throws(Withheld) in
      let recording = figures.recording
      guard recording.origin.format == "mangohud" else {
        return try figures.samples(of: role).mean
      }
      // A run's folder may contain other samples of the load; MangoHud uses only the sensor in its log.
      let sensor = recording.counters.first { $0.name == "\(name)_load" }
      let values = sensor?.samples.values.compactMap(\.self) ?? []
      return values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
    }
  }

  static let meanOfRates = Metric.rule(
    "mangohud-0.6.avg", .framesPerSecond,
    help: """
      The mean of the frame rates of single frames (1 / frame time), in which short frames have the same weight as \
      long frames.
      """,
    formula: "mean of 1 / ft; ft = frame time", source: "MangoHud 0.6.8, logging.cpp"
  ) { figures throws(Withheld) in try figures.meanOfFrameRates() }

  static func ranked(_ name: String, _ share: Float) -> Metric {
    Metric.rule(
      "mangohud.\(name)", .framesPerSecond,
      help: """
        The frame rate of a single frame of the run, chosen without interpolation so that \
        \(Double(share).percentage) of the frames are slower.
        """,
      formula: """
        1 / ft[max(0, trunc(n * \(share) - 1))], in single precision; ft = frame times, longest first, \
        n = number of frames
        """, source: source
    ) { figures throws(Withheld) in
      let sorted = try figures.sortedFrameTimes()
      return sorted.frameRate(ofSlowest: max(0, Int(Float(sorted.count) * share - 1)))
    }
  }

  static let rate97 = Metric.rule(
    "mangohud-0.7.p97", .framesPerSecond,
    help: """
      The frame rate of a single frame of the run, chosen without interpolation so that 97% of the frames are slower.
      """,
    formula:
      "1 / ft[floor(0.97 * (n - 1))]; ft = frame times, longest first, n = number of frames",
    source: "MangoHud 0.6.8 and 0.7.2, logging.cpp"
  ) { figures throws(Withheld) in
    let sorted = try figures.sortedFrameTimes()
    return sorted.frameRate(ofSlowest: Int(0.97 * Double(sorted.count - 1)))
  }

  static func lowest(_ id: String, _ share: Float) -> Metric {
    Metric.rule(
      id, .framesPerSecond,
      help: """
        The average frame rate of the slowest \(percentage(share)) of the frames: the number of these frames divided \
        by their total time.
        """,
      formula:
        """
        m / sum of the m longest ft; m = ceil(n * \(share)) in single precision, n = number of frames, \
        ft = frame time
        """,
      source: "MangoHud 0.7.2, logging.cpp"
    ) { figures throws(Withheld) in
      let sorted = try figures.sortedFrameTimes()
      return sorted.frameRate(ofTheSlowest: count(share, of: sorted))
    }
  }

  static func lowestRates(_ id: String, _ share: Float) -> Metric {
    Metric.rule(
      id, .framesPerSecond,
      help: """
        The mean of the frame rates (1 / frame time) of the slowest \(percentage(share)) of the frames of the run.
        """,
      formula:
        """
        mean of the m lowest 1 / ft; m = ceil(n * \(share)) in single precision, n = number of frames, \
        ft = frame time
        """,
      source: "MangoHud 0.6.8, logging.cpp"
    ) { figures throws(Withheld) in
      let sorted = try figures.sortedFrameTimes()
      let slowest = sorted.suffix(count(share, of: sorted))
      return slowest.reduce(0) { $0 + 1e9 / Double($1) } / Double(slowest.count)
    }
  }

  private static func percentage(_ share: Float) -> String { share == 0.001 ? "0.1%" : "1%" }

  private static func count(_ share: Float, of sorted: SortedFrameTimes) -> Int {
    Int((Float(sorted.count) * share).rounded(.up))
  }
}

private enum MangoplotRules {
  static let source = "MangoHud, bin/mangoplot.py"
  static let bug =
    """
    The script mangoplot skips one line of the log too many, so it loses the first frame. Hitchmark computes the \
    figures of mangoplot also for logs of fewer than 10,000 rows, for which mangoplot itself draws nothing.
    """

  static let average = Metric.rule(
    "mangoplot.avg", .framesPerSecond,
    help: "The mean of the frame rates (1 / frame time) of the single frames of a run. \(bug)",
    formula: "mean of 1 / ft, without the first frame; ft = frame time", source: source
  ) { figures throws(Withheld) in
    let rates = try frameRates(figures)
    return rates.reduce(0, +) / Double(rates.count)
  }

  static func ranked(_ id: String, _ share: Double) -> Metric {
    Metric.rule(
      id, .framesPerSecond,
      help: """
        The frame rate of a single frame of the run, chosen without interpolation so that \(share.percentage) of the \
        frames are slower. \(bug)
        """,
      formula:
        "1 / ft[trunc(n * \(share))]; ft = frame times except that of the first frame, longest first, n = number of ft",
      source: source
    ) { figures throws(Withheld) in
      let sorted = try frameRates(figures).sorted()
      return sorted[Int(Double(sorted.count) * share)]
    }
  }

  private static func frameRates(_ figures: RunFigures) throws(Withheld) -> [Double] {
    let rates = try figures.frames().frameTimes.dropFirst().map { 1e9 / Double($0) }
    guard !rates.isEmpty else {
      throw Withheld(
        "the script mangoplot loses the first frame, and the run has no other frame")
    }
    return rates
  }
}
