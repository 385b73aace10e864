internal import Recordings
internal import Statistics
internal import Units

extension ForeignTool {
  /// AndroidX Macrobenchmark, with the figures of its file `benchmarkData.json`.
  static let macrobenchmark = ForeignTool(
    id: "macrobenchmark", name: "AndroidX Macrobenchmark", frames: .displayed,
    figures: [("frameDurationCpuMs", FrameSignal.cpuBusy), ("frameOverrunMs", .overrun)].flatMap {
      name, signal in
      [("P50", 0.5), ("P90", 0.9), ("P95", 0.95), ("P99", 0.99)].map {
        figure("\(name) \($0)", AndroidRules.quantile(name, $0, of: signal, $1), digits: 1)
      }
    }, pooling: .frames)

  /// Android's command `dumpsys gfxinfo`, with the figures of its summary.
  static let gfxInfo = ForeignTool(
    id: "gfxinfo", name: "dumpsys gfxinfo", frames: .displayed,
    figures: [
      figure("Total frames rendered", AndroidRules.total, digits: 0),
      figure("Janky frames", AndroidRules.janky, digits: 2),
    ]
      + [50, 90, 95, 99].map {
        figure("\($0)th percentile", AndroidRules.percentile($0), digits: 0)
      })
}

private enum AndroidRules {
  static func quantile(
    _ name: String, _ percentile: String, of signal: FrameSignal, _ probability: Double
  ) -> Metric {
    let time = signal == .overrun ? "overrun" : "CPU time"
    return Metric.rule(
      "macrobenchmark.\(name).\(percentile)", .milliseconds, .lowerIsBetter,
      help: """
        The \(time) that \(probability.percentage) of the frames of all iterations of a benchmark did not exceed; \
        Hitchmark prints this percentile even if there are few frames.
        """,
      formula: "quantile(\(signal.rawValue) of the frames, \(probability))",
      source: "class MetricResult in the source code of AndroidX Macrobenchmark"
    ) { figures throws(Withheld) in
      let sorted = try figures.sortedMilliseconds(of: signal)
      guard let value = Quantile.ofSorted(sorted, at: probability) else { throw .noSignal(signal) }
      return value
    }
  }

  private static let source = "classes JankTracker and ProfileData of Android's library HWUI"

  static let total = Metric.rule(
    "gfxinfo.total", .count, .neither, digits: 0,
    help: """
      The number of rendered frames, taken from the summary in the gfxinfo dump if the dump has a summary.
      """,
    formula: """
      the number of frames in the summary of the gfxinfo dump; without a summary, the number of frames in the dump
      """,
    source: source
  ) { figures throws(Withheld) in
    if let total = figures.reportedValue(ofID: "frames") ?? figures.told("gfxinfo.total") {
      return total
    }
    return Double(try figures.frameCount())
  }

  static let janky = Metric.rule(
    "gfxinfo.janky", .fraction, .lowerIsBetter,
    help: """
      Share of janky frames, which are frames that missed their deadline. Before Android 12, another rule decided \
      which frames were janky; only the summary of a gfxinfo dump contains the result of that rule.
      """,
    formula: """
      the share of janky frames in the summary of the gfxinfo dump; without a summary, the share of frames with \
      overrun > 0
      """,
    source: source
  ) { figures throws(Withheld) in
    if let janky = figures.reportedValue(ofID: "deadline.missed") ?? figures.told("gfxinfo.janky") {
      return janky
    }
    let overruns = try figures.values(of: .overrun)
    return Double(overruns.count { $0 > 0 }) / Double(overruns.count)
  }

  static func percentile(_ percentile: Int) -> Metric {
    Metric.rule(
      "gfxinfo.p\(percentile)", .milliseconds,
      .lowerIsBetter, digits: 0,
      help: """
        The \(percentile)th percentile of the working times of frames, rounded to the buckets of Android's histogram. \
        The buckets of Android's histogram are 1 ms wide up to 32 ms, 2 ms up to 48 ms, 4 ms up to 133 ms, and then 50 \
        ms. For a percentile in a bucket between 52 ms and 135 ms, Android's gfxinfo prints the start of the bucket \
        plus 1 ms.
        """,
      formula: """
        the percentile in the dump's summary; otherwise buckets from the longest down until n - floor(n \
        * \(percentile) / 100) frames are counted; n = number of frames
        """,
      source: source
    ) { figures throws(Withheld) in
      if let told = figures.reportedValue(ofID: "frame.work.p\(percentile)")
        ?? figures.told("gfxinfo.p\(percentile)")
      {
        return told
      }
      let work = try figures.values(of: .work)
      return Double(HWUIHistogram(work).percentile(percentile))
    }
  }
}

/// The histogram of frame durations of HWUI, Android's renderer.
struct HWUIHistogram {
  private let buckets: [Int]

  /// Creates the histogram of the durations of frames; O(n log n).
  init(_ durations: some Collection<Nanoseconds>) {
    buckets = durations.map { Self.bucket(of: Int($0 / .perMillisecond)) }.sorted()
  }

  /// A percentile of the frame durations in milliseconds, by Android's walk from the longest bucket down.
  func percentile(_ percentile: Int) -> Int {
    let counted = buckets.count - buckets.count * percentile / 100
    return buckets[buckets.count - max(1, counted)]
  }

  /// The milliseconds that Android prints for the bucket of a duration.
  private static func bucket(of milliseconds: Int) -> Int {
    switch milliseconds {
    case ..<5: 5
    case ..<33: milliseconds
    case ..<52: min(48, milliseconds / 2 * 2)
    case ..<136: milliseconds / 4 * 4 + 1
    case ..<200: 150
    default: min(4950, milliseconds / 50 * 50)
    }
  }
}
