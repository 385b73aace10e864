internal import Statistics

/// The runs of one session of a series' newest commit.
public struct TrendSession: Sendable, Equatable {
  /// What people call the session; `nil` for the runs that name none.
  public let name: String?
  /// Their values in ascending order, in the metric's unit; at least one.
  public let values: [Double]
  /// The median of them.
  public let median: Double

  /// The sessions of some observations; O(n log n).
  ///
  /// - Parameter observations: in any order.
  /// - Returns: by name, the one without a name first.
  static func sessions(of observations: [TrendObservation]) -> [TrendSession] {
    let groups = Dictionary(grouping: observations, by: \.session)
    return groups.sorted { ($0.key ?? "") < ($1.key ?? "") }.map { name, observations in
      let values = observations.map(\.value).sorted()
      return TrendSession(name: name, values: values, median: Moments.median(of: values) ?? values[0])
    }
  }
}
