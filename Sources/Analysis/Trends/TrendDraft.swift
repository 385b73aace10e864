internal import Recordings
internal import Statistics
internal import Units

/// A series of metric values along the commits, before it is searched for changes of level.
public struct TrendDraft: Sendable {
  let placeIndex: Int
  let place: Place
  let metric: Metric
  let environment: TrendEnvironment
  let name: String
  let points: [TrendPoint]
  let repeated: [Int: [SessionMedian]]
  let newest: [TrendPointMaking.Taken]
  /// Why runs had no value of the metric; `nil` if all had one.
  let reason: String?
  /// The number of values with an earlier revision of the formula.
  let stale: Int
  /// The number of values with other parameters than those of the newest commit.
  let otherParameters: Int
  /// The assumed noise between sessions; `nil` if the series has enough of them.
  let prior: SessionPrior?
  /// The autocorrelation estimated from this series alone; `nil` if it cannot be estimated.
  private(set) var autocorrelation: Double?

  /// Builds points and estimates their noise; O(n log n).
  init(
    of making: TrendPointMaking, metric: Metric, placeIndex: Int, in filed: TrendRuns.MeasuredPlace,
    named name: String
  ) {
    let untouched = making
    var making = making
    let made = making.points()
    (points, repeated) = (made.points, made.sessions)
    prior = Self.prior(of: untouched, points: made.points.count, metric: metric)
    (newest, reason) = (making.newest, making.reason)
    (stale, otherParameters) = (making.stale, making.otherParameters)
    self.placeIndex = placeIndex
    place = filed.place
    self.metric = metric
    environment = filed.environment
    self.name = name
    autocorrelation = ChangePointDetector().autocorrelation(of: series)
  }

  private static func prior(
    of making: TrendPointMaking, points: Int, metric: Metric
  ) -> SessionPrior? {
    guard points <= SessionPrior.mostPoints else { return nil }
    var making = making
    return SessionPrior(of: making.observations().flatMap(\.self), metric: metric)
  }

  /// A permanent name of the series.
  var key: String { "\(place.trendTitle)/\(metric.id)/\(environment.key)" }

  /// Searches the series for changes of level and judges its newest point; as expensive as the change-point detector.
  ///
  /// The result does not depend on the thread.
  ///
  /// - Parameters:
  ///   - families: the autocorrelations of all series.
  ///   - tripWires: how much worse one session must be to count as proof; `nil` to search for no
  ///     proof, as `trend` does.
  public func judged(
    among families: TrendFamilies, tripWires: TripWires? = nil
  ) -> TrendSeries {
    let family = families[environment]
    let judgment = judgment(family: family)
    var series = TrendSeries(
      key: key, placeIndex: placeIndex, newest: newest, place: place, metric: metric,
      environment: environment, environmentTitle: name, points: points,
      repeated: repeated, prior: prior, family: family, sessions: [], judgment: judgment,
      tip: TrendTip.of(
        points, after: judgment.value?.changes ?? [], metric: metric, assuming: prior),
      tipDifferences: [])
    if let tripWires {
      series.tripWire = tripWires[place.suite]
      series.proofs = PointProof.all(in: series, series.tripWire)
    }
    return series
  }

  private func judgment(family: [Double]) -> Known<TrendJudgment> {
    if points.isEmpty, let reason { return .withheld(because: reason) }
    do throws(SampleError) {
      let analysis = try ChangePointDetector().analyze(series, family: family)
      return .known(TrendJudgment(analysis, of: points))
    } catch {
      return .withheld(because: error.words)
    }
  }

  var series: ChangePointSeries { ChangePointSeries(of: points, metric: metric, key: key) }
}

extension ChangePointSeries {
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

/// The estimated autocorrelations of the noise in all series of a trend, grouped by the environment in which the series
/// were measured.
public struct TrendFamilies: Sendable {
  private let families: [TrendEnvironment: [Double]]

  /// Collects the estimated autocorrelations of the noise from all series that are searched together, except those of
  /// segments such as laps.
  public init(of series: [TrendDraft]) {
    var stages: [TrendEnvironment: [String: [Double]]] = [:]
    // The series of whole runs must not depend on whether segments are judged, too.
    for draft in series where draft.place.segment == nil {
      guard let own = draft.autocorrelation else { continue }
      stages[draft.environment, default: [:]][draft.place.trendTitle, default: []].append(own)
    }
    // Metrics of the same runs share their noise.
    families = stages.mapValues { $0.values.compactMap { Moments.median(of: $0) } }
  }

  subscript(environment: TrendEnvironment) -> [Double] { families[environment] ?? [] }
}
