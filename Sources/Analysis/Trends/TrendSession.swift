internal import Statistics

/// The runs of one session of a series' newest commit.
public struct TrendSession: Sendable, Equatable {
  /// What people call the session; `nil` for the runs that name none.
  public let name: String?
  /// Their values in ascending order, in the metric's unit; at least one.
  public let values: [Double]
  /// The median of them.
  public let median: Double

  /// The sessions of some values; O(n log n).
  ///
  /// - Parameters:
  ///   - values: of runs, in any order.
  ///   - name: of the session of a run; `nil` where it names none.
  /// - Returns: by name, the one without a name first.
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
