internal import Recordings
internal import Statistics

/// One segment over the runs of a stage: what the laps or phases of one name have in common.
public struct StageSegment: Sendable {
  /// The marker's name, with its number where several of a run have it.
  public let name: String
  /// The segment in every run that has it, in the order of the runs; at least one.
  public let parts: [SegmentSummary]

  /// The median of a metric over the runs, and how many it rests on.
  ///
  /// - Parameter metric: the metric's id.
  /// - Returns: `nil` where no run can say it of this segment.
  public func median(of metric: Metric.ID) -> (value: Double, runs: Int)? {
    let known = parts.compactMap { $0[metric]?.value.value }
    return Moments.median(of: known).map { ($0, known.count) }
  }
}

extension StageSummary {
  /// The segments of the runs by their names, in the order in which they first occur; `nil` when nobody asked.
  public var segments: [StageSegment]? {
    let asked = runs.compactMap(\.segments)
    guard !asked.isEmpty else { return nil }
    let parts = Dictionary(grouping: asked.joined(), by: \.name)
    var names: Set<String> = []
    return asked.joined().map(\.name).filter { names.insert($0).inserted }.map {
      StageSegment(name: $0, parts: parts[$0] ?? [])
    }
  }

  /// How much of all runs together their activities are; `nil` where no run has any.
  public var activityTime: ActivityTime? {
    let times = runs.compactMap(\.activityTime)
    return times.dropFirst().reduce(times.first) { $0?.joined(with: $1) }
  }
}
