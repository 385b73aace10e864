internal import Analysis
internal import RunStore

/// How likely each commit of a range is to have brought a change, as far as earlier runs show it.
enum SearchWeights {
  /// The weights of the commits after the good one; `nil` if the store shows no change in the range.
  ///
  /// The commits of the change-point detector's range get half of the weight, because other environments and single
  /// sessions mislead it.
  static func weights(
    of range: CommitRange, suite: String, stage: String, metric: Metric.ID, store: String
  ) -> [Double]? {
    guard let store = try? RunStore.open(store, access: .read) else { return nil }
    let question = TrendQuestion(
      filter: RunFilter(suite: suite, stage: stage), metrics: .named([metric]),
      order: CommitOrder(branch: range.bad, since: nil, file: nil))
    guard let trend = try? question.trend(in: store) else { return nil }
    let commits = Array(range.commits.dropFirst())
    var isSuspect = [Bool](repeating: false, count: commits.count)
    for change in trend.changes.map(\.change) where change.state != .recovered {
      let suspects = Set(trend.history.commits[(change.good + 1)...change.bad])
      for index in commits.indices where suspects.contains(commits[index]) {
        isSuspect[index] = true
      }
    }
    let count = isSuspect.count { $0 }
    guard count > 0, count < commits.count else { return nil }
    return isSuspect.map { $0 ? 1 / Double(count) : 1 / Double(commits.count - count) }
  }
}
