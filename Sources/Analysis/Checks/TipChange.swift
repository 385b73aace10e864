internal import Statistics

/// The newest commit of a series, where it is worse than what came before and by more than chance.
public struct TipChange: Sendable, Equatable {
  /// What one session says.
  public struct Session: Sendable, Equatable {
    /// What people call the session; `nil` for the runs that name none.
    public let name: String?
    /// The median of its runs, in the metric's unit.
    public let value: Double
    /// The change against the commits before.
    public let change: Double
    /// The one-sided p-value of there being no change for the worse.
    public let pValue: Double
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

  /// The level before, in the metric's unit.
  public let before: Double
  /// The newest point, in the metric's unit.
  public let after: Double
  /// The change: a fraction of the level before, or in the metric's unit.
  public let change: Double
  /// Whether changes are fractions of the level before.
  public let isRelative: Bool
  /// How many points before count.
  public let history: Int
  /// What each session says, the one that shows most of a change for the worse first.
  public let sessions: [Session]
  /// What the further sessions say.
  public let answer: Answer

  /// Judges a series' newest point.
  ///
  /// A session is suspect when its median lies outside of the one-sided prediction interval of the points
  /// before, on the worse side and by more than the noise floor. Others confirm it when their median,
  /// without that session's, lies beyond half the noise floor with a p-value below the level for that.
  /// Which session was measured first does not count, because nobody should have to know.
  ///
  /// - Parameter series: any.
  /// - Returns: `nil` when nothing is suspect, or there are too few points before to tell.
  init?(of series: TrendSeries) {
    guard let judge = TipJudge(of: series), let newest = series.points.last,
      let whole = judge.judge(newest.value)
    else { return nil }
    let judged = series.sessions.compactMap { session in
      judge.judge(session.median).map {
        Session(name: session.name, value: session.median, change: $0.change, pValue: $0.pValue)
      }
    }.enumerated().sorted { left, right in
      (left.element.pValue, left.offset) < (right.element.pValue, right.offset)
    }.map(\.element)
    guard let first = judged.first,
      judge.isWorse(first, level: CheckConstants.suspectLevel, floorShare: 1)
    else { return nil }
    before = whole.before
    after = newest.value
    change = whole.change
    isRelative = judge.scale == .logarithmic
    history = judge.count
    sessions = judged
    answer = judge.answer(of: judged.dropFirst().map(\.value))
  }
}

/// Holds values against the points before the newest.
private struct TipJudge {
  let scale: Scale
  let count: Int
  private let history: Sample
  private let metric: Metric

  /// `nil` when there are too few points, or neither direction is worse.
  init?(of series: TrendSeries) {
    let before = series.regimeBeforeTip
    guard series.metric.polarity != .neither, before.count >= StatisticalConstants.leastHistory,
      let history = try? series.scale.sample(before)
    else { return nil }
    scale = series.scale
    count = min(before.count, StatisticalConstants.mostHistory)
    self.history = history
    metric = series.metric
  }

  /// How a value lies; `nil` of one that cannot be compared.
  func judge(_ value: Double) -> (before: Double, change: Double, pValue: Double)? {
    guard let point = try? scale.sample([value]).mean else { return nil }
    do throws(SampleError) {
      let step = try TEstimate.prediction(of: point, after: history)
      let pValue =
        metric.polarity == .lowerIsBetter ? step.pValueUpwards : step.pValueDownwards
      return (scale.moved(value, by: -step.change), scale.effect(of: step.change), pValue)
    } catch {
      // Every point before is the same, so that any other value is a change.
      let step = point - history.mean
      let isWorse = step != 0 && !metric.polarity.improves(step)
      return (scale.moved(value, by: -step), scale.effect(of: step), isWorse ? 0 : 1)
    }
  }

  func isWorse(_ session: TipChange.Session, level: Double, floorShare: Double) -> Bool {
    session.pValue < level && !metric.polarity.improves(session.change)
      && exceeds(session.change, floorShare)
  }

  private func exceeds(_ change: Double, _ share: Double) -> Bool {
    switch metric.noiseFloor {
    case .relative(let floor) where scale == .logarithmic: change.magnitude > floor * share
    case .relative(let floor): change.magnitude > floor * share * history.median.magnitude
    case .absolute(let floor) where scale == .logarithmic:
      change.magnitude * scale.moved(1, by: history.median) > floor * share
    case .absolute(let floor): change.magnitude > floor * share
    }
  }

  func answer(of others: [Double]) -> TipChange.Answer {
    guard let value = Moments.median(of: others), let judged = judge(value) else { return .none }
    let session = TipChange.Session(
      name: nil, value: value, change: judged.change, pValue: judged.pValue)
    let isConfirmed = isWorse(
      session, level: CheckConstants.confirmationLevel,
      floorShare: CheckConstants.confirmationShare)
    return isConfirmed ? .confirmed : .refuted
  }
}
