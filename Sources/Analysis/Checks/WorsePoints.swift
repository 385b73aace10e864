internal import Recordings
internal import Statistics

/// The points of a series on the scale of its comparison, with the sign changed if needed so that
/// larger is worse.
struct WorsePoints {
  /// The values of the series' points, larger for worse ones.
  let values: [Double]
  /// The values of the sessions, for points with several.
  let sessions: [Int: [Double]]
  /// The number of sessions that the value of a point counts, for points with several.
  private let weights: [Int: Int]
  private let scale: Scale
  private let sign: Double
  private let metric: Metric

  /// `nil` if neither direction of the metric is better, or if a value has no place on the scale.
  init?(of series: TrendSeries) {
    guard series.metric.polarity != .neither else { return nil }
    let (scale, sign) = (series.scale, series.metric.polarity == .lowerIsBetter ? 1.0 : -1)
    func turned(_ values: [Double]) -> [Double]? {
      (try? scale.sample(values))?.values.map { sign * $0 }
    }
    guard let values = turned(series.points.map(\.value)) else { return nil }
    self.values = values
    sessions = series.repeated.compactMapValues { turned($0.map(\.value)) }
    weights = series.repeated.mapValues { max($0.count { !$0.isComparing }, 1) }
    self.scale = scale
    self.sign = sign
    metric = series.metric
  }

  /// Converts a point of the scale to the metric's unit.
  func value(_ point: Double) -> Double {
    scale == .logarithmic ? 1 + scale.effect(of: sign * point) : sign * point
  }

  /// The number of sessions in a range of points.
  func weight(of range: Range<Int>) -> Double {
    Double(range.reduce(0) { $0 + (weights[$1] ?? 1) })
  }

  /// The median of the points in each range.
  func levels(of ranges: [Range<Int>]) -> [Double] {
    ranges.map { Moments.median(of: Array(values[$0])) ?? 0 }
  }

  /// The distance on the scale from a level to the one that is worse by the noise floor.
  func floor(at level: Double) -> Double {
    switch metric.noiseFloor {
    case .relative(let share): distance(from: level, byShare: share)
    case .absolute(let size): distance(from: level, by: size)
    }
  }

  /// The distance on the scale from a level to the one that is worse by a share of it.
  func distance(from level: Double, byShare share: Double) -> Double {
    distance(from: level, by: share * value(level).magnitude)
  }

  private func distance(from level: Double, by size: Double) -> Double {
    guard let worse = try? scale.sample([value(level) + sign * size]).mean else { return size }
    return max(sign * worse - level, 0)
  }
}

extension TrendSeries {
  /// The points between confirmed changes, oldest first.
  var regimes: [Range<Int>] {
    let starts = (judgment.value?.changes ?? []).filter(\.isConfirmed).map(\.point)
    return zip([0] + starts, starts + [points.count]).map { $0..<$1 }
  }

  /// The start of the regime with which a point is compared, given the changes that were known at
  /// that point.
  ///
  /// A change needs five later points to be found. So an old point is judged as it was when it was
  /// the newest.
  func historyStart(at point: Int) -> Int {
    let reach = ChangePointDetector.Parameters().minimumSegment - 1
    let known = (judgment.value?.changes ?? []).filter { $0.point + reach <= point }
    return TrendTip.regimeStart(ofCount: point + 1, after: known)
  }
}
