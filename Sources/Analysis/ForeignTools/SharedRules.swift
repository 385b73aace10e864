internal import Recordings
internal import Units

/// Rules for figures that several tools share; each tool has its own id for the figure.
enum SharedRules {
  /// The average frame rate: the number of frames divided by the duration.
  static func framesOverTime(
    _ id: Metric.ID, digits: Int? = nil,
    help: String =
      "The average frame rate: the number of frames divided by the duration of the run.",
    source: String
  ) -> Metric {
    Metric.rule(
      id, .framesPerSecond, digits: digits, help: help, formula: "number of frames / duration",
      source: source
    ) { figures throws(Withheld) in try figures.averageFrameRate() }
  }

  /// The mean frame time: the duration divided by the number of frames.
  static func meanFrameTime(_ id: Metric.ID, source: String) -> Metric {
    Metric.rule(
      id, .milliseconds, .lowerIsBetter,
      help: "The mean frame time: the duration of the run divided by the number of frames.",
      formula: "duration / number of frames", source: source
    ) { figures throws(Withheld) in 1000 / (try figures.averageFrameRate()) }
  }

  /// The frame rate of a quantile of the frame times: probability 1 gives the longest frame, 0 the shortest frame.
  static func frameRate(
    _ id: Metric.ID, at probability: Double, digits: Int? = nil, source: String
  ) -> Metric {
    let frame = [0: "shortest", 1: "longest"][probability]
    return Metric.rule(
      id, .framesPerSecond, digits: digits,
      help: frame.map {
        "The frame rate of the \($0) frame of the run: 1 divided by its frame time."
      }
        ?? "The quantile \(probability) of the frame times, converted to a frame rate.",
      formula: frame.map { "1 / \($0) frame time of the run" }
        ?? "1 / quantile(ft, \(probability)); ft = frame time",
      source: source
    ) { figures throws(Withheld) in
      1e9 / (try figures.sortedFrameTimes().quantile(probability))
    }
  }
}

extension RunFigures {
  /// The value of a scalar that another tool stored in the trace and that is not in the catalog; `nil` if the trace
  /// does not contain the scalar.
  func told(_ scalar: String) -> Double? {
    recording.description.scalars.first { $0.name == scalar }?.value
  }
}

extension SampleColumn {
  /// The values of all samples in order; `nil` for a missing sample.
  var values: [Double?] {
    stretches.flatMap { Array(repeating: $0.value, count: $0.count) }
  }
}
