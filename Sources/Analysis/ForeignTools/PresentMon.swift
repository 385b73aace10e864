internal import Recordings
internal import Units

extension ForeignTool {
  /// PresentMon, with the figures that its application writes into a file `-stats.csv`.
  static let presentMon = ForeignTool(
    id: "presentmon", name: "PresentMon", frames: .presented,
    figures: [
      streamed("Duration", PresentMonRules.duration),
      figure("Total Frames", PresentMonRules.frames, digits: 0),
      streamed("Average FPS", PresentMonRules.average),
      streamed("Minimum FPS", PresentMonRules.quantile("min", 1)),
      streamed("1st Percentile FPS", PresentMonRules.percentile("p1", 0.99)),
      streamed("5th Percentile FPS", PresentMonRules.percentile("p5", 0.95)),
      streamed("Maximum FPS", PresentMonRules.quantile("max", 0)),
      streamed("AnimationErrorPerSecond", PresentMonRules.errorPerSecond),
      streamed("AnimationErrorPerFrame", PresentMonRules.errorPerFrame),
    ])
}

private enum PresentMonRules {
  static let source = "classes RawFrameDataWriter and StatisticsTracker in PresentMon's source code"

  static let duration = Metric.rule(
    "presentmon.duration", .seconds, .neither, digits: 3,
    help: """
      The duration of the run without its last frame: from the start of the first frame to the start of the last frame.
      """,
    formula: "duration of the run - ft of the last frame; ft = frame time", source: source
  ) { figures throws(Withheld) in try time(figures) }

  private static func time(_ figures: RunFigures) throws(Withheld) -> Double {
    let frames = try figures.frames()
    return (frames.duration - (frames.frameTimes.last ?? 0)).seconds
  }

  static let frames = Metric.rule(
    "presentmon.frames", .count, .neither, digits: 0,
    help: "The number of frames in the run; with --as presentmon, dropped frames count, too.",
    formula: "number of frames that --frames selects",
    source: source
  ) { figures throws(Withheld) in Double(try figures.frames().count) }

  static let average = SharedRules.framesOverTime("presentmon.avg", digits: 3, source: source)

  static func quantile(_ name: String, _ probability: Double) -> Metric {
    SharedRules.frameRate("presentmon.\(name)", at: probability, digits: 3, source: source)
  }

  static func percentile(_ name: String, _ probability: Double) -> Metric {
    Metric.rule(
      "presentmon.\(name)", .framesPerSecond, digits: 3,
      help: """
        The frame rate that \(probability.percentage) of the frames of a run reach or exceed. For a run with a \
        single frame, PresentMon prints a thousandth of the frame rate, because it does not convert milliseconds to \
        seconds.
        """,
      formula: "1 / quantile(ft, \(probability)); ft = frame time", source: source
    ) { figures throws(Withheld) in
      let sorted = try figures.sortedFrameTimes()
      return (sorted.count == 1 ? 1e6 : 1e9) / sorted.quantile(probability)
    }
  }

  static let errorPerSecond = Metric.rule(
    "presentmon.animation-error.second", Unit(id: "s/s"), .lowerIsBetter, digits: 6,
    help: """
      The sum of the absolute animation errors of all frames, per second of the run. If no frame has an animation \
      error, PresentMon writes “0.0” without a comma, which shifts the columns of its file; Hitchmark does not \
      imitate this bug.
      """,
    formula:
      "(sum of |animation error|) / (duration of the run - ft of the last frame); ft = frame time",
    source: source
  ) { figures throws(Withheld) in
    let errors = try figures.values(of: .animationError)
    return try errors.reduce(0) { $0 + abs($1.seconds) } / time(figures)
  }

  static let errorPerFrame = Metric.rule(
    "presentmon.animation-error.frame", .milliseconds,
    .lowerIsBetter, digits: 6,
    help: """
      The mean absolute animation error of the frames for which the trace contains an animation error.
      """,
    formula: "mean of |animation error| over the frames with an animation error", source: source
  ) { figures throws(Withheld) in
    let errors = try figures.values(of: .animationError)
    return errors.reduce(0) { $0 + abs($1.milliseconds) } / Double(errors.count)
  }
}
