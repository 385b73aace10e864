internal import Statistics
internal import Units

extension Metric {
  /// Metrics of frames that missed a refresh of the display, and of frozen frames.
  static let hitches: [Metric] = [
    Metric(
      id: "hitch.count", title: "Hitches", unit: .count, polarity: .lowerIsBetter,
      revision: 3,
      parameters: [.refreshRate, .refreshRateSource, .frames],
      help:
        "The number of hitches, which are frames longer than one and a half refreshes of the display.",
      formula: """
        number of frames with ft > 1.5 v that did not meet their own deadline, if the trace has deadlines; \
        v = 1 / refresh rate, ft = frame time
        """,
      source: "Apple's definition of hitches"
    ) { figures throws(Withheld) in
      Double(try figures.hitches().count)
    },
    Metric(
      id: "hitch.time", title: "Hitch time (ms)", unit: .milliseconds, polarity: .lowerIsBetter,
      revision: 3,
      parameters: [.refreshRate, .refreshRateSource, .frames],
      help: """
        The total time by which the hitches (frames longer than 1.5 refreshes of the display) each exceed one refresh.
        """,
      formula: """
        sum of (ft - v) over hitches; in a trace with deadlines at most ceil(o / v) v, o = time by which the frame \
        missed its own; v = 1 / refresh rate, ft = frame time
        """,
      source: "Apple's definition of hitches"
    ) { figures throws(Withheld) in
      try figures.hitches().time
    },
    Metric(
      id: "hitch.ratio", title: "Hitch time ratio (ms/s)", unit: .millisecondsPerSecond,
      polarity: .lowerIsBetter, revision: 3,
      parameters: [.refreshRate, .refreshRateSource, .frames],
      help: """
        The hitch time ratio: the hitch time per second of the run. Apple's scale of 2020 calls hitch time ratios up \
        to 5 ms/s good, and from 10 ms/s critical. Apple's current scale, which ends at 50 ms/s, calls hitch time \
        ratios up to 10 ms/s good, from there up to 25 ms/s a warning, and above 25 ms/s critical.
        """,
      formula: "hitch time / duration",
      source: "Apple's definition of the hitch time ratio"
    ) { figures throws(Withheld) in
      try figures.hitches().time / figures.frames().duration.seconds
    },
    Metric(
      id: "frames.missed", title: "Missed refreshes (%)", unit: .fraction,
      polarity: .lowerIsBetter, revision: 2,
      parameters: [.refreshRate, .refreshRateSource, .frames],
      help: "Share of the display's refreshes that showed no new frame.",
      formula:
        "(sum of max(0, r - 1)) / (sum of max(1, r)); r = floor(ft / v + 1/2), v = 1 / refresh rate, ft = frame time",
      source:
        "defined by Hitchmark, which assumes that a frame stays on the display for a whole number of refreshes"
    ) { figures throws(Withheld) in
      let hertz = try figures.refreshRate()
      let frameTimes = try figures.framesWithLongOnes().frameTimes
      return Hitch.missedShare(of: frameTimes, refreshRate: hertz)
    },
    Metric(
      id: "frames.frozen", title: "Frozen frames", unit: .count, polarity: .lowerIsBetter,
      revision: 2, parameters: [.frames],
      help: """
        The number of frozen frames, which last over 700 ms, so that the application seems to hang.
        """,
      formula: "number of frames with ft > 700 ms; ft = frame time",
      source: "Android vitals"
    ) { figures throws(Withheld) in
      Double(
        try figures.sortedFrameTimes(forTail: nil).longest { $0 > 700 * .perMillisecond }.count)
    },
  ]
}

extension RunFigures {
  /// The number of late frames, and their total lateness in milliseconds.
  fileprivate func hitches() throws(Withheld) -> (count: Int, time: Double) {
    let lateness = try Lateness(self)
    guard lateness.hasDeadlines else {
      let hertz = try refreshRate()
      let late = try sortedFrameTimes(forTail: nil).longest {
        Hitch.isHitch($0, refreshRate: hertz)
      }
      return (late.count, late.duration.milliseconds - Double(late.count) * 1000 / hertz)
    }
    let frames = try CountedFrames(self)
    return (frames.late.count, frames.late.reduce(0) { $0 + $1.excess } / 1e6)
  }
}

extension RefreshSteps {
  /// The rule for metrics of the longest frame times, in milliseconds.
  static let frameTimes = RefreshSteps(.frameTime, borneOutBy: "frames.missed")
  static let frameRates = RefreshSteps(.frameRate, borneOutBy: "frames.missed")
}

/// The rule that a quantile of frame times changes in steps of whole display refreshes if frames wait for the display.
///
/// At 60 Hz, the 99th percentile changes from 16.7 to 33.3 ms if one more frame is late and the share of late frames
/// rises above 1%. So a step of one refresh means little by itself; the share of late frames must change too.
public struct RefreshSteps: Sendable, Hashable {
  /// The unit of a quantile of frame times: a time or a frame rate.
  public enum Form: Sendable {
    /// The quantile is a frame time in milliseconds.
    case frameTime
    /// The quantile is a frame rate: 1 divided by a frame time.
    case frameRate
  }

  /// The unit of the quantile of frame times that changes in steps of whole display refreshes: a time or a frame rate.
  public let form: Form

  /// The id of the metric that confirms a change of the quantile by one refresh: the change counts only if this metric
  /// improves or regresses, too.
  public let share: Metric.ID

  /// Creates the rule that a quantile of frame times changes in steps of whole display refreshes.
  ///
  /// `share` is the metric that must confirm a step of one refresh.
  public init(_ form: Form, borneOutBy share: Metric.ID) {
    self.form = form
    self.share = share
  }

  /// The number of refreshes of the display that a frame with this value lasts; a whole number if frames wait for the
  /// display.
  func refreshes(of value: Double, at hertz: Double) -> Double {
    switch form {
    case .frameTime: value * hertz / 1000
    case .frameRate: hertz / value
    }
  }
}
