public import Recordings
internal import Statistics

/// What the commits up to a comparison's reference say of the level that each metric has now.
///
/// A level is what lies behind the last change that the detector finds, since a prediction from two levels
/// would be wrong about both; behind one that is only suspected where that leaves enough points.
public struct ReferenceHistory: Sendable {
  private struct Key: Hashable {
    let title: String
    let metric: Metric.ID
  }

  private let history: CommitHistory
  private let series: [Key: TrendSeries]
  private let repeats: [Key: [[Double]]]

  /// Looks for the present levels; what the detector takes for each series.
  ///
  /// - Parameters:
  ///   - runs: of one environment for each stage.
  ///   - metrics: what the runs' values are of.
  ///   - history: the commits up to the reference, which is the last.
  public init(of runs: [TrendRun], metrics: [Metric], along history: CommitHistory) {
    let trend = Trend(of: runs, metrics: metrics, along: history)
    self.history = history
    series = Dictionary(
      trend.series.map { (Key(title: $0.title, metric: $0.metric.id), $0) }
    ) { first, _ in first }
    let exact = Set(metrics.filter(\.isExact).map(\.id))
    repeats = exact.isEmpty ? [:] : Self.repeats(of: exact, in: runs)
  }

  /// The present level of a metric of a stage.
  ///
  /// - Parameters:
  ///   - metric: the metric's id.
  ///   - suite: the stage's suite.
  ///   - stage: the stage.
  /// - Returns: the level, or why there is none; it may have too few commits for a prediction.
  public func level(of metric: Metric.ID, suite: String?, stage: String?) -> Known<PresentLevel> {
    let run = TrendRun(suite: suite, stage: stage, description: RunDescription(), values: [])
    let key = Key(title: run.title, metric: metric)
    guard let series = series[key], series.points.last?.commit == history.commits.count - 1 else {
      return .withheld(because: HistoryAbsence.otherFormula.words)
    }
    let changes = series.judgement.value?.changes ?? []
    let start = TrendTip.regimeStart(of: series.points, after: changes)
    let points = series.points[start...]
    return .known(
      PresentLevel(
        values: points.map(\.value), commits: points.map { history.commits[$0.commit] },
        followsChange: start > 0, repeats: repeats[key] ?? []))
  }

  /// The values of the runs that measured one commit in one session.
  private static func repeats(
    of metrics: Set<Metric.ID>, in runs: [TrendRun]
  ) -> [Key: [[Double]]] {
    var groups: [Key: [String: [Double]]] = [:]
    for run in runs {
      let group = "\(run.commit ?? "")\n\(run.session ?? "")"
      for value in run.values where metrics.contains(value.metric) {
        guard let number = value.value.value else { continue }
        groups[Key(title: run.title, metric: value.metric), default: [:]][group, default: []]
          .append(number)
      }
    }
    return groups.mapValues { $0.sorted { $0.key < $1.key }.map(\.value) }
  }
}
