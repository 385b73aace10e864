internal import Recordings
internal import Statistics
internal import Units

/// A series before it is judged.
public struct TrendDraft: Sendable {
  /// Where it belongs, as an index of the places of its runs.
  let place: Int
  let title: String
  let suite: String?
  let stage: String?
  let metric: Metric
  let environment: TrendEnvironment
  let name: String
  let points: [TrendPoint]
  /// The values that the newest point is of.
  let newest: [TrendPointMaking.Taken]
  /// Why runs could not say the metric; `nil` when all could.
  let reason: String?

  /// What names the series for good.
  var key: String { "\(title)/\(metric.id)/\(environment.key)" }

  /// The autocorrelation of the noise as this series alone tells it; `nil` when it cannot.
  ///
  /// O(n log n), and the same on any thread.
  public var autocorrelation: Double? { ChangePointDetector().autocorrelation(of: series) }

  /// Looks for changes, and at the newest point; what the detector takes, and the same on any thread.
  ///
  /// - Parameter families: of all series.
  /// - Returns: the series.
  public func judged(among families: TrendFamilies) -> TrendSeries {
    let judgement = judgement(family: families[environment])
    return TrendSeries(
      key: key, place: place, newest: newest, title: title, suite: suite, stage: stage,
      metric: metric, environment: environment, environmentTitle: name, points: points,
      sessions: [], judgement: judgement,
      tip: TrendTip.of(points, after: judgement.value?.changes ?? [], metric: metric),
      tipDifferences: [])
  }

  private func judgement(family: [Double]) -> Known<TrendJudgement> {
    if points.isEmpty, let reason { return .withheld(because: reason) }
    do throws(SampleError) {
      let analysis = try ChangePointDetector().analyse(series, family: family)
      return .known(TrendJudgement(analysis, of: points))
    } catch {
      return .withheld(because: error.words)
    }
  }

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
}

/// How the noise of all series of an environment hangs together from commit to commit.
public struct TrendFamilies: Sendable {
  private let families: [TrendEnvironment: [Double]]

  /// Pools what series tell of their noise.
  ///
  /// - Parameters:
  ///   - series: all that are judged together.
  ///   - estimates: the `autocorrelation` of each.
  public init(of series: [TrendDraft], estimates: [Double?]) {
    var stages: [TrendEnvironment: [String: [Double]]] = [:]
    for (draft, own) in zip(series, estimates) {
      guard let own else { continue }
      stages[draft.environment, default: [:]][draft.title, default: []].append(own)
    }
    // Metrics of the same runs share their noise.
    families = stages.mapValues { $0.values.compactMap { Moments.median(of: $0) } }
  }

  subscript(environment: TrendEnvironment) -> [Double] { families[environment] ?? [] }
}
