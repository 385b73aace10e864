internal import Parallel
internal import Recordings
internal import Statistics

/// A regression: a change of one series of metric values for the worse, and how the level of the series developed
/// afterwards.
///
/// "Before", "worst" and "now" are three levels. "Now" is the newest segment, whether it improved
/// or not.
public struct Regression: Sendable, Equatable {
  /// The states of a regression: suspect, dismissed, open, partly fixed or fixed.
  public enum State: String, Sendable {
    /// The regression is likely but not proved.
    case suspect
    /// The regression was suspect, and further measurements did not confirm it.
    case dismissed
    /// The regression is proved, and the level has not clearly improved.
    case open
    /// The level improved but is still clearly worse than before, by more than the noise floor.
    case partlyFixed = "partly-fixed"
    /// The level is as before, within the noise floor or one standard error, or better.
    case fixed
  }

  /// The kinds of evidence that prove a regression: later commits, further sessions, or one session that is much worse.
  public enum Proof: String, Sendable {
    /// Later commits: the detector confirmed the change.
    case laterCommits = "later-commits"
    /// Further sessions of the same commits.
    case sessions
    case tripWire = "trip-wire"
  }

  /// The state of the regression at the checked commit: suspect, dismissed, open, partly fixed or fixed.
  public internal(set) var state: State
  /// The evidence that proved the regression; `nil` if it is not proved.
  public internal(set) var proof: Proof?
  /// The position in the history of the commit at which the regression got its present state, such as open or fixed;
  /// `nil` if later commits proved the regression, because finding the first of them takes long (`EarlierChecks`).
  var entered: Int?
  /// The position, in the commit history, of the last commit whose level is certainly that before the regression.
  public let good: Int
  /// The position, in the commit history, of the first commit whose level is certainly that after the regression.
  public let bad: Int
  /// The position, in the commit history, of the commit at which the regression most likely begins.
  public let likeliest: Int
  /// The level of the series before the regression: the median of its points at that level, in the metric's unit.
  public let before: Double
  /// The worst level of the series since the regression began, as the median of the points of that level, in the
  /// metric's unit.
  public internal(set) var worst: Double
  /// The newest level of the series since the regression began, as the median of the points of that level, in the
  /// metric's unit.
  public internal(set) var now: Double
  /// The size of the regression, from the level before it to the newest level: a fraction, or in the metric's unit.
  public internal(set) var change: Double
  /// The 95% confidence interval of `change`; `nil` if there are too few points.
  public internal(set) var interval: ClosedRange<Double>?
  /// Whether the size is a fraction of the level before; otherwise it is in the metric's unit.
  public let isRelative: Bool
  /// The change of level that the change-point detector found for the regression; `nil` if only further sessions of the
  /// same commits, or one much worse session, prove the regression.
  public let detected: TrendChange?
  let differences: [TrendDifference]
  /// The index of the first point of the worse level.
  let point: Int
  /// The indices of the points at which the worse level may begin.
  let range: ClosedRange<Int>
  /// The index of the first point of the improvement; `nil` if there is none.
  var improvement: Int?
}

extension Regression {
  init(_ change: TrendChange) {
    self.init(
      state: .suspect, entered: change.bad, good: change.good, bad: change.bad,
      likeliest: change.best, before: change.before, worst: change.after, now: change.after,
      change: change.change, interval: change.interval, isRelative: change.isRelative,
      detected: change, differences: change.differences,
      point: change.point, range: change.range)
  }

  /// A regression that sessions prove and the detector does not find.
  init(_ proof: PointProof, before: Double, in series: TrendSeries) {
    let now = Moments.median(of: series.points[proof.point...proof.proved].map(\.value)) ?? before
    let isRelative = series.scale == .logarithmic
    func commit(_ point: Int) -> Int { series.points[point].commit }
    self.init(
      state: .open, proof: Proof(proof.basis), entered: commit(proof.proved),
      good: commit(max(proof.range.lowerBound - 1, 0)), bad: commit(proof.range.upperBound),
      likeliest: commit(proof.point), before: before, worst: now, now: now,
      change: isRelative ? now / before - 1 : now - before, isRelative: isRelative, detected: nil,
      differences: proof.differences,
      point: proof.point, range: proof.range)
  }
}

extension Regression.Proof {
  init(_ basis: PointProof.Basis) {
    self =
      switch basis {
      case .sessions: .sessions
      case .tripWire: .tripWire
      case .successive: .laterCommits
      }
  }
}

/// The smallest changes for the worse that a check would have detected in a series at the checked commit.
public struct VisibleSteps: Sendable, Equatable {
  /// The smallest change for the worse that one session would have made suspect: a fraction of the predicted value, or
  /// in the metric's unit.
  ///
  /// The check would have failed after a second session.
  public let suspect: Double
  /// The smallest change for the worse with which a single session would have failed the check; `nil` if a single
  /// session never proves a regression.
  public let failing: Double?
  /// Whether the smallest detectable changes are fractions of the predicted value; otherwise they are in the metric's
  /// unit.
  public let isRelative: Bool

  /// `nil` if the newest point of a series is not judged, or if neither direction is better.
  init?(of series: TrendSeries) {
    guard let tip = series.tip.value, series.metric.polarity != .neither else { return nil }
    isRelative = tip.isRelative
    let scale = tip.isRelative ? tip.expected.magnitude : 1
    let end =
      series.metric.polarity == .lowerIsBetter ? tip.bounds.upperBound : tip.bounds.lowerBound
    let floor: Double =
      switch series.metric.noiseFloor {
      case .relative(let share): share * tip.expected.magnitude
      case .absolute(let size): size
      }
    suspect = max((end - tip.expected).magnitude, floor) / scale
    failing = StepProofSearch(in: series, series.tripWire)?
      .smallestVisible(at: series.points.count - 1).map { $0 / scale }
  }
}

extension Trend {
  /// What became of the regressions until the newest commit, by the id of the finding, as `check` judges them.
  ///
  /// A finding has no entry if it is no regression, if the environment changed at the same commit, or if its series
  /// ended. Each series costs as much as in a check.
  public func regressionStates() -> [String: Regression.State] {
    let worse = findings.filter { $0.direction == .worse && $0.state != .confounded }
    let affected = series.filter { series in
      let isReplaced = series.isReplaced(among: self.series)
      return worse.contains { finding in
        (finding.isAtTip || !isReplaced) && finding.members.contains { $0.series.key == series.key }
      }
    }
    let found = affected.mapConcurrently { series in
      var series = series
      series.proofs = PointProof.all(in: series, series.tripWire)
      return SeriesRegressions.all(in: series, newestFrom: .max)
    }
    let regressions = Dictionary(zip(affected.map(\.key), found)) { first, _ in first }
    return worse.reduce(into: [:]) { states, finding in
      let own = finding.members.compactMap { member in
        regressions[member.series.key]?.first { $0.detected == member.change }?.state
      }
      states[finding.id] = Regression.State.gravest.first(where: own.contains)
    }
  }
}

extension Regression.State {
  /// The state of several series that changed together is the first of these that one of them has.
  fileprivate static let gravest: [Regression.State] = [
    .open, .partlyFixed, .suspect, .fixed, .dismissed,
  ]
}
