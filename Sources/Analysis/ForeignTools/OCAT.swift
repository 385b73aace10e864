internal import Recordings
internal import Units

extension ForeignTool {
  /// OCAT from version 1.6.3, with the figures of its file `perf_summary.csv`.
  ///
  /// OCAT counts every present as a frame, whether it was displayed or not.
  static let ocat = ForeignTool(
    id: "ocat", name: "OCAT", frames: .presented,
    figures: [
      figure("Average FPS (Application)", OCATRules.average, digits: 1),
      figure("Average frame time (ms) (Application)", OCATRules.frameTime, digits: 1),
      figure("Minimum frame time (ms) (Application)", OCATRules.quantile("min", 0), digits: 1),
      figure("Maximum frame time (ms) (Application)", OCATRules.quantile("max", 1), digits: 1),
      figure("Median frame time (ms) (Application)", OCATRules.quantile("median", 0.5), digits: 1),
      figure("Standard deviation of frame time (ms) (Application)", OCATRules.deviation, digits: 1),
    ]
      + [
        ("0.1st", 0.001), ("1st", 0.01), ("5th", 0.05), ("25th", 0.25), ("75th", 0.75),
        ("95th", 0.95), ("99th", 0.99), ("99.9th", 0.999),
      ].map { name, probability in
        figure(
          "\(name)-percentile frame time (ms) (Application)",
          OCATRules.quantile("p\(name.dropLast(2))", probability), digits: 1)
      } + [
        figure("Missed frames (Application)", OCATRules.missed, digits: 0),
        figure("Average number of missed frames (Application)", OCATRules.missedShare, digits: 1),
        figure(
          "Maximum number of consecutive missed frames (Application)", OCATRules.missedInARow,
          digits: 0),
      ])
}

private enum OCATRules {
  static let source = "OCAT 1.6.3, Recording.cpp"

  static let average = Metric.rule(
    "ocat.avg", .framesPerSecond,
    help: """
      The average frame rate: the number of frames divided by the time from the start of the recording to the last \
      present. Traces of tools other than OCAT do not contain the start of the recording, so their average frame rate \
      covers the time from the first frame.
      """,
    formula: "number of frames / (time from the start of the recording to the last present)",
    source: source
  ) { figures throws(Withheld) in Double(try figures.frames().count) / (try time(figures)) }

  static let frameTime = Metric.rule(
    "ocat.frametime", .milliseconds, .lowerIsBetter,
    help: """
      The mean frame time: the time from the start of the recording to the last present, divided by the number of \
      frames.
      """,
    formula: "(time from the start of the recording to the last present) / number of frames",
    source: source
  ) { figures throws(Withheld) in 1000 * (try time(figures)) / Double(try figures.frames().count) }

  /// The time from the start of the recording to the last present, in seconds.
  private static func time(_ figures: RunFigures) throws(Withheld) -> Double {
    let before = figures.recording.description.labels["before_first_present_s"]
    return (before.flatMap(Double.init) ?? 0) + (try figures.frames().duration.seconds)
  }

  static let deviation = Metric.rule(
    "ocat.stddev", .milliseconds, .lowerIsBetter,
    help: """
      The standard deviation of the frame times, with the number of frames n as the divisor instead of n - 1.
      """,
    formula: "sqrt(sum of (ft - mean of ft)^2 / number of frames); ft = frame time",
    source: source
  ) { figures throws(Withheld) in
    let times = try figures.frames().frameTimes.map(\.milliseconds)
    let mean = times.reduce(0, +) / Double(times.count)
    return (times.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(times.count)).squareRoot()
  }

  static func quantile(_ name: String, _ probability: Double) -> Metric {
    let figure =
      [0: "shortest frame time of the run", 1: "longest frame time of the run"][probability]
      ?? "quantile \(probability) of the frame times of the run, interpolated between two frame times"
    return Metric.rule(
      "ocat.frametime.\(name)", .milliseconds, .lowerIsBetter,
      help: """
        The \(figure). Before version 1.6.3, OCAT printed only the 95th, 99th and 99.9th percentile of the frame \
        times, without interpolation, and before version 1.4 only the 99th percentile.
        """,
      formula: "quantile(ft, \(probability)); ft = frame time",
      source: source
    ) { figures throws(Withheld) in
      try figures.sortedFrameTimes().quantile(probability) / 1e6
    }
  }

  static let missed = Metric.rule(
    "ocat.missed", .count, .lowerIsBetter, digits: 0,
    help: "The number of dropped frames, whose presents never reached the screen.",
    formula: "number of dropped frames", source: source
  ) { figures throws(Withheld) in Double(try droppedInRows(figures).reduce(0, +)) }

  static let missedShare = Metric.rule(
    "ocat.missed.average", .count, .lowerIsBetter,
    help: """
      The share of dropped frames among all frames; OCAT counts dropped frames twice in the number of all frames, so \
      the share is at most one half. OCAT prints the share of dropped frames with one decimal, so nearly always as 0.0.
      """,
    formula: """
      dropped frames / (frames + dropped frames); with --as ocat, the number of frames includes the dropped frames, so \
      these count twice
      """,
    source: source
  ) { figures throws(Withheld) in
    let missed = Double(try droppedInRows(figures).reduce(0, +))
    return missed / (Double(try figures.frames().count) + missed)
  }

  static let missedInARow = Metric.rule(
    "ocat.missed.consecutive", .count,
    .lowerIsBetter, digits: 0,
    help: """
      The largest number of consecutive dropped frames. OCAT ignores dropped frames at the end of the \
      recording, because no displayed frame follows them.
      """,
    formula: "the largest number of consecutive dropped frames before a displayed frame",
    source: source
  ) { figures throws(Withheld) in
    let kinds = try figures.kinds()
    let last = kinds.lastIndex { $0 != .dropped } ?? 0
    return Double(kinds[..<last].split { $0 != .dropped }.map(\.count).max() ?? 0)
  }

  /// The numbers of consecutive dropped frames, one number per uninterrupted sequence.
  private static func droppedInRows(_ figures: RunFigures) throws(Withheld) -> [Int] {
    try figures.kinds().split { $0 != .dropped }.map(\.count)
  }
}
