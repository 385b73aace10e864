internal import Recordings
internal import Units

extension ForeignTool {
  /// As its compositor counts them.
  static let chrome = ForeignTool(
    id: "chrome", name: "Chrome", frames: .displayed,
    figures: [
      figure(
        "Graphics.Smoothness.MaxPercentDroppedFrames_1sWindow",
        ChromeRules.windows("max", "highest") { Double($0.last ?? 0) / 100 }, digits: 0),
      figure(
        "Graphics.Smoothness.95pctPercentDroppedFrames_1sWindow",
        ChromeRules.windows("p95", "95th percentile") { windows in
          // From the worst window down until a twentieth of them is passed.
          Double(windows[max(0, windows.count - 1 - windows.count / 20)]) / 100
        }, digits: 0),
      figure("PercentDroppedFrames3.AllSequences", ChromeRules.average, digits: 0),
    ])
}

private enum ChromeRules {
  static let source = "Chromium, dropped_frame_counter.cc"
  static let parameters: [ParameterKey] = [.refreshRate, .refreshRateSource, .frames]

  static let average = Metric.rule(
    "chrome.dropped", .fraction, .lowerIsBetter, digits: 0,
    parameters: [],
    help: "Share of the frames begun that never reached the screen, as the trace counts them.",
    formula: "dropped frames / (dropped + displayed frames)", source: source
  ) { figures throws(Withheld) in
    let kinds = try figures.kinds()
    // Frames without a present of their own have no time, and no segment either.
    let unplaced = figures.recording.timeline.value?.unplaced[.dropped, default: 0] ?? 0
    let dropped = kinds.count { $0 == .dropped } + unplaced
    let shown = kinds.count { $0 == .displayed }
    guard dropped + shown > 0 else { throw .noFrames }
    return Double(dropped) / Double(dropped + shown)
  }

  static func windows(
    _ name: String, _ words: String, _ pick: @escaping @Sendable ([Int]) -> Double
  ) -> Metric {
    Metric.rule(
      "chrome.window.\(name)", .fraction,
      .lowerIsBetter, digits: 0, parameters: parameters,
      help: "Of windows of one second at every refresh, the \(words) of the shares of refreshes"
        + " that showed nothing new. A trace does not say when dropped frames were, so that"
        + " missed refreshes stand for them.",
      formula: "\(words) over windows of 1 s of min(100%, missed refreshes / (1 s / v)), in"
        + " whole percent; v = 1 / refresh rate",
      source: source
    ) { figures throws(Withheld) in
      let windows = try shares(figures).sorted()
      guard !windows.isEmpty else { throw .shorterThanWindow("1s") }
      return pick(windows)
    }
  }

  /// The percentages of all windows, whole ones alone.
  private static func shares(_ figures: RunFigures) throws(Withheld) -> [Int] {
    let hertz = try figures.refreshRate()
    let frames = try figures.frames()
    guard frames.duration.seconds * hertz < 100_000_000 else { throw .emptyWindows }
    let length = max(1, Int(hertz.rounded()))
    return frames.segments.flatMap { segment -> [Int] in
      // Whether each refresh showed nothing new.
      var isMissed: [Bool] = []
      for frameTime in frames.frameTimes[segment] {
        let refreshes = max(1, Int((Double(frameTime) * hertz / 1e9).rounded()))
        isMissed += Array(repeating: true, count: refreshes - 1) + [false]
      }
      guard isMissed.count >= length else { return [] }
      var missed = isMissed[..<length].count { $0 }
      var shares = [percent(missed, of: length)]
      for end in length..<isMissed.count {
        missed += (isMissed[end] ? 1 : 0) - (isMissed[end - length] ? 1 : 0)
        shares.append(percent(missed, of: length))
      }
      return shares
    }
  }

  private static func percent(_ missed: Int, of length: Int) -> Int {
    min(100, (missed * 200 + length) / (2 * length))
  }
}
