public import Recordings
internal import Statistics

/// Finds, for each metric, its values at the commits from its last change up to the reference commit of a comparison.
///
/// The level begins at the last change that the detector confirms, because a prediction from two
/// levels would be wrong about both. A suspect change also ends a level if enough points remain.
public struct ReferenceHistory: Sendable {
  private struct Key: Hashable {
    let title: String
    let metric: Metric.ID
  }

  private let history: CommitHistory
  private let series: [Key: TrendSeries]
  private let repeats: [Key: [[Double]]]

  /// Finds the last change of each metric of each stage (version of the program); takes as long as the change-point
  /// detector for all of them.
  ///
  /// - Parameters:
  ///   - runs: runs of one environment per stage.
  ///   - metrics: the metrics of their values.
  ///   - history: the commits up to the reference, which is the last one.
  public init(of runs: [TrendRun], metrics: [Metric], along history: CommitHistory) {
    let trend = Trend(of: runs, metrics: metrics, along: history)
    self.history = history
    series = Dictionary(
      trend.series.map { (Key(title: $0.title, metric: $0.metric.id), $0) }
    ) { first, _ in first }
    let exact = Set(metrics.filter(\.isExact).map(\.id))
    repeats = exact.isEmpty ? [:] : Self.repeats(of: exact, in: runs)
  }

  /// The values of a metric at the commits from its last change to a comparison's reference commit, or the reason why
  /// these values are unknown.
  ///
  /// It may have too few commits for a prediction.
  public func level(of metric: Metric.ID, at place: Place) -> Known<PresentLevel> {
    let key = Key(title: place.trendTitle, metric: metric)
    guard let series = series[key], series.points.last?.commit == history.commits.count - 1 else {
      return .withheld(because: HistoryAbsence.otherFormula.words)
    }
    let changes = series.judgment.value?.changes ?? []
    let start = TrendTip.regimeStart(of: series.points, after: changes)
    let points = series.points[start...]
    return .known(
      PresentLevel(
        values: points.map(\.value), commits: points.map { history.commits[$0.commit] },
        followsChange: start > 0, repeats: repeats[key] ?? []))
  }

  /// The values of the runs per commit and session.
  private static func repeats(
    of metrics: Set<Metric.ID>, in runs: [TrendRun]
  ) -> [Key: [[Double]]] {
    var groups: [Key: [String: [Double]]] = [:]
    for run in runs {
      let group = "\(run.commit ?? "")\n\(run.session ?? "")"
      for value in run.values where metrics.contains(value.metric) {
        guard let number = value.value.value else { continue }
        groups[Key(title: run.place.title, metric: value.metric), default: [:]][group, default: []]
          .append(number)
      }
    }
    return groups.mapValues { $0.sorted { $0.key < $1.key }.map(\.value) }
  }
}
