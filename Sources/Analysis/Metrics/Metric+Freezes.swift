internal import Units

extension Metric {
  /// Metrics of the frame rate of the slowest frames, and of pictures that stay on the screen for a long time.
  static let freezes: [Metric] = [
    Metric(
      id: "fps.floor95", title: "FPS floor (95%)", unit: .framesPerSecond,
      polarity: .higherIsBetter, refreshSteps: .frameRates, parameters: [.frames],
      help: """
        The frame-rate floor, which a few long freezes do not change: the frame rate that 95% of the frames reach or \
        exceed.
        """,
      formula: "1 / quantile(ft, 0.95); ft = frame time",
      source: """
        the 95% frame-rate floor of Liu, Kuwahara, Scovell and Claypool, “The Effects of Frame Rate Variation on \
        Game Player QoE” (only the abstract of the paper was read)
        """
    ) { figures throws(Withheld) in
      1e9 / (try figures.sortedFrameTimes(forTail: 0.95).quantile(0.95))
    },
    Metric(
      id: "freeze.longest", title: "Longest freeze (ms)", unit: .milliseconds,
      polarity: .lowerIsBetter,
      help: """
        The longest time of the run in which the display showed no new frame of the application.
        """,
      formula:
        "longest ft between displayed frames of the application; --frames has no effect; ft = frame time",
      source: """
        Hitchmark; a viewer accepts a freeze of up to 360 ms (van Kester et al. 2011; only the abstract of \
        the paper was read)
        """
    ) { figures throws(Withheld) in
      try LongestFreeze(figures).duration.milliseconds
    },
    freezes(
      longerThan: 100,
      help: """
        The number of freezes over 100 ms per minute of the run; such a freeze visibly interrupts a movement on the \
        screen.
        """),
    freezes(
      longerThan: 360,
      help: """
        The number of freezes over 360 ms per minute of the run; such a freeze is longer than viewers accept.
        """),
  ]

  private static func freezes(longerThan milliseconds: Nanoseconds, help: String) -> Metric {
    Metric(
      id: "freeze.count\(milliseconds)", title: "Freezes over \(milliseconds) ms (per minute)",
      unit: .perMinute, polarity: .lowerIsBetter, help: help,
      formula:
        """
        number of displayed frames of the application with ft > \(milliseconds) ms, per minute of the duration; \
        ft = frame time
        """,
      source: milliseconds == 360
        ? "van Kester et al. 2011 (only the abstract of the paper was read)" : "Hitchmark"
    ) { figures throws(Withheld) in
      let frames = try figures.displayedFrames()
      let count = frames.frameTimes.count { $0 > milliseconds * .perMillisecond }
      return Double(count) * 60 / frames.duration.seconds
    }
  }
}
