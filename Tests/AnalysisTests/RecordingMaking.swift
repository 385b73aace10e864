import Analysis
import Recordings
import Testing
import Units

extension Recording {
  /// A run with these frame times, whose first present is at 0.
  static func of(
    frameTimes: [Nanoseconds], kinds: [FrameKind]? = nil, markers: [Marker] = [],
    counters: [Counter] = []
  ) -> Recording {
    var presents: [Nanoseconds] = [0]
    for frameTime in frameTimes { presents.append(presents[presents.count - 1] + frameTime) }
    return of(
      FrameTimeline(presents: NumberColumn(presents), kinds: kinds.map { NumberColumn($0) }),
      markers: markers,
      counters: counters)
  }

  /// A run with a timeline.
  static func of(
    _ timeline: FrameTimeline, markers: [Marker] = [], counters: [Counter] = []
  ) -> Recording {
    Recording(
      origin: Origin(source: "made.csv", format: "native", dialect: "1"),
      timeline: .known(timeline), counters: counters, markers: markers)
  }

  /// A run without a timeline.
  static func without(frames reason: String, counters: [Counter] = []) -> Recording {
    Recording(
      origin: Origin(source: "made.csv", format: "native", dialect: "1"),
      timeline: .withheld(because: reason), counters: counters)
  }
}

extension [Int] {
  /// The numbers as milliseconds.
  var milliseconds: [Nanoseconds] { map { Nanoseconds($0) * .perMillisecond } }
}

extension Recording {
  /// The value of a metric with some settings; `nil` if it is withheld.
  func value(_ id: Metric.ID, _ settings: (ParameterKey, String)...) throws -> Double? {
    try metric(id, settings).value.value
  }

  /// The reason for which a metric is withheld with some settings; `nil` if it is not withheld.
  func reason(_ id: Metric.ID, _ settings: (ParameterKey, String)...) throws -> String? {
    try metric(id, settings).value.reason
  }

  private func metric(
    _ id: Metric.ID, _ texts: [(ParameterKey, String)]
  ) throws -> MetricValue {
    var settings = ParameterSettings()
    for (key, text) in texts { try settings.set(key, to: text) }
    return try #require(RunSummary(of: self, settings: settings)[id])
  }
}
