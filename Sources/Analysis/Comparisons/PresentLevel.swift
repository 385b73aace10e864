public import Recordings
internal import Statistics
internal import Units

/// The values that a metric had in the commits since its last change, up to a comparison's reference commit; their
/// variation shows the metric's noise.
public struct PresentLevel: Sendable, Equatable {
  /// The values of the metric since its last change, one per commit up to the comparison's reference commit, oldest
  /// first.
  ///
  /// The last one is the reference's.
  public let values: [Double]
  /// The ids of the measured commits since the metric's last change, up to the comparison's reference commit, oldest
  /// first.
  ///
  /// There is one id for each of `values`.
  public let commits: [String]
  /// Whether the metric's present level begins at a change; `false` if it begins with the first measured commit.
  public let followsChange: Bool
  /// The values of the metric in all runs of the commit history, in one list per commit and measurement session.
  ///
  /// They show whether a count ever varies; empty for metrics that are not counts.
  public let repeats: [[Double]]

  public init(
    values: [Double], commits: [String], followsChange: Bool = false, repeats: [[Double]] = []
  ) {
    self.values = values
    self.commits = commits
    self.followsChange = followsChange
    self.repeats = repeats
  }

  /// The commits used for a prediction: the last 30, or all if there are fewer.
  var predicting: ArraySlice<String> { commits.suffix(StatisticalConstants.mostHistory) }
}

/// The reasons why a comparison cannot estimate a metric's noise from earlier commits.
public enum HistoryAbsence: Sendable, Equatable {
  /// The runs of a side do not all name one commit.
  case noSingleCommit(side: String)
  /// The sides were measured in different environments, or one of them in several.
  case severalEnvironments
  /// The order of the commits before the reference is unknown.
  case noOrder
  /// The candidate is among the commits up to the reference.
  case candidateIsOlder
  /// The reference has no stored value with the formula and parameters of the candidate's.
  case otherFormula
  /// Only values of whole runs are stored, and the comparison is of a segment.
  case segment
  /// The present level has too few commits.
  case tooFew(commits: Int, sinceChange: Bool)
  /// The commits of the present level, of which the last 30 count, have the same value.
  case noSpread
}

extension HistoryAbsence {
  /// The reason why a comparison cannot estimate a metric's noise from earlier commits, as text for reports.
  public var words: String {
    switch self {
    case .noSingleCommit(let side): "the runs of \(side) do not all name the same commit"
    case .severalEnvironments: "the runs were measured in several environments"
    case .noOrder: "the order of the earlier commits is unknown"
    case .candidateIsOlder: "the candidate commit is not newer than the reference commit"
    case .otherFormula:
      "the reference's stored values come from another formula or other parameters than the candidate's"
    case .segment: "the store has no values for segments of runs"
    case .tooFew(let commits, let sinceChange):
      sinceChange
        ? """
        \(counted(commits, "measured commit")) since the last change of level; at least \
        \(StatisticalConstants.leastHistory) are needed to estimate the noise
        """
        : """
        \(counted(commits, "measured commit")) up to the reference; at least \
        \(StatisticalConstants.leastHistory) are needed to estimate the noise
        """
    case .noSpread: "all earlier commits have equal values of the metric"
    }
  }
}

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

  /// Finds the last change of each metric of each stage; takes as long as the change-point detector for all of them.
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
