internal import Analysis
internal import Recordings
internal import RunStore

/// What is asked of a store's history: which runs, which metrics, along which commits.
struct TrendQuestion {
  /// Which runs.
  var filter = RunFilter()
  /// Which metrics.
  var metrics = TrendMetrics.ofTables
  /// Where the order of commits is found.
  var order: CommitOrder

  /// Reads what is needed, and finds what changed.
  ///
  /// - Parameter store: that holds the runs.
  /// - Returns: the trend, with at least one series.
  /// - Throws: when there is no such metric, no such commit, or nothing along the history.
  func trend(in store: RunStore) throws(Failure) -> Trend {
    let found = try Attempt.storing { () throws(StoreError) in try store.history(filter) }
    guard !found.runs.isEmpty else { throw .noRuns(store: store.path) }
    let history = try order.history(of: Set(found.commits), in: store)
    let trend = try Self.trend(
      of: found, in: store, along: history, metrics: metrics,
      floors: try Self.noiseFloors(of: found, in: store))
    guard !trend.series.isEmpty else {
      let isAlong = found.commits.contains { history.position(of: $0) != nil }
      throw isAlong
        ? .nothingKept(store: store.path)
        : .nothingAlong(history.name, store: store.path, runs: found.runs.count)
    }
    return trend
  }

  /// Finds what changed, on all processors, and the same on any number of them.
  ///
  /// - Parameters:
  ///   - found: the runs.
  ///   - store: that holds them.
  ///   - history: the commits.
  ///   - metrics: which.
  ///   - floors: metrics with the noise floors of suites.
  /// - Returns: the trend; without series where no run is along the history.
  /// - Throws: when there is no such metric, or the store cannot be read.
  static func trend(
    of found: RunHistory, in store: RunStore, along history: CommitHistory,
    metrics: TrendMetrics, floors: [String?: [Metric]]
  ) throws(Failure) -> Trend {
    let values = TrendValues(of: found, in: store)
    var gathering = TrendGathering(values.runs, along: history, replaced: floors)
    for (metric, suites) in try metrics.metrics(of: found.places.map(\.suite), in: store) {
      gathering.add(try values.column(of: metric, suites: suites))
    }
    let drafts = gathering.series
    let families = TrendFamilies(
      of: drafts, estimates: Concurrently.map(drafts, \.autocorrelation))
    let series = Concurrently.map(drafts) { $0.judged(among: families) }
    return Trend(
      of: series, from: gathering, facts: try values.facts(of: gathering.runs(beside: series)))
  }

  /// The metrics to which the suites of runs give noise floors of their own.
  private static func noiseFloors(
    of found: RunHistory, in store: RunStore
  ) throws(Failure) -> [String?: [Metric]] {
    let suites = try Attempt.storing { () throws(StoreError) in try store.suites() }
    let used = Set(found.places.compactMap(\.suite))
    var floors: [String?: [Metric]] = [:]
    for suite in suites
    where used.contains(suite.id) && !suite.thresholds.noiseFloors.isEmpty {
      let scalars = try Attempt.storing { () throws(StoreError) in try store.scalars() }
      do throws(LimitProblem) {
        floors[suite.id] = try Metric.withNoiseFloors(
          of: suite, named: { Metric.named($0, amongThoseOf: scalars) })
      } catch {
        throw LimitChecks.failure(error, titles: [], suiteFile: nil)
      }
    }
    return floors
  }
}

/// Work on every element of an array that needs nothing of the others.
enum Concurrently {
  /// What `work` makes of each element, in their order; on all processors.
  static func map<Input: Sendable, Output: Sendable>(
    _ inputs: [Input], _ work: @escaping @Sendable (Input) -> Output
  ) -> [Output] {
    let pipeline = OrderedPipeline(inputs, jobs: Platform.processorCount, work: work)
    var outputs: [Output] = []
    outputs.reserveCapacity(inputs.count)
    pipeline.run { (_, output) throws(Never) in outputs.append(output) }
    return outputs
  }
}
