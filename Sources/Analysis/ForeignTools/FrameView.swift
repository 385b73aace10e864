internal import Units

extension ForeignTool {
  /// NVIDIA FrameView, with the figures of its file `Summary.csv`.
  static let frameView = ForeignTool(
    id: "frameview", name: "NVIDIA FrameView", frames: .presented,
    figures: [
      figure("Avg FPS", FrameViewRules.average, digits: 3),
      figure("1% Low FPS", FrameViewRules.low("frameview.low1", "1%", permille: 10), digits: 3),
      figure("Min FPS", FrameViewRules.ranked("frameview.min", "Min", permille: 0), digits: 3),
      figure("Max FPS", FrameViewRules.fastest, digits: 3),
      figure(
        "0.1% Low FPS", FrameViewRules.low("frameview.low0.1", "0.1%", permille: 1), digits: 3),
      figure("0.1% FPS", FrameViewRules.ranked("frameview.p0.1", "0.1%", permille: 1), digits: 3),
      figure("1% FPS", FrameViewRules.ranked("frameview.p1", "1%", permille: 10), digits: 3),
      figure("5% FPS", FrameViewRules.ranked("frameview.p5", "5%", permille: 50), digits: 3),
      figure("10% FPS", FrameViewRules.ranked("frameview.p10", "10%", permille: 100), digits: 3),
      figure("Time (ms)", FrameViewRules.time, digits: 3),
    ])
}

/// The rules for FrameView's figures, inferred from 649 logs and their summaries.
private enum FrameViewRules {
  static let source =
    "NVIDIA FrameView; the formula was inferred from FrameView's logs and their summaries"

  static let average = SharedRules.framesOverTime("frameview.avg", digits: 3, source: source)

  static let fastest = SharedRules.frameRate("frameview.max", at: 0, digits: 3, source: source)

  static let time = Metric.rule(
    "frameview.time", .seconds, .neither, digits: 3,
    help: """
      The time in seconds from the present in the first row of the log to the present in the last row. FrameView's \
      summary has this time in the column “Time (ms)”, although the values in the column are seconds.
      """,
    formula: "sum of all ft except that of the first frame; ft = frame time", source: source
  ) { figures throws(Withheld) in
    let frames = try figures.frames()
    return (frames.duration - frames.frameTimes[0]).seconds
  }

  static func low(_ id: String, _ share: String, permille: Int) -> Metric {
    Metric.rule(
      id, .framesPerSecond, digits: 3,
      help: """
        The average frame rate of the slowest frames of the run: \(share) of the frames, rounded down, plus one frame.
        """,
      formula:
        "1 / mean of the (floor(n * \(share)) + 1) longest ft; n = number of frames, ft = frame time",
      source: source
    ) { figures throws(Withheld) in
      let sorted = try figures.sortedFrameTimes()
      return sorted.frameRate(ofTheSlowest: sorted.count * permille / 1000 + 1)
    }
  }

  static func ranked(_ id: String, _ share: String, permille: Int) -> Metric {
    Metric.rule(
      id, .framesPerSecond, digits: 3,
      help: permille == 0
        ? "The frame rate of the longest frame of the run: 1 divided by its frame time."
        : "The frame rate of a single frame of the run, chosen so that \(share) of the frames are slower.",
      formula: permille == 0
        ? "1 / longest frame time of the run"
        : "1 / ft[floor(n * \(share))]; ft = frame times, longest first, n = number of frames",
      source: source
    ) { figures throws(Withheld) in
      let sorted = try figures.sortedFrameTimes()
      return sorted.frameRate(ofSlowest: sorted.count * permille / 1000)
    }
  }
}
