public import Recordings
internal import Statistics
internal import Units

/// The values of one metric along the commits, for one stage in one environment; one point per commit.
public struct TrendSeries: Sendable {
  /// The permanent name of the series: the stage, the metric and the known properties of the environment.
  public let key: String
  let placeIndex: Int
  let newest: [TrendPointMaking.Taken]
  /// The suite and the stage of the series, and the segment of the runs, such as a lap, if there is one.
  public let place: Place
  public let metric: Metric
  public let environment: TrendEnvironment
  /// The properties of the environment, such as the device, by which the series differs from other series of the same
  /// program version, as text.
  ///
  /// The text is for reports, and empty if there is only one environment.
  public let environmentTitle: String
  /// The points of the series, one per measured commit, oldest first.
  public let points: [TrendPoint]
  let repeated: [Int: [SessionMedian]]
  /// The assumed noise between sessions; `nil` if the series has enough of them.
  let prior: SessionPrior?
  /// The autocorrelations that the detector pooled.
  let family: [Double]
  /// What sessions and the trip-wire prove at single points, oldest first; empty except for checks.
  var proofs: [PointProof] = []
  /// How much worse one session must be to be proof; off except for checks.
  var tripWire = TripWire.off
  /// The runs of the series' newest point, grouped by measurement session.
  public internal(set) var sessions: [TrendSession]
  /// The changes of level that the change-point detector found in the series, or the reason why it did not search.
  public internal(set) var judgment: Known<TrendJudgment>
  /// The newest point of the series compared with a prediction from the points before, or the reason why there is no
  /// prediction.
  public let tip: Known<TrendTip>
  /// The properties, such as labels, that differ between the runs of the series' newest point and earlier runs, and may
  /// explain a change.
  public internal(set) var tipDifferences: [TrendDifference]

  /// The title of the series: suite, stage and, if only a part of each run counts, the segment.
  public var title: String { place.trendTitle }
  /// The title of the series, with the segment left out: the suite and the id of the stage.
  public var stageTitle: String { place.stageTitle }
  /// The suite to which the runs of the series belong; `nil` for runs without a suite.
  public var suite: String? { place.suite }
  public var stage: String? { place.stage }
  /// The segment of the runs, such as a lap, from which the series is computed; `nil` for whole runs.
  public var segment: String? { place.segment }

  /// The number of commits without a measurement between the first and the last point of the series.
  public var gaps: Int {
    guard let first = points.first, let last = points.last else { return 0 }
    return last.commit - first.commit + 1 - points.count
  }

  /// The size of a change in the series as a multiple of the metric's noise floor; 0 or above.
  public func severity(of change: TrendChange) -> Double {
    metric.floors(in: change.change, isRelative: change.isRelative, of: change.before)
  }

  /// The distance of the newest point from the value that was predicted for it, as a multiple of the noise floor.
  public func severity(of tip: TrendTip) -> Double {
    metric.floors(in: tip.change, isRelative: tip.isRelative, of: tip.expected)
  }
}

extension Metric {
  /// The size of a change in noise floors, 0 or above.
  ///
  /// - Parameters:
  ///   - change: a fraction of the level before, or in the metric's unit.
  ///   - isRelative: whether it is a fraction.
  ///   - level: the level before, in the metric's unit.
  func floors(in change: Double, isRelative: Bool, of level: Double) -> Double {
    switch noiseFloor {
    // Any change exceeds a floor of 0.
    case .relative(0), .absolute(0): change == 0 ? 0 : .infinity
    case .relative(let floor) where isRelative: change.magnitude / floor
    // For levels near 0 a fraction would be arbitrary, so the larger of the two levels counts.
    case .relative(let floor):
      change.magnitude
        / (floor * max(level.magnitude, (level + change).magnitude, .leastNormalMagnitude))
    case .absolute(let floor):
      (isRelative ? change * level : change).magnitude / floor
    }
  }
}

