internal import Parallel
public import Recordings

/// A run of a trend with its metric values, for trends whose runs all fit in memory.
public struct TrendRun: Sendable {
  /// The id of the commit that the run measured, as the run states it; `nil` if unknown.
  public let commit: String?
  /// The name of the measurement session that contains the run; `nil` if there is none.
  public let session: String?
  /// The values of the requested metrics in the run, one per metric.
  public let values: [StoredMetric]
  let place: TrendRuns.MeasuredPlace
  let facts: TrendFacts

  /// Creates a run of a trend with its commit, session and metric values.
  ///
  /// `environment` is that of the description's device, if it was computed before.
  public init(
    suite: String?, stage: String?, description: RunDescription,
    environment: TrendEnvironment? = nil, values: [StoredMetric]
  ) {
    commit = description.commit
    session = description.session
    place = TrendRuns.MeasuredPlace(
      Place(suite: suite, stage: stage),
      environment: environment ?? TrendEnvironment(description.device))
    facts = TrendFacts(session: description.session, circumstances: description.softFacts)
    self.values = values
  }
}

extension Trend {
  /// Builds the trend of the given runs and searches it for changes, on all processor cores; as expensive as the
  /// change-point detector.
  ///
  /// - Parameters:
  ///   - runs: in the order of their stages.
  ///   - metrics: the metrics of the values, in the order of outputs.
  ///   - history: the commits.
  ///   - replaced: metrics that replace those with the same id in a suite.
  ///   - tripWires: how much worse one session must be to count as proof; `nil` to search for no
  ///     proof.
  public init(
    of runs: [TrendRun], metrics: [Metric], along history: CommitHistory,
    replaced: [String?: [Metric]] = [:], tripWires: TripWires? = TripWires()
  ) {
    let gathering = TrendGathering.gathered(
      of: runs, metrics: metrics, along: history, replaced: replaced
    ).gathering
    let drafts = gathering.series
    let families = TrendFamilies(of: drafts)
    let series = drafts.mapConcurrently { $0.judged(among: families, tripWires: tripWires) }
    let facts = gathering.runs(beside: series).map { ($0, runs[$0].facts) }
    self.init(of: series, from: gathering, facts: Dictionary(uniqueKeysWithValues: facts))
  }
}

extension TrendGathering {
  /// Gathers runs one at a time, with columns of their values.
  static func gathered(
    of runs: [TrendRun], metrics: [Metric], along history: CommitHistory,
    replaced: [String?: [Metric]] = [:]
  ) -> (gathering: TrendGathering, columns: [TrendColumn]) {
    var gathering = TrendGathering(TrendRuns(of: runs), along: history, replaced: replaced)
    let columns = metrics.map { metric in
      let values = runs.map { $0.value(of: metric) }
      return TrendColumn(
        metric: metric, suites: Set(zip(runs, values).filter { $1 != nil }.map(\.0.place.suite)),
        column: MetricColumn(metric: metric.id, of: values))
    }
    gathering.add(columns)
    return (gathering, columns)
  }
}

extension TrendRun {
  fileprivate func value(of metric: Metric) -> StoredMetric? {
    values.first { $0.metric == metric.id }
  }
}

extension TrendRuns {
  fileprivate init(of runs: [TrendRun]) {
    var places = Numbering<MeasuredPlace>()
    var commits = Numbering<String>()
    var sessions = Numbering<String>()
    let numbered = runs.map { run in
      Run(
        place: places.number(of: run.place), commit: run.commit.map { commits.number(of: $0) },
        session: run.session.map { sessions.number(of: $0) })
    }
    self.init(places: places.values, commits: commits.values, runs: numbered)
  }
}

/// Numbers distinct values in order of first appearance.
private struct Numbering<Value: Hashable> {
  private(set) var values: [Value] = []
  private var numbers: [Value: Int] = [:]

  mutating func number(of value: Value) -> Int {
    if let number = numbers[value] { return number }
    numbers[value] = values.count
    values.append(value)
    return values.count - 1
  }
}
