internal import Recordings
internal import Statistics

/// The evidence that a series of metric values is worse at the checked commit than at the commits before it, by more
/// than chance explains.
public struct TipChange: Sendable {
  /// The comparison of the checked commit's runs in one measurement session with the commits before it.
  public struct Session: Sendable, Equatable {
    /// The name of the measurement session in which the checked commit was measured; `nil` for runs without a session.
    public let name: String?
    /// The median of the checked commit's runs in one measurement session, in the metric's unit.
    public let value: Double
    /// The difference between the median of one session and the value that earlier commits predict: a fraction of that
    /// value, or in the metric's unit.
    public let change: Double
    /// The one-sided p-value of the session's difference from the predicted value: how often chance alone makes it as
    /// large in the same direction; `nil` if unknown.
    public let pValue: Double?
  }

  /// Whether further measurement sessions confirm that the checked commit, suspect after one session, is worse than the
  /// commits before it.
  public enum Answer: Sendable, Equatable {
    /// There is no further session.
    case none
    case confirmed
    /// They do not confirm the change.
    case refuted
    /// There is no further session, and none is needed: this one exceeds the trip-wire.
    case tripped
  }

  /// The value that the earlier commits predict for the checked commit, in the metric's unit.
  public let expected: Double
  /// The value of the series at the checked commit, in the metric's unit.
  public let value: Double
  /// The value minus the predicted one: a fraction of that, or in the metric's unit.
  public let change: Double
  /// Whether the differences between the checked commit and its predicted value are fractions of the predicted value;
  /// otherwise they are in the metric's unit.
  public let isRelative: Bool
  /// The number of earlier points of the series with which the checked commit was compared.
  public let history: Int
  /// The comparisons of the checked commit's measurement sessions with earlier commits, the largest difference for the
  /// worse first.
  public let sessions: [Session]
  /// Whether further measurement sessions confirm that the checked commit, suspect after one session, is worse than the
  /// commits before it.
  public private(set) var answer: Answer

  /// Whether the commit fails without further measurements.
  var isProved: Bool { answer == .confirmed || answer == .tripped }

  /// Judges the newest point of a series; `nil` if it is not suspect, or if there are too few
  /// points before it.
  ///
  /// A session is suspect if its median is outside the prediction interval on the worse side. The
  /// other sessions confirm it if their median, without that session's, is worse by half the noise
  /// floor with a sufficient p-value. The order of the sessions does not matter, so users need not
  /// know it. A single session that exceeds the trip-wire needs no other.
  init?(of series: TrendSeries) {
    guard let newest = series.points.indices.last else { return nil }
    let sessions = series.sessions.map { (name: $0.name, median: $0.median) }
    let isTripped = series.proofs.contains { $0.point == newest && $0.basis == .tripWire }
    if var found = TipChange(of: series, at: newest, sessions: sessions) {
      if isTripped { found.answer = .tripped }
      self = found
    } else if isTripped, let tripped = TipChange(tripping: series) {
      self = tripped
    } else {
      return nil
    }
  }

  /// Judges any point by its sessions, as if it were the newest.
  init?(of series: TrendSeries, at point: Int, sessions: [(name: String?, median: Double)]) {
    let before = series.points[series.historyStart(at: point)..<point]
    func tip(_ value: Double) -> TrendTip? {
      let judged = TrendPoint(
        commit: series.points[point].commit, value: value, runs: series.points[point].runs)
      return TrendTip.of(
        judged, after: before, metric: series.metric, assuming: series.prior
      ).value
    }
    guard let whole = tip(series.points[point].value) else { return nil }
    let judged = sessions.compactMap { session in
      tip(session.median).map { (session: session, tip: $0) }
    }.enumerated().sorted { left, right in
      let (first, second) = (left.element.tip.worseness, right.element.tip.worseness)
      return first == second ? left.offset < right.offset : first > second
    }.map(\.element)
    guard let first = judged.first, first.tip.isOutside, first.tip.direction == .worse else {
      return nil
    }
    self.init(
      whole,
      sessions: judged.map {
        Session(
          name: $0.session.name, value: $0.session.median, change: $0.tip.change,
          pValue: $0.tip.probability)
      })
    guard before.count >= CheckConstants.proofHistory else { return }
    if let shared = SharedSessions(of: point, in: series) {
      answer = shared.isConfirmed ? .confirmed : .refuted
    } else if let others = Moments.median(of: judged.dropFirst().map(\.session.median)) {
      answer = tip(others).map { Self.answer(of: $0, series.metric) } ?? .none
    }
  }

  private init(_ whole: TrendTip, sessions: [Session]) {
    expected = whole.expected
    value = whole.value
    change = whole.change
    isRelative = whole.isRelative
    history = whole.history
    self.sessions = sessions
    answer = .none
  }

  /// A newest point that exceeds the trip-wire, with too few points before it for a prediction.
  private init?(tripping series: TrendSeries) {
    guard let newest = series.points.last,
      let level = Moments.median(of: series.regimeBeforeTip), level != 0
    else { return nil }
    expected = level
    value = newest.value
    isRelative = series.scale == .logarithmic
    change = isRelative ? newest.value / level - 1 : newest.value - level
    history = series.regimeBeforeTip.count
    sessions = [
      Session(
        name: series.sessions.first?.name, value: newest.value, change: change, pValue: nil)
    ]
    answer = .tripped
  }

  private static func answer(of others: TrendTip, _ metric: Metric) -> Answer {
    let size = metric.floors(
      in: others.change, isRelative: others.isRelative, of: others.expected)
    let isSure = others.probability.map { $0 < CheckConstants.confirmationLevel } ?? true
    let isConfirmed =
      others.direction == .worse && isSure && size > CheckConstants.confirmationShare
    return isConfirmed ? .confirmed : .refuted
  }
}

extension TrendTip {
  /// The distance on the worse side; negative on the better side.
  fileprivate var worseness: Double {
    direction == .worse ? change.magnitude : -change.magnitude
  }
}
