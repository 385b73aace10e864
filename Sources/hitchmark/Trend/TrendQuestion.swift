internal import Analysis
internal import RunStore

/// What is asked of a store's history: which runs, which metrics, along which commits.
struct TrendQuestion {
  /// Which runs.
  var filter = RunFilter()
  /// Which metrics.
  var metrics = TrendMetrics.ofTables
  /// Where the order of commits is found.
  var order: CommitOrder

  /// Reads what is needed, and finds what changed; on all processors, and the same on any number of them.
  ///
  /// - Parameter store: that holds the runs.
  /// - Returns: the trend, with at least one series.
  /// - Throws: when there is no such metric, no such commit, or nothing along the history.
  func trend(in store: RunStore) throws(Failure) -> Trend {
    let found = try Attempt.storing { () throws(StoreError) in try store.history(filter) }
    guard !found.runs.isEmpty else { throw .noRuns(store: store.path) }
    let history = try order.history(of: Set(found.commits), in: store)
    let values = TrendValues(of: found, in: store)
    var gathering = TrendGathering(values.runs, along: history)
    for (metric, suites) in try metrics.metrics(of: found.places.map(\.suite), in: store) {
      gathering.add(try values.column(of: metric, suites: suites))
    }
    let drafts = gathering.series
    guard !drafts.isEmpty else {
      throw .nothingAlong(history.name, store: store.path, runs: found.runs.count)
    }
    let families = TrendFamilies(of: drafts, estimates: Concurrently.map(drafts, \.autocorrelation))
    let series = Concurrently.map(drafts) { $0.judged(among: families) }
    return Trend(
      of: series, from: gathering,
      circumstances: try values.circumstances(of: gathering.runs(beside: series)))
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
