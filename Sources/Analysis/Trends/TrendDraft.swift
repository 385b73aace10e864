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
  /// The sessions of the points that several measured, by the index of the point.
  let repeated: [Int: [SessionMedian]]
  /// The values that the newest point is of.
  let newest: [TrendPointMaking.Taken]
  /// Why runs could not say the metric; `nil` when all could.
  let reason: String?
  /// How many values came from an earlier revision of the formula.
  let stale: Int
  /// How many values came from other parameters than those of the newest commit.
  let otherParameters: Int
  /// The autocorrelation of the noise as this series alone tells it; `nil` when it cannot.
  private(set) var autocorrelation: Double?

  /// Makes points, and estimates their noise; O(n log n).
  init(
    of making: TrendPointMaking, metric: Metric, place: Int, in filed: TrendRuns.Place,
    named name: String
  ) {
    var making = making
    let made = making.points()
    (points, repeated) = (made.points, made.sessions)
    (newest, reason) = (making.newest, making.reason)
    (stale, otherParameters) = (making.stale, making.otherParameters)
    self.place = place
    (title, suite, stage) = (filed.title, filed.suite, filed.stage)
    self.metric = metric
    environment = filed.environment
    self.name = name
    autocorrelation = ChangePointDetector().autocorrelation(of: series)
  }

  /// What names the series for good.
  var key: String { "\(title)/\(metric.id)/\(environment.key)" }

  /// Looks for changes, and at the newest point; what the detector takes, and the same on any thread.
  ///
  /// - Parameters:
  ///   - families: of all series.
  ///   - tripWires: how much worse one session has to be to count as proof; `nil` to look for no proof, as `trend`
  ///     does.
  /// - Returns: the series.
  public func judged(
    among families: TrendFamilies, tripWires: TripWires? = nil
  ) -> TrendSeries {
    let family = families[environment]
    let judgement = judgement(family: family)
    var series = TrendSeries(
      key: key, place: place, newest: newest, title: title, suite: suite, stage: stage,
      metric: metric, environment: environment, environmentTitle: name, points: points,
      repeated: repeated, family: family, sessions: [], judgement: judgement,
      tip: TrendTip.of(points, after: judgement.value?.changes ?? [], metric: metric),
      tipDifferences: [])
    if let tripWires {
      series.tripWire = tripWires[suite]
      series.proofs = PointProof.all(in: series, series.tripWire)
    }
    return series
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
  var series: ChangePointSeries { ChangePointSeries(of: points, metric: metric, key: key) }
}

extension ChangePointSeries {
  /// The values of points as the detector takes them.
  init(of points: some Sequence<TrendPoint>, metric: Metric, key: String) {
    var floors = (relative: 0.0, absolute: 0.0)
    switch metric.noiseFloor {
    case .relative(let floor): floors.relative = floor
    case .absolute(let floor): floors.absolute = floor
    }
    self.init(
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
  /// - Parameter series: all that are judged together.
  public init(of series: [TrendDraft]) {
    var stages: [TrendEnvironment: [String: [Double]]] = [:]
    for draft in series {
      guard let own = draft.autocorrelation else { continue }
      stages[draft.environment, default: [:]][draft.title, default: []].append(own)
    }
    // Metrics of the same runs share their noise.
    families = stages.mapValues { $0.values.compactMap { Moments.median(of: $0) } }
  }

  subscript(environment: TrendEnvironment) -> [Double] { families[environment] ?? [] }
}
