internal import Recordings
internal import Units

/// Rules that several tools share, each with the tool's own id.
enum SharedRules {
  /// Frames divided by time.
  static func framesOverTime(
    _ id: Metric.ID, digits: Int? = nil,
    help: String = "The average frame rate: the number of frames divided by the duration.",
    source: String
  ) -> Metric {
    Metric.rule(
      id, .framesPerSecond, digits: digits, help: help, formula: "number of frames / duration",
      source: source
    ) { figures throws(Withheld) in try figures.averageFrameRate() }
  }

  /// Time divided by frames.
  static func meanFrameTime(_ id: Metric.ID, source: String) -> Metric {
    Metric.rule(
      id, .milliseconds, .lowerIsBetter, help: "How long a frame took on average.",
      formula: "duration / number of frames", source: source
    ) { figures throws(Withheld) in 1000 / (try figures.averageFrameRate()) }
  }

  /// The frame rate of a quantile of the frame times: 1 is the longest frame, 0 the shortest.
  static func frameRate(
    _ id: Metric.ID, at probability: Double, digits: Int? = nil, source: String
  ) -> Metric {
    let frame = [0: "shortest", 1: "longest"][probability]
    return Metric.rule(
      id, .framesPerSecond, digits: digits,
      help: frame.map { "The frame rate of the \($0) frame." }
        ?? "The quantile \(probability) of the frame times, as a frame rate.",
      formula: frame.map { "1 / \($0) ft; ft = frame time" }
        ?? "1 / quantile(ft, \(probability)); ft = frame time",
      source: source
    ) { figures throws(Withheld) in
      1e9 / (try figures.sortedFrameTimes().quantile(probability))
    }
  }
}

extension RunFigures {
  /// A figure that the tool itself stored in the trace and that is not in the catalog; `nil` if
  /// there is none.
  func told(_ scalar: String) -> Double? {
    recording.description.scalars.first { $0.name == scalar }?.value
  }
}

extension SampleColumn {
  /// The samples; `nil` for a missing one.
  var values: [Double?] {
    stretches.flatMap { Array(repeating: $0.value, count: $0.count) }
  }
}
