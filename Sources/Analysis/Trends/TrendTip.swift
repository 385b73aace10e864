internal import Recordings
internal import Statistics
internal import Units

/// The newest point of a series, compared with the prediction interval that is computed from the points before it.
///
/// A single point does not prove a change of level. It is a reason to measure again.
public struct TrendTip: Sendable {
  /// The position, in the commit history, of the commit to which the series' newest point belongs.
  public let commit: Int
  /// The value of the series' newest point, in the metric's unit.
  public let value: Double
  /// The value that the earlier points predict for the newest one: their robust mean, in the metric's unit.
  public let expected: Double
  /// The 98% prediction interval for the series' newest point, in the metric's unit.
  ///
  /// One in a hundred new points of the same level is beyond each end.
  public let bounds: ClosedRange<Double>
  /// The distance of the series' newest point from the predicted value: a fraction of the predicted value, or in the
  /// metric's unit.
  public let change: Double
  /// Whether the distance of the series' newest point from the predicted value is a fraction of that value; otherwise
  /// the distance is in the metric's unit.
  public let isRelative: Bool
  /// The one-sided p-value of the difference between the series' newest point and its predicted value; `nil` if the
  /// earlier points that count are all equal.
  public let probability: Double?
  /// The number of earlier points from which the newest one is predicted: the last 30 at most since the last change of
  /// level.
  ///
  /// With fewer than 8, the prediction assumes how much sessions vary.
  public let history: Int
  /// Whether the series' newest point differs from the predicted value by at least the noise floor, the smallest change
  /// of the metric that matters.
  public let isBeyondNoiseFloor: Bool
  /// Whether the series' newest point is worse than predicted, better, or neither.
  public let direction: ChangeDirection

  /// Whether the series' newest point is outside of its prediction interval and differs from the prediction by at least
  /// the noise floor.
  public var isOutside: Bool { isBeyondNoiseFloor && !bounds.contains(value) }

  /// Judges the newest of some points, or gives the reason why it cannot.
  ///
  /// - Parameters:
  ///   - points: the points, oldest first.
  ///   - changes: the changes of their level, oldest first.
  ///   - metric: the metric.
  ///   - prior: how much sessions vary, as long as too few of them show it.
  static func of(
    _ points: [TrendPoint], after changes: [TrendChange], metric: Metric,
    assuming prior: SessionPrior?
  ) -> Known<TrendTip> {
    guard let newest = points.last else { return .withheld(because: SampleError.empty.words) }
    let start = regimeStart(of: points, after: changes)
    return of(newest, after: points[start..<points.count - 1], metric: metric, assuming: prior)
  }

  /// Judges a point by the points of its regime before it, oldest first, or gives the reason why it
  /// cannot.
  ///
  /// Fewer points than a prediction interval needs are judged if they are all that a young series has.
  static func of(
    _ newest: TrendPoint, after before: ArraySlice<TrendPoint>, metric: Metric,
    assuming prior: SessionPrior?
  ) -> Known<TrendTip> {
    let first = firstLevel(newest, after: before, metric: metric, assuming: prior)
    return predicted(newest, after: first ?? before, metric: metric, assuming: prior)
  }

  /// The first points of a young series if all later ones are outside of their prediction, on the same side; otherwise
  /// `nil`.
  ///
  /// So a suspect stays one while later sessions agree with it, although they would soon outnumber those before it.
  private static func firstLevel(
    _ newest: TrendPoint, after before: ArraySlice<TrendPoint>, metric: Metric,
    assuming prior: SessionPrior?
  ) -> ArraySlice<TrendPoint>? {
    guard prior != nil, before.startIndex == 0, before.count > 1 else { return nil }
    let counts = 1..<min(before.count, StatisticalConstants.leastHistory)
    return counts.lazy.map { before[..<$0] }.first { level in
      let tips = (before[level.endIndex...] + [newest]).map {
        predicted($0, after: level, metric: metric, assuming: prior).value
      }
      return tips.allSatisfy { tip in
        (tip?.isOutside ?? false) && tip?.direction == tips[0]?.direction
      }
    }
  }

  private static func predicted(
    _ newest: TrendPoint, after before: ArraySlice<TrendPoint>, metric: Metric,
    assuming prior: SessionPrior?
  ) -> Known<TrendTip> {
    let (start, history) = (before.startIndex, before.map(\.value))
    let isRelative = metric.unit != .fraction && (history + [newest.value]).allSatisfy { $0 > 0 }
    let needed = StatisticalConstants.leastHistory
    let isYoung = history.count < needed
    let isPrepared = (prior?.scale).map { ($0 == .logarithmic) == isRelative } ?? false
    guard !isYoung || start == 0 && isPrepared && !history.isEmpty else {
      let points = "\(history.count) point\(history.count == 1 ? "" : "s")"
      return .withheld(
        because: start > 0
          ? """
          the series has only \(points) between its last change and its newest point; a judgment of the newest point \
          needs at least \(needed)
          """
          : "the series has no point before its newest one")
    }
    do throws(SampleError) {
      return .known(
        try TrendTip(
          newest, after: history, isRelative: isRelative, metric: metric,
          assuming: isYoung ? prior : nil))
    } catch {
      return .withheld(because: error.words)
    }
  }

  /// The start of the present regime: the last change, unless it is only suspect and leaves too few
  /// points.
  static func regimeStart(of points: [TrendPoint], after changes: [TrendChange]) -> Int {
    regimeStart(ofCount: points.count, after: changes)
  }

  static func regimeStart(ofCount count: Int, after changes: [TrendChange]) -> Int {
    let needed = StatisticalConstants.leastHistory
    let last = changes.last { $0.isConfirmed || count - 1 - $0.point >= needed }
    return last?.point ?? 0
  }

  private init(
    _ newest: TrendPoint, after history: [Double], isRelative: Bool, metric: Metric,
    assuming prior: SessionPrior?
  ) throws(SampleError) {
    let scale: Scale = isRelative ? .logarithmic : .linear
    commit = newest.commit
    value = newest.value
    self.isRelative = isRelative
    self.history = min(history.count, StatisticalConstants.mostHistory)
    let point = try scale.sample([newest.value]).mean
    func level(_ step: Double) -> Double {
      isRelative ? newest.value * (1 + scale.effect(of: -step)) : newest.value - step
    }
    do throws(SampleError) {
      let before = try scale.sample(history)
      let estimate =
        if let prior {
          try TEstimate.youngPrediction(of: point, after: before, assuming: prior.variance)
        } else {
          try TEstimate.prediction(of: point, after: before)
        }
      let interval = estimate.interval(confidence: 1 - 2 * StatisticalConstants.tipLevel)
      expected = level(estimate.change)
      bounds = level(interval.upper)...level(interval.lower)
      change = scale.effect(of: estimate.change)
      probability = min(estimate.pValueUpwards, estimate.pValueDownwards)
    } catch .noSpread {
      // The points that count are equal; older ones may differ.
      let level = history[history.count - 1]
      (expected, probability) = (level, nil)
      bounds = level...level
      change = isRelative ? newest.value / level - 1 : newest.value - level
    }
    isBeyondNoiseFloor =
      metric.floors(in: change, isRelative: isRelative, of: expected) >= 1
    direction = metric.polarity.direction(of: change)
  }
}
