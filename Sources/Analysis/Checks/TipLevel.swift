internal import Recordings
internal import Statistics
internal import Units

/// The level of a series of metric values at the checked commit, with its confidence interval.
public struct TipLevel: Sendable, Equatable {
  /// The source of the noise from which the confidence interval of a level is computed, such as the variation between
  /// earlier commits.
  public enum Noise: Sendable, Equatable {
    /// The variation between this number of earlier commits.
    case history(points: Int)
    /// The variation between the sessions of the commit.
    case sessions(Int)
    /// The variation between the runs of the commit's only session.
    ///
    /// It does not include noise between sessions.
    case runs(Int)
    /// None: all earlier commits that count, at most 30 of the same level, had the same value.
    case none
  }

  /// The median of the sessions of the checked commit, each with the median of its runs.
  public let value: Double
  public let runs: Int
  public let sessions: [TrendSession]
  /// 95% confidence; `nil` if there is only one run and too few earlier commits.
  public let interval: ClosedRange<Double>?
  /// The source of the noise from which the confidence interval was computed, such as earlier commits; `nil` if there
  /// is no interval.
  public let noise: Noise?

  /// Estimates the level of a series at its newest point.
  ///
  /// The series has at least one point.
  init?(of series: TrendSeries) {
    guard let newest = series.points.last, newest.value.isFinite else { return nil }
    value = newest.value
    runs = newest.runs
    sessions = series.sessions
    let level = LevelInterval(
      value: newest.value, sessions: series.sessions, before: series.regimeBeforeTip,
      scale: series.scale)
    (interval, noise) = level.ofHistory ?? level.ofSessions ?? level.ofRuns ?? (nil, nil)
  }
}

/// The possible intervals of a level, the best first.
private struct LevelInterval {
  let value: Double
  let sessions: [TrendSession]
  let before: [Double]
  let scale: Scale

  typealias Answer = (ClosedRange<Double>, TipLevel.Noise)

  /// The interval from the variation of the earlier points.
  var ofHistory: Answer? {
    guard before.count >= StatisticalConstants.leastHistory else { return nil }
    let points = min(before.count, StatisticalConstants.mostHistory)
    do {
      let history = try scale.sample(before)
      let point = try scale.sample([value]).mean
      let step = try TEstimate.prediction(of: point, after: history)
      // The error of the prediction contains the noise of the newest point and of the mean
      // before it.
      let noise = step.standardError / (1 + 1 / Double(points)).squareRoot()
      let level = try TEstimate(
        change: point, standardError: noise * sharedNoise, degreesOfFreedom: step.degreesOfFreedom)
      let interval = level.interval(confidence: CheckConstants.confidence)
      return (
        moved(value, from: point, to: interval.lower...interval.upper), .history(points: points)
      )
    } catch .noSpread {
      return (value...value, .none)
    } catch {
      return nil
    }
  }

  var ofSessions: Answer? {
    interval(of: sessions.map(\.median)).map { ($0, .sessions(sessions.count)) }
  }

  var ofRuns: Answer? {
    guard sessions.count == 1 else { return nil }
    return interval(of: sessions[0].values).map { ($0, .runs(sessions[0].values.count)) }
  }

  /// The ratio of the noise of several sessions' median to that of one session: 1/√m for two, whose
  /// median is their mean, and √(π/2m) for more, the limit for normal noise.
  private var sharedNoise: Double {
    let count = Double(max(sessions.count, 1))
    return (count > 2 ? Double.pi / (2 * count) : 1 / count).squareRoot()
  }

  private func interval(of values: [Double]) -> ClosedRange<Double>? {
    guard values.count > 1, let points = try? scale.sample(values),
      let mean = MeanInterval(of: points.values, confidence: CheckConstants.confidence)
    else { return nil }
    return moved(values[0], from: points.values[0], to: mean.lower...mean.upper)
  }

  /// A range of the scale in the metric's unit, given a value and its point on the scale.
  private func moved(
    _ value: Double, from point: Double, to range: ClosedRange<Double>
  ) -> ClosedRange<Double> {
    scale.moved(
      value, by: range.lowerBound - point)...scale.moved(value, by: range.upperBound - point)
  }
}

extension TrendSeries {
  /// The values of the newest regime without the newest point, oldest first.
  var regimeBeforeTip: [Double] {
    let start = TrendTip.regimeStart(of: points, after: judgment.value?.changes ?? [])
    return start < points.count ? points[start..<(points.count - 1)].map(\.value) : []
  }

  var scale: Scale {
    metric.unit == .fraction || points.contains { $0.value <= 0 } ? .linear : .logarithmic
  }
}

extension TrendSeries {
  /// The position of the commit at which the newest regime begins.
  var regimeStart: Int {
    let start = TrendTip.regimeStart(of: points, after: judgment.value?.changes ?? [])
    return start < points.count ? points[start].commit : 0
  }
}

extension Scale {
  func moved(_ value: Double, by distance: Double) -> Double {
    self == .logarithmic ? value * (1 + effect(of: distance)) : value + distance
  }
}
