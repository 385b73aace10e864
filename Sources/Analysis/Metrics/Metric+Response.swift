internal import Recordings
internal import Statistics
internal import Units

extension Metric {
  private static let estimated =
    "response times are estimates (input lag plus frame time), not measured latencies"

  /// Metrics of response times, which are estimated as input lag plus frame time and not measured.
  static let responseTimes: [Metric] = [
    Metric(
      id: "response.avg", title: "Response time (ms)", unit: .milliseconds,
      polarity: .lowerIsBetter, parameters: [.inputLag, .frames],
      help: "The estimated mean time from an input to its effect on the screen.",
      caveat: estimated,
      formula: "input lag + 1000 / fps.avg",
      source: "Reinpalu 2017"
    ) { figures throws(Withheld) in
      figures.parameters.inputLag.milliseconds + 1000 / (try figures.knownAverageFrameRate())
    },
    responseQuantile("p95", "95th percentile", 0.95),
    responseQuantile("p99", "99th percentile", 0.99),
    Metric(
      id: "response.instant", title: "Instantaneous response (%)", unit: .fraction,
      polarity: .higherIsBetter,
      parameters: [.inputLag, .instantaneousLimit, .frames],
      help: """
        Share of the run's time in frames whose estimated response time feels instantaneous (by default, is at most \
        100 ms).
        """,
      caveat: estimated,
      formula:
        "sum of the frame times ft with input lag + ft <= --instantaneous-limit, divided by the duration",
      source: "Reinpalu 2017"
    ) { figures throws(Withheld) in
      let parameters = figures.parameters
      let limit = Double(parameters.instantaneousLimit) - Double(parameters.inputLag)
      let late = try figures.sortedFrameTimes().longest { Double($0) > limit }
      let duration = try figures.frames().duration
      return Double(duration - late.duration) / Double(duration)
    },
  ]

  private static func responseQuantile(
    _ name: String, _ words: String, _ probability: Double
  ) -> Metric {
    Metric(
      id: "response.\(name)", title: "Response time (\(words), ms)", unit: .milliseconds,
      polarity: .lowerIsBetter, revision: 2, parameters: [.inputLag, .frames],
      help: """
        The \(words), over all frames, of the estimated response time: the time from an input to its effect on the \
        screen.
        """,
      caveat: estimated,
      formula: "input lag + quantile(ft, \(probability)); ft = frame time",
      source: "Hitchmark, after Reinpalu 2017"
    ) { figures throws(Withheld) in
      let frameTime = try figures.sortedFrameTimes(forTail: probability).quantile(probability)
      return figures.parameters.inputLag.milliseconds + frameTime / 1e6
    }
  }

  private static let latencySource = """
    the latency of frames in the trace, such as click-to-photon or PC latency; for Chrome and Instruments, the time \
    from the start of the work on a frame to its display
    """

  static let latencies: [Metric] = [
    Metric(
      id: "latency.avg", title: "Measured latency (ms)", unit: .milliseconds,
      polarity: .lowerIsBetter, parameters: [.frames],
      help: """
        The mean measured latency: the time from an input, or from the start of the input's processing, to its effect \
        on the screen.
        """,
      formula: "mean of the latencies of the frames",
      source: latencySource
    ) { figures throws(Withheld) in
      try figures.mean(of: .latency) { $0 } / 1e6
    },
    Metric(
      id: "latency.p95", title: "Measured latency (95th percentile, ms)", unit: .milliseconds,
      polarity: .lowerIsBetter, parameters: [.frames],
      help: """
        The measured latency that 95% of the frames did not exceed: the time from an input, or from the start of the \
        input's processing, to its effect on the screen.
        """,
      formula: "quantile(latency of the frames, 0.95)",
      source: latencySource
    ) { figures throws(Withheld) in
      try figures.quantile(of: .latency, 0.95) / 1e6
    },
  ]
}

extension RunFigures {
  /// The average frame rate of the run: computed from the frames or, if the run has no frames, the reported value.
  fileprivate func knownAverageFrameRate() throws(Withheld) -> Double {
    do throws(Withheld) {
      return try averageFrameRate()
    } catch {
      guard let reported = reportedValue(of: .averageFrameRate), reported > 0 else { throw error }
      return reported
    }
  }
}
