internal import Recordings
internal import Statistics
internal import Units

/// A series before it is judged.
struct TrendDraft {
  let title: String
  let suite: String?
  let stage: String?
  let metric: Metric
  let environment: TrendEnvironment
  let name: String
  let points: [TrendPoint]
  let sessions: [TrendSession]
  /// Why runs could not say the metric; `nil` when all could.
  let reason: String?

  /// The values as the detector takes them.
  var series: ChangePointSeries {
    var floors = (relative: 0.0, absolute: 0.0)
    switch metric.noiseFloor {
    case .relative(let floor): floors.relative = floor
    case .absolute(let floor): floors.absolute = floor
    }
    return ChangePointSeries(
      key: "\(title)/\(metric.id)/\(environment.key)", values: points.map(\.value),
      kind: metric.unit == .fraction ? .linear : .positive, noiseFloor: floors.relative,
      absoluteFloor: floors.absolute)
  }

  func judged(by detector: ChangePointDetector, family: [Double]) -> TrendSeries {
    TrendSeries(
      title: title, suite: suite, stage: stage, metric: metric, environment: name, points: points,
      sessions: sessions,
      findings: findings(by: detector, family: family))
  }

  private func findings(
    by detector: ChangePointDetector, family: [Double]
  ) -> Known<TrendFindings> {
    if points.isEmpty, let reason { return .withheld(because: reason) }
    do throws(SampleError) {
      let analysis = try detector.analyse(series, family: family)
      return .known(TrendFindings(analysis, of: points))
    } catch {
      return .withheld(because: error.words)
    }
  }
}
