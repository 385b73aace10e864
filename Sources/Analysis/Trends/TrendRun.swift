internal import Parallel
public import Recordings

/// A run and what it says, for trends of few enough runs to have one at a time.
public struct TrendRun: Sendable {
  /// The value of one metric, as it was kept when the run was read.
  public struct Value: Sendable {
    /// The metric's id.
    public let metric: Metric.ID
    /// The revision of the formula that it came from.
    public let revision: Int
    /// The parameters that the formula was told.
    public let parameters: String
    /// The value, finite, in the metric's unit.
    public let value: Known<Double>

    /// Creates a value.
    ///
    /// - Parameters:
    ///   - metric: the metric's id.
    ///   - revision: the revision of the formula that it came from.
    ///   - parameters: the parameters that the formula was told.
    ///   - value: finite, in the metric's unit; or why there is none.
    public init(metric: Metric.ID, revision: Int, parameters: String, value: Known<Double>) {
      self.metric = metric
      self.revision = revision
      self.parameters = parameters
      self.value = value
    }

    fileprivate var origin: TrendColumn.Origin {
      switch value {
      case .known: .computed(revision: revision, parameters: parameters)
      case .withheld(let reason): .withheld(because: reason)
      }
    }
  }

  /// The commit that it measured, as it was given.
  public let commit: String?
  /// The uninterrupted occupancy of a device that it belongs to.
  public let session: String?
  /// One value for each metric that is asked for.
  public let values: [Value]
  let place: TrendRuns.Place
  let facts: TrendFacts

  /// Creates a run.
  ///
  /// - Parameters:
  ///   - suite: the suite that it belongs to.
  ///   - stage: the stage of the suite.
  ///   - description: what else is known of it.
  ///   - environment: that of the description's device, where it was worked out before.
  ///   - values: one for each metric that is asked for.
  public init(
    suite: String?, stage: String?, description: RunDescription,
    environment: TrendEnvironment? = nil, values: [Value]
  ) {
    commit = description.commit
    session = description.session
    place = TrendRuns.Place(
      suite: suite, stage: stage,
      environment: environment ?? TrendEnvironment(description.device))
    facts = TrendFacts(session: description.session, circumstances: description.softFacts)
    self.values = values
  }

  /// The stage, by suite and id.
  var title: String { place.title }
}

extension Trend {
  /// Finds what changed, on all processors; what the detector takes for each series.
  ///
  /// - Parameters:
  ///   - runs: in the order of their stages.
  ///   - metrics: what the runs' values are of, in the order of outputs.
  ///   - history: the commits.
  ///   - replaced: metrics that stand in a suite's series for those of the same id.
  ///   - tripWires: how much worse one session has to be to count as proof; `nil` to look for no proof.
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
  /// Gathers runs that are had one at a time, and the columns that were made of them.
  static func gathered(
    of runs: [TrendRun], metrics: [Metric], along history: CommitHistory,
    replaced: [String?: [Metric]] = [:]
  ) -> (gathering: TrendGathering, columns: [TrendColumn]) {
    var kinds = Numbering<[TrendColumn.Origin]>()
    let sources = runs.map { run in
      kinds.number(of: metrics.map { run.value(of: $0)?.origin ?? .absent })
    }
    var gathering = TrendGathering(
      TrendRuns(of: runs, from: sources), along: history, replaced: replaced)
    let columns = metrics.enumerated().map { index, metric in
      let values = runs.map { $0.value(of: metric) }
      return TrendColumn(
        metric: metric, suites: Set(zip(runs, values).filter { $1 != nil }.map(\.0.place.suite)),
        values: TableColumn(values.map { $0?.value.value ?? 0 }),
        origins: kinds.values.map { $0[index] })
    }
    gathering.add(columns)
    return (gathering, columns)
  }
}

extension TrendRun {
  fileprivate func value(of metric: Metric) -> Value? { values.first { $0.metric == metric.id } }
}

extension TrendRuns {
  fileprivate init(of runs: [TrendRun], from sources: [Int]) {
    var places = Numbering<Place>()
    var commits = Numbering<String>()
    var sessions = Numbering<String>()
    let numbered = zip(runs, sources).map { run, source in
      Run(
        place: places.number(of: run.place), commit: run.commit.map { commits.number(of: $0) },
        session: run.session.map { sessions.number(of: $0) }, source: source)
    }
    self.init(places: places.values, commits: commits.values, runs: numbered)
  }
}

/// Numbers different values in the order in which they are first met.
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
