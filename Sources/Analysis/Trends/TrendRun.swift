internal import Parallel
public import Recordings

/// A run of a trend with its metric values, for trends whose runs all fit in memory.
public struct TrendRun: Sendable {
  /// The id of the commit that the run measured, as the run states it; `nil` if unknown.
  public let commit: String?
  /// The name of the measurement session that contains the run; `nil` if there is none.
  public let session: String?
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

/// The commits along which a trend shows the values of metrics, in Git's order.
///
///     let history = CommitHistory(name: "main", commits: ["59f836b985c7", "3683b3d9881f"])
///     history.position(of: "3683b3d")  // 1
public struct CommitHistory: Sendable {
  public let name: String

  /// The ids of the history's commits, oldest first.
  public let commits: [String]

  /// The position, in the commit history, of the first commit whose runs the trend shows.
  ///
  /// Earlier ones only give the order.
  public let start: Int

  private let positions: [String: Int]
  private let sorted: [String]

  private static let leastAbbreviation = 7

  /// Creates a commit history from the ids of its commits.
  ///
  /// `commits` are unique ids, oldest first.
  public init(name: String, commits: [String], start: Int = 0) {
    self.name = name
    self.commits = commits
    self.start = start
    positions = Dictionary(commits.enumerated().map { ($1, $0) }) { first, _ in first }
    sorted = commits.sorted()
  }

  /// The position, in the commit history, of the commit with a given id or with at least the first 7 characters of its
  /// id; O(log n).
  ///
  /// `nil` if it is not in the history, or ambiguous.
  public func position(of commit: String) -> Int? {
    if let position = positions[commit] { return position }
    guard commit.count >= Self.leastAbbreviation else { return nil }
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle] < commit { low = middle + 1 } else { high = middle }
    }
    let alike = sorted[low...].prefix(2).filter { $0.hasPrefix(commit) }
    return alike.count == 1 ? positions[alike[0]] : nil
  }
}
