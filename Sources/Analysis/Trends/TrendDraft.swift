internal import Recordings
internal import Statistics
internal import Units

/// A series before it is judged.
struct TrendDraft {
  let title: String
  let metric: Metric
  let environment: TrendEnvironment
  let name: String
  /// What its runs say, in no order.
  let observations: [TrendObservation]
  /// One for each commit that was observed, oldest first.
  let points: [TrendPoint]
  /// What was known of the runs.
  let circumstances: Circumstances
  /// Where the stage moved to another environment, or back.
  let breaks: [TrendBreak]
  /// Why runs could not say the metric; `nil` when all could.
  let reason: String?

  /// What names the series for good.
  var key: String { "\(title)/\(metric.id)/\(environment.key)" }

  /// The values as the detector takes them.
  var series: ChangePointSeries {
    var floors = (relative: 0.0, absolute: 0.0)
    switch metric.noiseFloor {
    case .relative(let floor): floors.relative = floor
    case .absolute(let floor): floors.absolute = floor
    }
    return ChangePointSeries(
      key: key, values: points.map(\.value),
      kind: metric.unit == .fraction ? .linear : .positive, noiseFloor: floors.relative,
      absoluteFloor: floors.absolute)
  }

  func judged(by detector: ChangePointDetector, family: [Double]) -> TrendSeries {
    let judgement = judgement(by: detector, family: family)
    return TrendSeries(
      key: key, title: title, metric: metric, environment: environment, environmentTitle: name,
      points: points, judgement: judgement,
      tip: TrendTip.of(points, after: judgement.value?.changes ?? [], metric: metric))
  }

  private func judgement(
    by detector: ChangePointDetector, family: [Double]
  ) -> Known<TrendJudgement> {
    if points.isEmpty, let reason { return .withheld(because: reason) }
    do throws(SampleError) {
      let analysis = try detector.analyse(series, family: family)
      return .known(TrendJudgement(analysis, of: points, differences: differences))
    } catch {
      return .withheld(because: error.words)
    }
  }

  /// What else is not the same before and after a change.
  private func differences(around range: ClosedRange<Int>) -> [TrendDifference] {
    let soft = circumstances.differences(around: range, of: points)
    let commits =
      points[max(range.lowerBound - 2, 0)]
      .commit...points[
        min(range.upperBound + 1, points.count - 1)
      ].commit
    let hard = breaks.filter { commits.contains($0.commit) }.flatMap(\.differences)
    return soft + hard
  }
}
