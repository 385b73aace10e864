internal import Recordings
internal import Statistics

/// All segments with the same name, such as a lap, in the runs of one stage (version of the program).
public struct StageSegment: Sendable {
  /// The name that a segment, such as a lap, has in all runs; if a run has several segments of the same name, the name
  /// contains a number.
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
  /// The names of the segments, such as laps, in the given runs, in order of first appearance; empty if segments were
  /// not requested.
  public var segmentNames: [String] {
    var names: Set<String> = []
    return flatMap { $0.segments ?? [] }.map(\.name).filter { names.insert($0).inserted }
  }

  /// The segments with a given name, such as a lap, from all runs that contain one; each segment is returned as a run.
  ///
  /// A lap or phase is thus compared by the same rules as a whole run.
  public func segments(named name: String) -> [RunSummary] {
    compactMap { run in
      run.segments?.first { $0.name == name }.map { RunSummary(of: $0, in: run) }
    }
  }
}

extension StageSummary {
  /// The segments, such as laps, in the runs of one version of the program (stage), in order of first appearance; `nil`
  /// if segments were not requested.
  public var segments: [StageSegment]? {
    let asked = runs.compactMap(\.segments)
    guard !asked.isEmpty else { return nil }
    let parts = Dictionary(grouping: asked.joined(), by: \.name)
    return runs.segmentNames.map {
      StageSegment(name: $0, parts: parts[$0] ?? [])
    }
  }

  /// The time that all runs of a stage (version of the program) spent in activities, the marked intervals in which
  /// frames count; `nil` without activities.
  public var activityTime: ActivityTime? {
    let times = runs.compactMap(\.activityTime)
    return times.dropFirst().reduce(times.first) { $0?.joined(with: $1) }
  }
}
