internal import Recordings
internal import Statistics
internal import Units

extension Metric {
  /// Response times by the model "input lag + frame time": estimates, not measurements.
  static let responseTimes: [Metric] = [
    Metric(
      id: "response.avg", title: "Response time (ms)", unit: .milliseconds,
      polarity: .lowerIsBetter, parameters: [.inputLag, .frames],
      help: "Estimated time from a touch to its effect on the screen, on average.",
      formula: "input lag + 1000 / avg",
      source: "Reinpalu 2017; a model, not a measured latency"
    ) { figures throws(Withheld) in
      figures.parameters.inputLag.milliseconds + 1000 / (try figures.knownAverageFrameRate())
    },
    responseQuantile("p95", "95th percentile", 0.95),
    responseQuantile("p99", "99th percentile", 0.99),
    Metric(
      id: "response.instant", title: "Instantaneous response (%)", unit: .fraction,
      polarity: .higherIsBetter, noiseFloor: .absolute(0.02),
      parameters: [.inputLag, .instantaneousLimit, .frames],
      help: "Estimated share of the time in which a response is felt as instantaneous.",
      formula: "sum of ft with input lag + ft <= instantaneous limit, divided by T",
      source: "Reinpalu 2017; a model, not a measured latency"
    ) { figures throws(Withheld) in
      let limit = figures.parameters.instantaneousLimit - figures.parameters.inputLag
      let late = try figures.sortedFrameTimes().longest { $0 > limit }
      let duration = try figures.frames().duration
      return Double(duration - late.duration) / Double(duration)
    },
  ]

  private static func responseQuantile(
    _ name: String, _ words: String, _ probability: Double
  ) -> Metric {
    Metric(
      id: "response.\(name)", title: "Response time (\(words), ms)", unit: .milliseconds,
      polarity: .lowerIsBetter, parameters: [.inputLag, .frames],
      help: "Estimated time that \(probability.percentage) of the responses stay within.",
      formula: "input lag + quantile(ft, \(probability))",
      source: "Hitchmark, after Reinpalu 2017; a model, not a measured latency"
    ) { figures throws(Withheld) in
      let frameTime = try figures.sortedFrameTimes().quantile(probability)
      return figures.parameters.inputLag.milliseconds + frameTime / 1e6
    }
  }

  /// Measured latency, where the trace has it.
  static let latencies: [Metric] = [
    Metric(
      id: "latency.avg", title: "Measured latency (ms)", unit: .milliseconds,
      polarity: .lowerIsBetter, parameters: [.frames],
      help: "Measured time from an input, or the start of its processing, to the screen.",
      formula: "mean of the frames' latency",
      source: "the trace: click-to-photon or PC latency"
    ) { figures throws(Withheld) in
      let values = try figures.values(of: .latency)
      return (Moments.mean(of: values.lazy.map(Double.init)) ?? 0) / 1e6
    },
    Metric(
      id: "latency.p95", title: "Measured latency (95th percentile, ms)", unit: .milliseconds,
      polarity: .lowerIsBetter, parameters: [.frames],
      help: "Measured latency that 95% of the frames stay within.",
      formula: "quantile(latency, 0.95)",
      source: "the trace: click-to-photon or PC latency"
    ) { figures throws(Withheld) in
      let sorted = try figures.values(of: .latency).sorted()
      let quantile = Quantile(0.95, count: sorted.count)
      return quantile.value(
        between: sorted[quantile.lower].milliseconds, and: sorted[quantile.upper].milliseconds)
    },
  ]
}

extension RunFigures {
  /// The average frame rate, computed or, where there are no frames, as somebody reported it.
  fileprivate func knownAverageFrameRate() throws(Withheld) -> Double {
    do throws(Withheld) {
      return try averageFrameRate()
    } catch {
      guard let reported = reportedValue(of: .averageFrameRate), reported > 0 else { throw error }
      return reported
    }
  }
}
