internal import Recordings
internal import Statistics
public import Units

/// The results of one segment of a run, such as a lap, a phase or an activity, or of all segments with one name
/// together.
public struct SegmentSummary: Sendable {
  /// The name of its marker, such as of a lap, with a number if several have this name.
  public let name: String
  /// The time from the run's first present to the start of the segment, such as a lap.
  public let start: Nanoseconds
  /// The time from the run's first present to the end of the segment, such as a lap.
  public let end: Nanoseconds
  /// The number of the run's marked intervals, such as laps, of which the segment consists.
  ///
  /// A segment consists of one interval, or of all intervals with the same name.
  public let markers: Int
  /// The values of metrics in one segment of a run, such as a lap.
  ///
  /// Metrics whose values are known only for the whole run have a reason in place of a value.
  public let values: [(metric: Metric, value: MetricValue)]

  /// The value of the metric with a given id in this segment of a run, such as a lap; `nil` if there is no such metric.
  public subscript(id: Metric.ID) -> MetricValue? {
    values.first { $0.metric.id == id }?.value
  }
}

extension SegmentSummary {
  /// Computes every metric of every segment; O(markers · (frames of one + samples)).
  ///
  /// A frame belongs to a segment if it is completely within it. If a run has activities, the time
  /// outside them belongs to no segment. Instants are not segments.
  ///
  /// - Parameters:
  ///   - recording: the run.
  ///   - parameters: those of the whole run, so that all segments have one refresh rate.
  ///   - metrics: the metrics to compute.
  /// - Returns: the segments in order of time. After the last of several with one name follows the
  ///   sum of all of them; of more than `mostNumbered` with one name, there is only the sum. Empty without a timeline.
  static func segments(
    of recording: Recording, _ parameters: Parameters, metrics: [Metric]
  ) -> [SegmentSummary] {
    guard let origin = recording.timeline.value?.presents.first else { return [] }
    let segments = recording.markers.filter { $0.end > $0.start }
      .sorted { ($0.start, $0.end, $0.name) < ($1.start, $1.end, $1.name) }
    let numbers = Dictionary(grouping: segments.indices) { segments[$0].name }
    let activities = recording.markers.filter(\.isActivity)
    func summary(of parts: [Marker], name: String) -> SegmentSummary {
      let figures = RunFigures(recording.limited(to: parts, activities), parameters)
      let start = parts.map(\.start).min() ?? origin
      let end = parts.map(\.end).max() ?? origin
      return SegmentSummary(
        name: name, start: start.subtractingReportingOverflow(origin).partialValue,
        end: end.subtractingReportingOverflow(origin).partialValue, markers: parts.count,
        values: metrics.map { ($0, figures.value(of: $0)) })
    }
    var seen: [String: Int] = [:]
    return segments.flatMap { segment -> [SegmentSummary] in
      let name = segment.name
      guard let all = numbers[name], all.count > 1 else {
        return [summary(of: [segment], name: name)]
      }
      let number = (seen[name] ?? 0) + 1
      seen[name] = number
      let one =
        all.count > mostNumbered ? [] : [summary(of: [segment], name: "\(name) #\(number)")]
      guard number == all.count else { return one }
      return one + [summary(of: all.map { segments[$0] }, name: "\(name) (all)")]
    }
  }

  /// With more segments of one name, such as one per operation of an app, a row for each would be too much to read.
  private static let mostNumbered = 50
}

extension Recording {
  /// The run with some of its segments as activities, and without values that were given for the
  /// whole run.
  ///
  /// - Parameter activities: those of the whole run.
  fileprivate func limited(to segments: [Marker], _ activities: [Marker]) -> Recording {
    var limited = self
    limited.markers = segments.flatMap { segment -> [Marker] in
      let whole = Marker(
        start: segment.start, end: segment.end, name: segment.name, isActivity: true)
      if segment.isActivity || activities.isEmpty { return [whole] }
      let parts = activities.compactMap { $0.clipped(to: segment) }
      // Without an activity the run has no frames; without any marker it would have all of them.
      let nothing = Marker(
        start: segment.start, end: segment.start, name: segment.name, isActivity: true)
      return parts.isEmpty ? [nothing] : parts
    }
    limited.description.testDuration = nil
    limited.description.reported = [:]
    limited.description.scalars = []
    limited.description.measures = []
    limited.description.threads = nil
    return limited
  }
}

extension Marker {
  /// The part of an activity within another marker; `nil` if they do not overlap.
  fileprivate func clipped(to other: Marker) -> Marker? {
    let (start, end) = (max(start, other.start), min(end, other.end))
    return start < end ? Marker(start: start, end: end, name: name, isActivity: true) : nil
  }
}

/// All segments with the same name, such as a lap, in the runs of one stage.
public struct StageSegment: Sendable {
  /// The name in all runs, such as of a lap, with a number if a run has several.
  public let name: String
  /// The results of one segment, such as a lap, in each run that contains it, in the order of the runs; at least one.
  public let parts: [SegmentSummary]

  /// The median of a metric in a segment, such as a lap, over all runs with a value, and the number of these runs;
  /// `nil` without such runs.
  public func median(of metric: Metric.ID) -> (value: Double, runs: Int)? {
    let known = parts.compactMap { $0[metric]?.value.value }
    return Moments.median(of: known).map { ($0, known.count) }
  }
}

extension [RunSummary] {
  /// In order of first appearance; empty if segments were not requested.
  public var segmentNames: [String] { flatMap { $0.segments ?? [] }.map(\.name).distinct }

  /// The segments with a given name, such as a lap, from all runs that contain one; each segment is returned as a run.
  ///
  /// A lap or phase is thus compared by the same rules as a whole run.
  public func segments(named name: String) -> [RunSummary] {
    compactMap { run in
      run.segments?.first { $0.name == name }.map { run.results(of: $0) }
    }
  }
}

extension StageSummary {
  /// The segments, such as laps, in the runs of one stage, in order of first appearance; `nil` if segments were not
  /// requested.
  public var segments: [StageSegment]? {
    let asked = runs.compactMap(\.segments)
    guard !asked.isEmpty else { return nil }
    let parts = Dictionary(grouping: asked.joined(), by: \.name)
    return runs.segmentNames.map {
      StageSegment(name: $0, parts: parts[$0] ?? [])
    }
  }

  /// The time that all runs spent in activities; `nil` without activities.
  public var activityTime: ActivityTime? {
    let times = runs.compactMap(\.activityTime)
    return times.dropFirst().reduce(times.first) { $0?.joined(with: $1) }
  }
}
