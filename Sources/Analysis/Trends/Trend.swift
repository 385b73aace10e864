internal import Recordings
internal import Statistics

/// The metrics of stages along a history of commits, and where their levels changed.
///
/// Nothing in it depends on the order of the runs within a stage.
public struct Trend: Sendable {
  /// The commits.
  public let history: CommitHistory
  /// Every metric of every stage and environment that has a run in the history: stages in the order of
  /// the runs, environments by their first commit, metrics as they were given.
  public let series: [TrendSeries]
  /// Where a stage's environment changed for good.
  public let breaks: [TrendBreak]
  /// How many runs, or values of runs, were left out and why, in a fixed order.
  public let omissions: [(omission: TrendOmission, count: Int)]

  /// Finds what changed; O(n log n) in the runs, and what the detector takes for each series.
  ///
  /// - Parameters:
  ///   - runs: in the order of their stages.
  ///   - metrics: what the runs' values are of, in the order of outputs.
  ///   - history: the commits.
  public init(of runs: [TrendRun], metrics: [Metric], along history: CommitHistory) {
    var gathering = TrendGathering(history: history, metrics: metrics)
    for run in runs { gathering.place(run) }
    let drafts = gathering.drafts()
    self.history = history
    series = Self.judged(drafts)
    breaks = gathering.breaks
    omissions = gathering.omissions.sorted { left, right in
      (left.key.reason.rawValue, left.key.subject)
        < (right.key.reason.rawValue, right.key.subject)
    }.map { ($0.key, $0.value) }
  }

  /// The changes of all series, worst first.
  ///
  /// Those for the worse come before those that are neither good nor bad, and those for the better;
  /// among them confirmed ones before suspects, and what recovered last; then the larger first.
  public var changes: [(series: TrendSeries, change: TrendChange)] {
    var ranked: [(rank: (Int, Int, Double, Int), series: TrendSeries, change: TrendChange)] = []
    for series in series {
      for change in series.findings.value?.changes ?? [] {
        let rank = (
          series.metric.polarity.rank(of: change), change.state.rank,
          -series.severity(of: change), ranked.count
        )
        ranked.append((rank, series, change))
      }
    }
    return ranked.sorted { $0.rank < $1.rank }.map { ($0.series, $0.change) }
  }

  /// The detector's constants by name.
  public static var constants: [(name: String, value: String)] {
    ChangePointDetector.Parameters().all
  }

  private static func judged(_ drafts: [TrendDraft]) -> [TrendSeries] {
    let detector = ChangePointDetector()
    var stages: [TrendEnvironment: [String: [Double]]] = [:]
    for draft in drafts {
      guard let own = detector.autocorrelation(of: draft.series) else { continue }
      stages[draft.environment, default: [:]][draft.title, default: []].append(own)
    }
    // Metrics of the same runs share their noise.
    let families = stages.mapValues { $0.values.compactMap { Moments.median(of: $0) } }
    return drafts.map { $0.judged(by: detector, family: families[$0.environment] ?? []) }
  }
}

extension Metric.Polarity {
  /// 0 for the worse, 1 where neither direction is better, 2 for the better.
  fileprivate func rank(of change: TrendChange) -> Int {
    self == .neither ? 1 : improves(change.change) ? 2 : 0
  }
}

extension TrendChange.State {
  fileprivate var rank: Int {
    switch self {
    case .confirmed: 0
    case .suspect: 1
    case .recovered: 2
    }
  }
}
