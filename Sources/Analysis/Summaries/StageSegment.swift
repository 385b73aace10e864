internal import Recordings
internal import Statistics

/// All laps or phases with one name, in all runs of a stage.
public struct StageSegment: Sendable {
  /// The name of the laps or phases, with a number if several of a run have this name.
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
  /// The names of the runs' segments, in order of first appearance; empty if they were not requested.
  public var segmentNames: [String] {
    var names: Set<String> = []
    return flatMap { $0.segments ?? [] }.map(\.name).filter { names.insert($0).inserted }
  }

  /// One segment of each run that has it, as runs of their own.
  ///
  /// A lap or phase is thus compared by the same rules as a whole run.
  public func segments(named name: String) -> [RunSummary] {
    compactMap { run in
      run.segments?.first { $0.name == name }.map { RunSummary(of: $0, in: run) }
    }
  }
}

extension StageSummary {
  /// The named parts of the stage's runs, such as laps or phases, in order of first appearance; `nil` if they were not
  /// requested.
  public var segments: [StageSegment]? {
    let asked = runs.compactMap(\.segments)
    guard !asked.isEmpty else { return nil }
    let parts = Dictionary(grouping: asked.joined(), by: \.name)
    return runs.segmentNames.map {
      StageSegment(name: $0, parts: parts[$0] ?? [])
    }
  }

  /// How much time of all the stage's runs is within activities; `nil` if no run has any.
  public var activityTime: ActivityTime? {
    let times = runs.compactMap(\.activityTime)
    return times.dropFirst().reduce(times.first) { $0?.joined(with: $1) }
  }
}
