internal import Recordings
internal import Units

extension Metric {
  /// Metrics of how long the work on a frame takes, regardless of when the frame is presented.
  public static let frameWork: [Metric] =
    quantiles(
      of: .cpuBusy, "cpu", "CPU time of a frame",
      source: "Macrobenchmark's frameDurationCpuMs; PresentMon's CPUBusy"
    ) {
      "The CPU time that \($0) of the frames did not exceed: how long the CPU worked on a frame."
    }
    + quantiles(
      of: .gpuBusy, "gpu", "GPU time of a frame", source: "PresentMon's GPUBusy"
    ) {
      "The GPU time that \($0) of the frames did not exceed: how long the GPU worked on a frame."
    }
    + quantiles(
      of: .work, "work", "Working time of a frame", source: "Android's total duration of a frame"
    ) {
      """
      The working time that \($0) of the frames did not exceed: the time from the start to the end of the work of CPU \
      and GPU on a frame, waits included.
      """
    }
    + quantiles(
      of: .overrun, "overrun", "Overrun of a frame", source: "Macrobenchmark's frameOverrunMs"
    ) {
      """
      The overrun that \($0) of the frames did not exceed: the time from a frame's deadline to the end of the work, \
      negative if the work ended earlier.
      """
    }
    + quantiles(
      of: .ui, "ui", "Build time of a frame", source: "Flutter's build time of a frame"
    ) {
      """
      The build time that \($0) of the frames did not exceed: how long the user-interface thread worked on a frame.
      """
    }
    + quantiles(
      of: .render, "render", "Render time of a frame",
      source: "Flutter's rasterizer time of a frame; Apple's render phase"
    ) {
      """
      The render time that \($0) of the frames did not exceed: how long the render thread, or the renderer of the \
      system, drew a frame.
      """
    }

  /// The four percentiles that Macrobenchmark prints, by their names.
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
        formula: "quantile(\(name), \(probability)); \(name) = \(title)", source: source
      ) { figures throws(Withheld) in
        try figures.quantile(of: signal, probability) / 1e6
      }
    }
  }

  /// Metrics of the frames that the operating system or the library JankStats marked as late.
  static let lateFrames: [Metric] = [
    Metric(
      id: "deadline.missed", title: "Missed deadlines (%)", unit: .fraction,
      polarity: .lowerIsBetter, parameters: [.frames],
      help:
        "Share of the frames whose work ended after the deadline that the operating system set.",
      formula:
        "share of frames with overrun > 0; overrun = end of the work on the frame - deadline",
      source: "Android's frame deadlines"
    ) { figures throws(Withheld) in
      let overruns = try figures.values(of: .overrun)
      return Double(overruns.count { $0 > 0 }) / Double(overruns.count)
    },
    late(
      [.application, .system, .queue, .unknown], "any", "Late frames (%)",
      help: """
        Share of the run's frames that the operating system or Android's library JankStats marked as late, for any \
        reason.
        """),
    late(
      .application, "application", "Late because of the application (%)",
      help: "Share of the run's frames that are late because the application missed the deadline."),
    late(
      .system, "system", "Late because of the system (%)",
      help:
        "Share of the run's frames that are late because the compositor or the display delayed them."
    ),
    late(
      .queue, "queue", "Late because of earlier frames (%)",
      help: """
        Share of the run's frames that are late because earlier frames were still in the queue for the display (buffer \
        stuffing).
        """),
  ]

  private static func late(
    _ blame: FrameBlame, _ name: String, _ title: String, help: String
  ) -> Metric {
    Metric(
      id: "late.\(name)", title: title, unit: .fraction, polarity: .lowerIsBetter,
      parameters: [.frames], help: help,
      formula: name == "any"
        ? "share of frames that the trace marks as late"
        : "share of frames that the trace marks as late, with \(name) as the cause",
      source: name == "any"
        ? "the jank types of Perfetto's FrameTimeline; the janky frames of JankStats"
        : "the jank types of Perfetto's FrameTimeline"
    ) { figures throws(Withheld) in
      try figures.shareOfFrames(blamedOn: blame)
    }
  }
}
