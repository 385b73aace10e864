internal import Statistics
public import Units

/// A limit that the present level of a series allows, and that is tighter than what it has.
public struct RatchetStep: Sendable, Equatable {
  /// The suite.
  public let suite: String?
  /// The stage.
  public let stage: String?
  /// The metric's id.
  public let metric: Metric.ID
  /// Which side is beyond.
  public let direction: LimitText.Direction
  /// The new limit.
  public let value: Quantity
  /// The limit of the same direction that there is; `nil` when there is none.
  public let present: CheckLimit?

  /// The new limit as people write it, with three digits that count, rounded to the lenient side.
  public var bound: String {
    let rule: FloatingPointRoundingRule = direction == .atMost ? .up : .down
    return "\(direction.rawValue) \(value.text(significantDigits: 3, rounding: rule))"
  }

  /// Proposes limits; of several environments of a stage, the most lenient.
  ///
  /// - Parameters:
  ///   - series: that have a level.
  ///   - improved: whether a series without a limit gets one.
  /// - Returns: in the order of the series.
  static func steps(
    of series: [CheckedSeries], improved: (TrendSeries) -> Bool
  ) -> [RatchetStep] {
    var steps: [RatchetStep] = []
    for checked in series {
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

  /// Proposes a limit: the end, on the worse side, of where single commits of the present level lie with
  /// a probability of 0.95.
  ///
  /// A limit fails only when all of a commit's interval is beyond, so that chance alone hardly ever
  /// reaches this one.
  ///
  /// - Parameters:
  ///   - series: any; gives no step when there is nothing to gain by as much as the noise floor.
  ///   - limits: of the series.
  ///   - hasImproved: whether a series without a limit gets one.
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
  /// The end on the worse side of where a commit of the newest regime lies with a probability of 0.95;
  /// `nil` when there are too few points to tell.
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
