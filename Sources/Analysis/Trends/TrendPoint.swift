internal import Statistics

/// One commit in one environment: the median over its sessions of the median over their runs.
public struct TrendPoint: Sendable, Equatable {
  /// The commit, by its position in the history.
  public let commit: Int
  /// The median, in the metric's unit.
  public let value: Double
  /// How many runs it is of.
  public let runs: Int

  /// The points of some observations; O(n log n).
  ///
  /// Runs that name no session are taken for one session: nothing tells them apart.
  ///
  /// - Parameter observations: in any order.
  /// - Returns: one for each commit that was observed, oldest first.
  static func points(of observations: [TrendObservation]) -> [TrendPoint] {
    let commits = Dictionary(grouping: observations, by: \.commit).sorted { $0.key < $1.key }
    return commits.compactMap { commit, observations in
      let sessions = Dictionary(grouping: observations, by: \.session).values
      let medians = sessions.compactMap { Moments.median(of: $0.map(\.value)) }
      return Moments.median(of: medians).map {
        TrendPoint(commit: commit, value: $0, runs: observations.count)
      }
    }
  }
}

/// What one run says of a metric.
struct TrendObservation {
  /// The commit, by its position in the history.
  let commit: Int
  let session: String?
  let value: Double
  /// What the formula was told.
  let parameters: String

  /// The parameters of the newest commit; of several there, those of most runs.
  ///
  /// - Parameter observations: in any order.
  /// - Returns: `nil` when there are none.
  static func newestParameters(of observations: [TrendObservation]) -> String? {
    guard let newest = observations.map(\.commit).max() else { return nil }
    let there = observations.filter { $0.commit == newest }
    let counts = Dictionary(grouping: there, by: \.parameters).mapValues(\.count)
    return counts.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key
  }
}
