internal import Recordings
internal import Units

extension ForeignTool {
  /// Chrome, with the figures of the histograms of its compositor.
  static let chrome = ForeignTool(
    id: "chrome", name: "Chrome", frames: .displayed,
    figures: [
      figure(
        "Graphics.Smoothness.MaxPercentDroppedFrames_1sWindow",
        ChromeRules.windows(
          "max", "highest",
          note: """
             Chrome cuts off the decimals of the highest share of missed refreshes, so the printed highest share may \
            be below the printed 95th percentile of the shares.
            """,
          formula: "with the highest share rounded down to whole percent"
        ) { ($0.last ?? 0).rounded(.down) }, digits: 0),
      figure(
        "Graphics.Smoothness.95pctPercentDroppedFrames_1sWindow",
        ChromeRules.windows(
          "p95", "95th percentile", note: "",
          formula: "with the percentile of the shares rounded to whole percent"
        ) { windows in
          // The next window after the worst twentieth of the windows, counted from the worst window.
          windows[max(0, windows.count - 1 - windows.count / 20)].rounded()
        }, digits: 0),
      figure(
        "Graphics.Smoothness.PercentDroppedFrames3.AllSequences", ChromeRules.average, digits: 0),
    ])
}

private enum ChromeRules {
  static let source = "Chromium, dropped_frame_counter.cc"
  static let parameters: [ParameterKey] = [.refreshRate, .refreshRateSource, .frames]

  static let average = Metric.rule(
    "chrome.dropped", .fraction, .lowerIsBetter, digits: 0,
    parameters: [],
    help: """
      Share of dropped frames, which never reached the screen, among all started frames. Chrome computes the share of \
      dropped frames for sequences of frames, such as a scroll; Hitchmark takes the whole trace as one sequence. \
      Chrome rounds the share of dropped frames up, and reports the share only for sequences of at least 100 frames.
      """,
    formula: "dropped frames / (dropped + displayed frames), rounded up to whole percent",
    source: "Chromium, frame_sequence_metrics.cc"
  ) { figures throws(Withheld) in
    let kinds = try figures.kinds()
    // Frames without a present have no time and belong to no segment.
    let unplaced = figures.recording.timeline.value?.unplaced[.dropped, default: 0] ?? 0
    let dropped = kinds.count { $0 == .dropped } + unplaced
    let begun = dropped + kinds.count { $0 == .displayed }
    guard begun >= 100 else { throw .shortSequence }
    return (100 * Double(dropped) / Double(begun)).rounded(.up) / 100
  }

  static func windows(
    _ name: String, _ words: String, note: String, formula: String,
    _ pick: @escaping @Sendable ([Double]) -> Double
  ) -> Metric {
    Metric.rule(
      "chrome.window.\(name)", .fraction,
      .lowerIsBetter, digits: 0, parameters: parameters,
      help: """
        The \(words) of the shares of missed refreshes (refreshes without a new frame) in windows of one second. A \
        window of one second ends at each refresh after the first second of the run; a run without a whole window has \
        no value. Chrome itself counts dropped frames in place of missed refreshes.\(note)
        """,
      formula: """
        \(words) of the windows' min(100%, missed refreshes / (1 s / v)), \(formula); a window has \
        floor(1 s / v) refreshes, v = 1 / refresh rate in whole microseconds
        """,
      source: source
    ) { figures throws(Withheld) in
      let windows = try percentages(figures).sorted()
      guard !windows.isEmpty else { throw .shorterThanWindow }
      return pick(windows) / 100
    }
  }

  /// The percentage of missed refreshes in each window of one second.
  private static func percentages(_ figures: RunFigures) throws(Withheld) -> [Double] {
    let hertz = try figures.refreshRate()
    let frames = try figures.frames()
    guard frames.duration.seconds * hertz < 100_000_000 else { throw .lastsDays }
    let interval = max(1, (1_000_000 / hertz).rounded(.down))
    // Chrome ignores frames whose interval is as long as a window.
    guard interval < 1_000_000 else { return [] }
    let length = Int(1_000_000 / interval)
    return frames.segments.flatMap { segment -> [Double] in
      // Whether each refresh had no new frame.
      var isMissed: [Bool] = []
      for frameTime in frames.frameTimes[segment] {
        let refreshes = max(1, Int((Double(frameTime) * hertz / 1e9).rounded()))
        isMissed += Array(repeating: true, count: refreshes - 1) + [false]
      }
      guard isMissed.count > length else { return [] }
      var missed = isMissed[..<length].count { $0 }
      return (length..<isMissed.count).map { end in
        missed += (isMissed[end] ? 1 : 0) - (isMissed[end - length] ? 1 : 0)
        return min(100, Double(missed) * 100 / (1_000_000 / interval))
      }
    }
  }
}
