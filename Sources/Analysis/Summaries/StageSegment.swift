internal import Recordings
internal import Statistics

/// All segments with one name, such as a lap, in the runs of a stage.
public struct StageSegment: Sendable {
  /// The name that the laps or phases share; it contains a number if a run has several of one name.
  public let name: String
  /// The results of the lap or phase in each run of the stage that has it, in the order of the runs; at least one.
  public let parts: [SegmentSummary]

  /// The median of a metric in the lap or phase over the runs of the stage, and the number of runs; `nil` if no run has
  /// a value.
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

  /// The results of the segment with a given name, such as a lap, from each run that has it, in the form of runs.
  ///
  /// A lap or phase is thus compared by the same rules as a whole run.
  public func segments(named name: String) -> [RunSummary] {
    compactMap { run in
      run.segments?.first { $0.name == name }.map { RunSummary(of: $0, in: run) }
    }
  }
}

extension StageSummary {
  /// The segments in the stage's runs, such as laps or phases, in order of first appearance; `nil` if segments were not
  /// requested.
  public var segments: [StageSegment]? {
    let asked = runs.compactMap(\.segments)
    guard !asked.isEmpty else { return nil }
    let parts = Dictionary(grouping: asked.joined(), by: \.name)
    return runs.segmentNames.map {
      StageSegment(name: $0, parts: parts[$0] ?? [])
    }
  }

  /// How much time of all the stage's runs is within activities, the marked intervals in which frames count; `nil` if
  /// no run has activities.
  public var activityTime: ActivityTime? {
    let times = runs.compactMap(\.activityTime)
    return times.dropFirst().reduce(times.first) { $0?.joined(with: $1) }
  }
}
