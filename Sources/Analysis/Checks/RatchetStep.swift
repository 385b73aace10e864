internal import Statistics
public import Units

/// A tighter limit that a check proposes to the user, because the level of a series is better than its present limit
/// requires.
///
/// It may also be the first limit of a series that improved.
public struct RatchetStep: Sendable, Equatable {
  /// The suite in which the check proposes a tighter limit; `nil` for runs without a suite.
  public let suite: String?
  /// The stage for which the check proposes a tighter limit; `nil` for runs without a stage.
  public let stage: String?
  /// The id of the metric for which the check proposes a tighter limit.
  public let metric: Metric.ID
  /// Whether the proposed limit is the largest or the smallest allowed value.
  public let direction: LimitText.Direction
  /// The value of the proposed limit, in the metric's unit, before `bound` rounds it.
  public let value: Quantity
  /// The existing limit that the proposed tighter limit replaces; `nil` if there is none.
  public let present: CheckLimit?

  /// The proposed limit as text, such as `<= 16.7 ms`, with three significant digits, rounded up for `<=` and down for
  /// `>=`.
  public var bound: String {
    let rule: FloatingPointRoundingRule = direction == .atMost ? .up : .down
    return "\(direction.rawValue) \(value.text(significantDigits: 3, rounding: rule))"
  }

  /// Proposes limits, in the order of the series.
  ///
  /// For several environments of a stage, the most lenient one counts.
  ///
  /// `improved` is whether a series without a limit gets one.
  static func steps(
    of series: [CheckedSeries], improved: (TrendSeries) -> Bool
  ) -> [RatchetStep] {
    var steps: [RatchetStep] = []
    for checked in series where checked.series.segment == nil {
      let step = RatchetStep(
        of: checked.series, limits: checked.limits, hasImproved: improved(checked.series))
      guard let step else { continue }
      guard let index = steps.firstIndex(where: { $0.isLike(step) }) else {
        steps.append(step)
        continue
      }
      if step.direction.isBeyond(step.value.value, steps[index].value.value) { steps[index] = step }
    }
    return steps
  }

  private func isLike(_ other: RatchetStep) -> Bool {
    suite == other.suite && stage == other.stage && metric == other.metric
      && direction == other.direction
  }

  /// Proposes a limit: the worse end of the range that contains a single commit of the present
  /// level with a probability of 0.95.
  ///
  /// A limit fails only if the whole interval of a commit exceeds it, so chance alone hardly ever
  /// reaches this limit. There is no step if it would tighten the limit by less than the noise
  /// floor. `hasImproved` is whether a series without a limit gets one.
  private init?(of series: TrendSeries, limits: [CheckLimit], hasImproved: Bool) {
    guard series.metric.polarity != .neither, let end = series.worseEnd else { return nil }
    let direction: LimitText.Direction =
      series.metric.polarity == .lowerIsBetter ? .atMost : .atLeast
    let present = limits.first { $0.direction == direction }
    if let present {
      let limit = present.value.value
      guard direction.isBeyond(limit, end), series.metric.floors(from: limit, to: end) >= 1 else {
        return nil
      }
    } else if !hasImproved {
      return nil
    }
    suite = series.suite
    stage = series.stage
    metric = series.metric.id
    self.direction = direction
    value = Quantity(end, series.metric.unit)
    self.present = present
  }
}

extension TrendSeries {
  /// The worse end of the range that contains a commit of the newest regime with a probability of
  /// 0.95; `nil` if there are too few points.
  fileprivate var worseEnd: Double? {
    let before = regimeBeforeTip + points.suffix(1).map(\.value)
    guard before.count >= StatisticalConstants.leastHistory, let sample = try? scale.sample(before)
    else { return nil }
    let median = Moments.median(of: before) ?? before[0]
    guard let point = try? scale.sample([median]).mean,
      let step = try? TEstimate.prediction(of: point, after: sample)
    else { return median }
    let interval = step.interval(confidence: CheckConstants.confidence)
    let reach = (interval.upper - interval.lower) / 2
    return scale.moved(median, by: metric.polarity == .lowerIsBetter ? reach : -reach)
  }
}
