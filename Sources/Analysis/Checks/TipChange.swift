internal import Recordings
internal import Statistics

/// The newest commit of a series, where it is worse than what came before and by more than chance.
public struct TipChange: Sendable {
  /// What one session says.
  public struct Session: Sendable, Equatable {
    /// What people call the session; `nil` for the runs that name none.
    public let name: String?
    /// The median of its runs, in the metric's unit.
    public let value: Double
    /// The change against the commits before.
    public let change: Double
    /// The one-sided p-value of there being no change; `nil` when the commits before are all equal.
    public let pValue: Double?
  }

  /// What further sessions of the commit say.
  public enum Answer: Sendable, Equatable {
    /// There is no further session.
    case none
    /// They say it too.
    case confirmed
    /// They do not.
    case refuted
  }

  /// What was expected, in the metric's unit.
  public let expected: Double
  /// The newest point, in the metric's unit.
  public let value: Double
  /// The change: a fraction of what was expected, or in the metric's unit.
  public let change: Double
  /// Whether changes are fractions.
  public let isRelative: Bool
  /// How many points before count.
  public let history: Int
  /// What each session says, the one that shows most of a change for the worse first.
  public let sessions: [Session]
  /// What the further sessions say.
  public let answer: Answer

  /// Judges a series' newest point; `nil` when nothing is suspect, or there are too few points before.
  ///
  /// A session is suspect when its median stands out for the worse against the points before. Others
  /// confirm it when their median, without that session's, is worse by half the noise floor with a
  /// p-value below the level for that. Which session was measured first does not count, because nobody
  /// should have to know.
  ///
  /// - Parameter series: any.
  init?(of series: TrendSeries) {
    guard let whole = series.tip.value else { return nil }
    let judged = series.sessions.compactMap { session in
      series.tip(at: session.median).map { (session: session, tip: $0) }
    }.enumerated().sorted { left, right in
      let (first, second) = (left.element.tip.worseness, right.element.tip.worseness)
      return first == second ? left.offset < right.offset : first > second
    }.map(\.element)
    guard let first = judged.first, first.tip.isOutside, first.tip.direction == .worse else {
      return nil
    }
    expected = whole.expected
    value = whole.value
    change = whole.change
    isRelative = whole.isRelative
    history = whole.history
    sessions = judged.map {
      Session(
        name: $0.session.name, value: $0.session.median, change: $0.tip.change,
        pValue: $0.tip.probability)
    }
    answer = Self.answer(of: judged.dropFirst().map(\.session.median), in: series)
  }

  private static func answer(of others: [Double], in series: TrendSeries) -> Answer {
    guard let value = Moments.median(of: others), let tip = series.tip(at: value) else {
      return .none
    }
    let size = series.metric.floors(in: tip.change, isRelative: tip.isRelative, of: tip.expected)
    let isSure = tip.probability.map { $0 < CheckConstants.confirmationLevel } ?? true
    let isConfirmed =
      tip.direction == .worse && isSure && size > CheckConstants.confirmationShare
    return isConfirmed ? .confirmed : .refuted
  }
}

extension TrendSeries {
  /// The judgement of another value in the newest point's place; `nil` when there is none.
  fileprivate func tip(at value: Double) -> TrendTip? {
    guard let newest = points.last else { return nil }
    let point = TrendPoint(commit: newest.commit, value: value, runs: newest.runs)
    return TrendTip.of(
      points.dropLast() + [point], after: judgement.value?.changes ?? [], metric: metric
    ).value
  }
}

extension TrendTip {
  /// How far it is out on the worse side; below 0 on the other.
  fileprivate var worseness: Double {
    direction == .worse ? change.magnitude : -change.magnitude
  }
}
