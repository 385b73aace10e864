internal import Statistics

/// The runs of one measurement session that measured the newest commit of a series.
public struct TrendSession: Sendable, Equatable {
  /// The name of the measurement session that measured the series' newest commit; `nil` for runs without a session.
  public let name: String?
  /// The metric's values in the session's runs at the newest commit, ascending, in the metric's unit; at least one.
  public let values: [Double]
  /// The median of the metric over the session's runs at the newest commit, in the metric's unit.
  public let median: Double

  /// Groups values by session, the runs without a name first; O(n log n).
  ///
  /// `name` returns the session of a run.
  static func sessions(
    of values: [TrendPointMaking.Taken], named name: (_ run: Int) -> String?
  ) -> [TrendSession] {
    let groups = Dictionary(grouping: values) { name($0.run) }
    return groups.sorted { ($0.key ?? "") < ($1.key ?? "") }.map { name, taken in
      let values = taken.map(\.value).sorted()
      return TrendSession(
        name: name, values: values, median: Moments.median(of: values) ?? values[0])
    }
  }
}
