internal import Analysis
internal import Recordings
internal import RunStore

/// What is asked of a store's history: which runs, which metrics, along which commits.
struct TrendQuestion {
  /// Which runs.
  var filter = RunFilter()
  /// The metrics; when empty, the rows of each suite's tables.
  var metrics: [Metric.ID] = []
  /// Where the order of commits is found.
  var order: CommitOrder

  /// Reads what is needed, and finds what changed.
  ///
  /// - Parameter store: that holds the runs.
  /// - Returns: the trend, with at least one series.
  /// - Throws: when there is no such metric, no such commit, or nothing along the history.
  func trend(in store: RunStore) throws(Failure) -> Trend {
    let (gathered, history) = try gather(in: store)
    let trend = Trend(of: gathered.runs, metrics: gathered.metrics, along: history)
    guard !trend.series.isEmpty else { throw nothing(along: history, gathered, store) }
    return trend
  }

  /// Reads what is needed, and judges nothing yet.
  ///
  /// - Parameter store: that holds the runs.
  /// - Returns: the runs, at least one, and the commits in their order.
  /// - Throws: when there is no such metric or commit, or nothing tells the order.
  func gather(in store: RunStore) throws(Failure) -> (runs: TrendRuns, history: CommitHistory) {
    let records = try Attempt.storing { () throws(StoreError) in try store.runs(filter) }
    guard !records.isEmpty else { throw .noRuns(store: store.path) }
    let history = try order.history(
      of: Set(records.compactMap(\.description.commit)), in: store)
    return (try TrendRuns(of: records, in: store, metrics: metrics), history)
  }

  /// That no run measured a commit of the history.
  func nothing(along history: CommitHistory, _ gathered: TrendRuns, _ store: RunStore) -> Failure {
    .nothingAlong(history.name, store: store.path, runs: gathered.runs.count)
  }
}