/// The changes, spikes and noise that the change-point detector found in a series of values.
public struct TrendJudgment: Sendable {
  /// The changes in the level of the series, oldest first.
  public internal(set) var changes: [TrendChange]
  /// The spikes of the series, which are single points far from their neighbors, oldest first.
  public let spikes: [TrendSpike]
  /// The total slow drift of the series' level since its last change point, as a fraction or in the metric's unit;
  /// `nil` if it is not significant.
  ///
  /// At most the newest 400 points count. It is also `nil` for fewer than 20 points, and if the drift is smaller than
  /// twice the noise floor.
  public let drift: Double?
  /// The standard deviation, in logarithms or in the metric's unit; `nil` without noise.
  public let noise: Double?
  /// The correlation between the noise of neighboring points that the change-point detector assumed; `nil` if the
  /// values have no noise.
  public let autocorrelation: Double?
  /// Sentences for reports on what limits the change-point detector's result for the series, such as too few points.
  public let warnings: [String]

  init(_ analysis: ChangePointAnalysis, of points: [TrendPoint]) {
    changes = analysis.changes.map { TrendChange($0, of: points, scale: analysis.scale) }
    spikes = analysis.spikes.map { TrendSpike(at: $0, of: points, besides: analysis.spikes) }
    drift = analysis.drift?.total
    switch analysis.method {
    case .tested(let found):
      (noise, autocorrelation) = (found.deviation, found.autocorrelation)
    case .exact:
      (noise, autocorrelation) = (nil, nil)
    }
    warnings = analysis.warnings.map(\.words)
  }
}

extension ChangePointAnalysis.Warning {
  fileprivate var words: String {
    switch self {
    case .olderPointsLeftOut(let count):
      "the series is too long, so its oldest \(count) points were not judged"
    case .comparedByDifference:
      "a value is 0 or less, so changes are given as differences and not as percentages"
    case .noiseBelowResolution:
      "the metric's values are rounded so coarsely that the noise of the measurements cannot be estimated"
    case .fewSiblings(let family):
      "the autocorrelation of neighboring points was estimated from only \(family) series"
    case .noAutocorrelation:
      "the autocorrelation of the series cannot be estimated (too few points, or equal neighbors), so 0 was assumed"
    }
  }
}

extension SampleError {
  /// Why a series was not judged, as a clause.
  var words: String {
    switch self {
    case .noSpread: "all values of the series are equal"
    case .tooFew(let count, let needed):
      "the series has \(count) point\(count == 1 ? "" : "s"); a judgment needs at least \(needed)"
    case .empty: "no commit has a value of the metric"
    case .notFinite, .tooLarge: "the values of the series are too large for the computation"
    case .notPositive: "a value is 0 or less, so its logarithm does not exist"
    case .unpaired: "the two sides of the comparison have different numbers of sessions"
    case .notAProbability: "a p-value is not between 0 and 1"
    }
  }
}

/// How much sessions of a young series are assumed to vary, before enough of them show it.
struct SessionPrior: Sendable, Equatable {
  let scale: Scale
  /// The variance of the value of one session on the scale.
  let variance: Double

  /// The number of points up to which a series is young: a step among the first of them is proved or not by then
  /// (`StepProofSearch`).
  static let mostPoints = 2 * CheckConstants.proofHistory - 1

  /// Assumes the noise between sessions from that of the runs within them, and otherwise a share of the values.
  ///
  /// - Parameter sessions: the values of the runs, by session; `nil` if there are none.
  init?(of sessions: [[Double]], metric: Metric) {
    let values = sessions.joined()
    guard let middle = Moments.median(of: Array(values)) else { return nil }
    scale = metric.unit == .fraction || values.contains { $0 <= 0 } ? .linear : .logarithmic
    let scaled = sessions.compactMap { [scale] in try? scale.sample($0) }
    let own = try? PooledVariance(of: scaled.filter { $0.count > 1 })
    if let own, own.variance > 0 {
      let runs = Double(values.count) / Double(sessions.count)
      let between =
        StatisticalConstants.assumedSessionNoise * StatisticalConstants.assumedSessionNoise
      variance = own.variance * (between + Double.pi / 2 / runs)
    } else {
      let share = StatisticalConstants.assumedSessionShare * (scale == .linear ? middle : 1)
      variance = share * share
    }
  }
}
