internal import Recordings
internal import Statistics

/// One change of one series for the worse, and what became of it.
///
/// "Before", "worst" and "now" are three levels: now is the newest segment, which may be anything since.
public struct Regression: Sendable, Equatable {
  /// What became of it.
  public enum State: String, Sendable {
    /// It is likely, and not proved.
    case suspect
    /// It was suspect, and further measurements did not confirm it.
    case dismissed
    /// It is proved, and nothing improved since.
    case open
    /// It improved since, and the level is still worse by at least the noise floor.
    case partlyFixed = "partly-fixed"
    /// The level is as before, or better.
    case fixed
  }

  /// What proves it.
  public enum Proof: String, Sendable {
    /// The commits after it: the detector confirmed the change.
    case laterCommits = "later-commits"
    /// Further sessions of the same commits.
    case sessions
    /// One session that was worse by far.
    case tripWire = "trip-wire"
  }

  /// What became of it.
  public internal(set) var state: State
  /// What proves it; `nil` of what is not proved.
  public internal(set) var proof: Proof?
  /// The commit at which it entered its state, by its position in the history.
  public internal(set) var entered: Int
  /// The last commit that is surely at the old level, by its position in the history.
  public let good: Int
  /// The first commit that is surely at the new level, by its position in the history.
  public let bad: Int
  /// The commit at which the new level most likely begins, by its position in the history.
  public let likeliest: Int
  /// The median before, in the metric's unit.
  public let before: Double
  /// The median of the worst segment since, in the metric's unit.
  public internal(set) var worst: Double
  /// The median of the newest segment, in the metric's unit.
  public internal(set) var now: Double
  /// Whether changes are fractions of the level before.
  public let isRelative: Bool
  /// What the detector found; `nil` of what sessions alone prove.
  public let detected: TrendChange?
  /// What changed in the environment at the same place.
  let differences: [TrendDifference]
  /// The index of its first point.
  let point: Int
  /// The first point of the improvement; `nil` while there is none.
  var improvement: Int?

  /// How far the present level is from the one before: a fraction of it, or in the metric's unit.
  public var change: Double { size(of: now) }

  /// How far the worst level was from the one before: a fraction of it, or in the metric's unit.
  public var worstChange: Double { size(of: worst) }

  private func size(of level: Double) -> Double {
    isRelative ? level / before - 1 : level - before
  }
}

extension Regression {
  init(_ change: TrendChange) {
    self.init(
      state: .suspect, entered: change.bad, good: change.good, bad: change.bad,
      likeliest: change.best, before: change.before, worst: change.after, now: change.after,
      isRelative: change.isRelative, detected: change, differences: change.differences,
      point: change.point)
  }

  /// What sessions alone prove, where the detector sees no change.
  init(_ proof: PointProof, before: Double, in series: TrendSeries) {
    let (point, value) = (series.points[proof.point], series.points[proof.point].value)
    self.init(
      state: .open, proof: proof.basis == .tripWire ? .tripWire : .sessions, entered: point.commit,
      good: series.points[max(proof.point - 1, 0)].commit, bad: point.commit,
      likeliest: point.commit, before: before, worst: value, now: value,
      isRelative: series.scale == .logarithmic, detected: nil, differences: proof.differences,
      point: proof.point)
  }
}
