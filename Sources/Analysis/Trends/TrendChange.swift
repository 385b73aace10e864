internal import Statistics

/// A change of level, and the commits that it may have come with.
public struct TrendChange: Sendable, Equatable {
  /// What became of it.
  public enum State: String, Sendable {
    /// The whole series bears it out, and the level is still the new one.
    case confirmed
    /// The points around bear it out, the whole series does not: measure again.
    case suspect
    /// Something about the runs changed with it, which may be all of the change.
    case confounded = "environment-confounded"
    /// It was confirmed, and the level came back since.
    case recovered
  }

  /// The last commit that is surely at the old level, by its position in the history.
  public let good: Int
  /// The first commit that is surely at the new level, by its position in the history.
  public let bad: Int
  /// The commit at which the new level begins by the best split, by its position in the history.
  public let best: Int
  /// The same, by its position among the points.
  public let point: Int
  /// The median before, in the metric's unit.
  public let before: Double
  /// The median after, in the metric's unit.
  public let after: Double
  /// The change by Hodges and Lehmann: a fraction of the level before, or in the metric's unit.
  public let change: Double
  /// Whether the change is a fraction of the level before.
  public let isRelative: Bool
  /// The 95% interval of the change; `nil` when points are too few for one.
  public let interval: ClosedRange<Double>?
  /// How often chance alone does as much among shuffles of the points around.
  public let localProbability: Double?
  /// How often chance alone does as much among shuffles of all points.
  public let globalProbability: Double?
  /// What of it was held against those shuffles: `ranks`, `values` or `steadiness`.
  public let globalTest: String?
  /// Points before, back to the change before.
  public let countBefore: Int
  /// Points after, up to the change after.
  public let countAfter: Int
  /// Commits of the range, the last included and the first not, that nobody measured.
  public let unmeasured: Int
  /// What else is not the same before and after: soft facts that switched within the range or one
  /// measured commit beside it, and hard ones where the stage moved to another environment there.
  public internal(set) var differences: [TrendDifference] = []
  /// Whether the whole series bears it out, whatever else changed and whether or not it came back.
  public let isConfirmed: Bool
  /// Whether the level came back since.
  let isBack: Bool
  /// The points at which the new level may begin.
  let range: ClosedRange<Int>

  /// What became of it.
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
