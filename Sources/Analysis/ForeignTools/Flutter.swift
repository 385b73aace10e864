internal import Recordings
internal import Units

extension ForeignTool {
  /// Flutter, with the figures of its file `timeline_summary.json`.
  static let flutter = ForeignTool(
    id: "flutter", name: "Flutter timeline summary", frames: .displayed,
    figures: FlutterRules(.ui, "build").figures + FlutterRules(.render, "rasterizer").figures
      + [figure("frame_count", FlutterRules.count, digits: 0)])
}

/// The rules for the figures of one part of the work on a frame: building or rasterizing.
private struct FlutterRules {
  private static let source = "Flutter, timeline_summary.dart"
  let signal: FrameSignal
  let part: String

  init(_ signal: FrameSignal, _ part: String) {
    self.signal = signal
    self.part = part
  }

  static let count = Metric.rule(
    "flutter.frames", .count, .neither, digits: 0,
    help: "The number of frames for which Flutter built the user interface.",
    formula: "number of frames with a build time", source: source
  ) { figures throws(Withheld) in Double(try figures.values(of: .ui).count) }

  var figures: [Metric] {
    let time = "frame_\(part)_time_millis"
    let spread = ForeignTool.figure("stddev_\(time)", deviation, digits: 3)
    return [ForeignTool.figure("average_\(time)", average, digits: 3)]
      + (signal == .render ? [spread] : [])
      + [
        ForeignTool.figure("90th_percentile_\(time)", ranked("p90", 0.9), digits: 3),
        ForeignTool.figure("99th_percentile_\(time)", ranked("p99", 0.99), digits: 3),
        ForeignTool.figure("worst_\(time)", ranked("worst", 1), digits: 3),
        ForeignTool.figure("missed_frame_\(part)_budget_count", missed, digits: 0),
      ]
  }

  private func rule(
    _ name: String, _ unit: Unit = .milliseconds, digits: Int = 3, help: String, formula: String,
    _ compute: @escaping @Sendable ([Double]) -> Double
  ) -> Metric {
    let signal = signal
    return Metric.rule(
      "flutter.\(part).\(name)", unit, .lowerIsBetter,
      digits: digits, help: help, formula: formula, source: Self.source
    ) { figures throws(Withheld) in compute(try figures.sortedMilliseconds(of: signal)) }
  }

  private var average: Metric {
    rule(
      "average", help: "The mean of the \(part) times of all Flutter frames in the run.",
      formula: "mean of the frames' \(part) times"
    ) {
      $0.reduce(0, +) / Double($0.count)
    }
  }

  private var deviation: Metric {
    rule(
      "stddev",
      help:
        "The mean absolute deviation of the frames' \(part) times, which Flutter calls a standard deviation.",
      formula: "mean of |t - mean of t|; t = \(part) time of a frame"
    ) { times in
      let mean = times.reduce(0, +) / Double(times.count)
      return times.reduce(0) { $0 + abs($1 - mean) } / Double(times.count)
    }
  }

  private func ranked(_ name: String, _ probability: Double) -> Metric {
    rule(
      name,
      help: probability == 1
        ? "The longest \(part) time of all Flutter frames in the run."
        : """
        The \(part) time that about \(probability.percentage) of the Flutter frames do not exceed: the \(part) time of \
        a single frame, without interpolation.
        """,
      formula:
        "t[round((n - 1) * \(probability))]; t = \(part) times of the frames, shortest first, n = number of frames"
    ) { $0[Int((Double($0.count - 1) * probability).rounded())] }
  }

  private var missed: Metric {
    rule(
      "missed", .count, digits: 0,
      help:
        "The number of frames whose \(part) time is over 16 ms, whatever the display's refresh rate.",
      formula: "number of frames with t > 16 ms; t = \(part) time of a frame"
    ) { Double($0.count { $0 > 16 }) }
  }
}
