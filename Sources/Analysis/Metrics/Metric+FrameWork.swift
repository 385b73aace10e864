internal import Recordings
internal import Units

extension Metric {
  /// Metrics of the work on a frame: how long it takes, regardless of when the frame is presented.
  public static let frameWork: [Metric] =
    quantiles(
      of: .cpuBusy, "cpu", "CPU time of a frame",
      source: "Macrobenchmark's frameDurationCpuMs; PresentMon's CPUBusy"
    ) { "The CPU worked no longer than this on \($0) of the frames." }
    + quantiles(
      of: .gpuBusy, "gpu", "GPU time of a frame", source: "PresentMon's GPUBusy"
    ) { "The GPU worked no longer than this on \($0) of the frames." }
    + quantiles(
      of: .work, "work", "Working time of a frame", source: "Android's total duration of a frame"
    ) { "From beginning to end, the work on \($0) of the frames took no longer than this." }
    + quantiles(
      of: .overrun, "overrun", "Overrun of a frame", source: "Macrobenchmark's frameOverrunMs"
    ) {
      "The work on \($0) of the frames ended at most this long after its deadline; below 0 is before it."
    }
    + quantiles(
      of: .ui, "ui", "Build time of a frame", source: "Flutter's build time of a frame"
    ) { "The thread of the user interface took no longer than this to build \($0) of the frames." }
    + quantiles(
      of: .render, "render", "Render time of a frame",
      source: "Flutter's rasterizer time of a frame; Apple's render phase"
    ) { "The render thread or system took no longer than this to draw \($0) of the frames." }

  /// The four percentiles of Macrobenchmark.
  private static let probabilities = [("p50", 0.5), ("p90", 0.9), ("p95", 0.95), ("p99", 0.99)]

  private static func quantiles(
    of signal: FrameSignal, _ name: String, _ title: String, source: String,
    help: (String) -> String
  ) -> [Metric] {
    probabilities.map { percentile, probability in
      Metric(
        id: "frame.\(name).\(percentile)", title: "\(title) (\(percentile), ms)",
        unit: .milliseconds, polarity: .lowerIsBetter, revision: 2, parameters: [.frames],
        help: help(probability.percentage),
        formula: "quantile(\(name) of the frames, \(probability))", source: source
      ) { figures throws(Withheld) in
        try figures.quantile(of: signal, probability) / 1e6
      }
    }
  }

  /// Frames that the platform marks as late.
  static let lateFrames: [Metric] = [
    Metric(
      id: "deadline.missed", title: "Missed deadlines (%)", unit: .fraction,
      polarity: .lowerIsBetter, parameters: [.frames],
      help: "Share of the frames whose work ended after the platform's deadline.",
      formula: "share of frames with overrun > 0", source: "Android, frame deadlines"
    ) { figures throws(Withheld) in
      let overruns = try figures.values(of: .overrun)
      return Double(overruns.count { $0 > 0 }) / Double(overruns.count)
    },
    late(
      [.application, .system, .queue, .unknown], "any", "Late frames (%)",
      help: "Share of the frames that the platform marks as late, for any reason."),
    late(
      .application, "application", "Late because of the application (%)",
      help: "Share of the frames that the application handed over after its deadline."),
    late(
      .system, "system", "Late because of the system (%)",
      help: "Share of the frames that the compositor or the display delayed."),
    late(
      .queue, "queue", "Late in the queue (%)",
      help: "Share of the frames that had to wait because those before them were late."),
  ]

  private static func late(
    _ blame: FrameBlame, _ name: String, _ title: String, help: String
  ) -> Metric {
    Metric(
      id: "late.\(name)", title: title, unit: .fraction, polarity: .lowerIsBetter,
      parameters: [.frames], help: help,
      formula: "share of frames that the trace marks as late"
        + (name == "any" ? "" : " and blames on the \(name)"),
      source: "Perfetto FrameTimeline, jank types"
    ) { figures throws(Withheld) in
      try figures.shareOfFrames(blamedOn: blame)
    }
  }
}
