internal import Statistics

/// A change in the level of a series of metric values along the commits, and the commits that may have caused it.
public struct TrendChange: Sendable, Equatable {
  /// The states of a change of level: how certain the change is, and whether the old level returned.
  public enum State: String, Sendable {
    /// The whole series confirms the change, and the level has not returned.
    case confirmed
    /// The points around show it, but the whole series does not confirm it: measure again.
    case suspect
    /// Properties of the runs, such as labels or the environment, changed at the same time, which may explain the
    /// change.
    ///
    /// The whole series may confirm the change or not.
    case confounded = "environment-confounded"
    /// The change was confirmed, and the level has returned since.
    case recovered
  }

  /// The position, in the commit history, of the last commit that is certainly at the level before the change.
  public let good: Int
  /// The position, in the commit history, of the first commit that is certainly at the level after the change.
  public let bad: Int
  /// The position, in the commit history, of the commit at which the change of level most likely begins: where a split
  /// into two levels fits the series best.
  public let best: Int
  /// The index, in the series, of the point at which the change of level most likely begins.
  public let point: Int
  /// The level of the series before the change: the median of the points at that level, in the metric's unit.
  public let before: Double
  /// The level of the series after the change: the median of the points at that level, in the metric's unit.
  public let after: Double
  /// The size of the change of level, by Hodges and Lehmann's estimate: a fraction of the level before if `isRelative`,
  /// otherwise in the metric's unit.
  public let change: Double
  /// Whether the size of the change of level is a fraction of the level before; otherwise it is in the metric's unit.
  public let isRelative: Bool
  /// The 95% confidence interval of the size of the change of level; `nil` if there are too few points.
  public let interval: ClosedRange<Double>?
  /// The p-value of the change of level in the local test, which shuffles the points around the change; `nil` if the
  /// series has no noise.
  public let localProbability: Double?
  /// The p-value of the change of level in the global test, which shuffles all points of the series; `nil` if the
  /// series has no noise.
  public let globalProbability: Double?
  /// The name of the test that compares the change of level with changes in shuffled copies of the whole series; `nil`
  /// if the series has no noise.
  ///
  /// The name is `ranks`, `values` or `steadiness`.
  public let globalTest: String?
  /// The number of the series' points between the previous change of level and this one, without spikes.
  public let countBefore: Int
  /// The number of the series' points from this change of level to the next one, without spikes.
  public let countAfter: Int
  /// The number of commits without a measurement among the commits that may have caused the change of level.
  public let unmeasured: Int
  /// The properties of the runs, such as labels or environment, that differ before and after the change of level and
  /// may explain it.
  ///
  /// They are soft facts that changed within the range or one measured commit next to it, and hard facts if the
  /// stage moved to another environment there.
  public internal(set) var differences: [TrendDifference] = []
  /// Whether a test against shuffled copies of the whole series confirms the change of level, even if the old level has
  /// returned since.
  public let isConfirmed: Bool
  let isBack: Bool
  /// The points at which the new level may begin.
  let range: ClosedRange<Int>

  /// The state of the change of level: how certain it is, and whether the old level returned.
  public var state: State {
    if isConfirmed, isBack { return .recovered }
    return !differences.isEmpty ? .confounded : isConfirmed ? .confirmed : .suspect
  }

  init(_ change: ChangePoint, of points: [TrendPoint], scale: Scale) {
    range = max(change.range.lowerBound, 1)...min(change.range.upperBound, points.count - 1)
    good = points[range.lowerBound - 1].commit
    bad = points[range.upperBound].commit
    best = points[change.index].commit
    unmeasured = bad - good - range.count
    point = change.index
    before = change.effect.before
    after = change.effect.after
    self.change = change.effect.change
    isRelative = scale == .logarithmic
    interval = change.effect.interval.map { $0.lower...$0.upper }
    countBefore = change.countBefore
    countAfter = change.countAfter
    isBack = change.recovery != nil
    let found = change.evidence.probabilities
    isConfirmed = change.evidence.isConfirmed
    localProbability = found?.local
    globalProbability = found?.global
    globalTest = found?.test.rawValue
  }
}

/// A spike of a series: a single point far from the points before and after it, which agree with each other.
///
/// The point may be a wrong measurement, or a mistake that the next commit fixed.
public struct TrendSpike: Sendable, Equatable {
  /// The position, in the commit history, of the commit whose value is a spike.
  public let commit: Int
  /// The value of the spike, in the metric's unit.
  public let value: Double
  /// The median of the points around the spike, without the spike, in the metric's unit.
  public let around: Double

  /// The number of points on either side.
  private static let reach = 3

  /// Creates the spike at an index.
  ///
  /// `spikes` are all spikes, which do not count as neighbors.
  init(at index: Int, of points: [TrendPoint], besides spikes: [Int]) {
    func values(_ indices: [Int]) -> [Double] {
      indices.filter { !spikes.contains($0) }.prefix(Self.reach).map { points[$0].value }
    }
    commit = points[index].commit
    value = points[index].value
    let neighbors =
      values((0..<index).suffix(2 * Self.reach).reversed())
      + values(Array((index + 1..<points.count).prefix(2 * Self.reach)))
    around = Moments.median(of: neighbors) ?? value
  }
}
