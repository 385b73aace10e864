internal import Recordings
internal import Statistics
internal import Synchronization

/// The false-alarm rate of the change-point detector on the user's own history of measurements, and the smallest change
/// that the detector finds there.
///
/// Both are simulated on shuffles of the history's noise.
public struct Calibration: Sendable {
  /// The series of the trend that could be calibrated, each with its false-alarm rate and smallest detectable change.
  public let series: [CalibratedSeries]
  /// The series of the trend that could not be calibrated, each with the reason.
  public let unjudged: [(title: String, metric: Metric, environmentTitle: String, reason: String)]
  /// The number of times that the calibration shuffles each series, to count how often the change-point detector finds
  /// a change that does not exist.
  public let shuffles: Int
  /// The share of shuffles, 80%, in which the change-point detector must find a simulated change so that a change of
  /// this size counts as detectable.
  public static let power = StatisticalConstants.power

  /// The number of newest points of a series, 6, to which the calibration adds a change to simulate a recent
  /// regression.
  public static let recentCommits = 6

  /// The largest distance, in points of the series, between a simulated change and a detected change at which the
  /// simulated change counts as found.
  public static let tolerances = (middle: 5, recent: 3)

  /// A function that runs the parts of a calibration, numbered from 0, in any order and on any threads, by calling a
  /// closure once with each number; it returns when all calls have ended.
  public typealias Runner = (_ count: Int, _ part: @escaping @Sendable (Int) -> Void) -> Void

  /// Estimates the false-alarm rate and the smallest detectable change of the change-point detector for every series of
  /// a history.
  ///
  /// `gathering` has seen all `columns`. `shuffles` is the number per series, at least 1. The result does not
  /// depend on how `runner` runs the parts.
  public init(
    of gathering: TrendGathering, columns: [TrendColumn], shuffles: Int, by runner: Runner
  ) {
    let subjects = CalibrationSubject.all(of: gathering, columns: columns)
    let parts = subjects.judged.flatMap { $0.parts(shuffles: shuffles) }
    let results = Mutex([CalibrationSubject.Result?](repeating: nil, count: parts.count))
    runner(parts.count) { index in
      let result = parts[index]()
      results.withLock { $0[index] = result }
    }
    let found = results.withLock { $0 }
    let perSeries = CalibrationSubject.partCount
    series = subjects.judged.enumerated().compactMap { index, subject in
      subject.series(Array(found[index * perSeries..<(index + 1) * perSeries]))
    }
    unjudged = subjects.unjudged.map { draft, reason in
      (draft.place.trendTitle, draft.metric, draft.name, reason)
    }
    self.shuffles = shuffles
  }

  /// The false-alarm rate of the change-point detector over all calibrated series; `nil` if no series could be
  /// calibrated.
  public var total: FalseAlarmRate? { FalseAlarmRate(adding: series.map(\.falseAlarms)) }

  /// The number of series and the false-alarm rate over all of them, in the order of the first series.
  public var byMetric: [(metric: Metric, series: Int, rate: FalseAlarmRate)] {
    var ids: Set<Metric.ID> = []
    return series.map(\.metric).filter { ids.insert($0.id).inserted }.compactMap { metric in
      let own = series.filter { $0.metric.id == metric.id }
      return FalseAlarmRate(adding: own.map(\.falseAlarms)).map { (metric, own.count, $0) }
    }
  }
}

extension FalseAlarmRate {
  init(_ share: BinomialShare) {
    alarms = share.count
    shuffles = share.trials
    let interval = share.interval()
    self.interval = interval.lower...interval.upper
  }

  /// The sum of several rates; `nil` if there are none.
  init?(adding rates: [FalseAlarmRate]) {
    guard !rates.isEmpty else { return nil }
    self.init(
      BinomialShare(
        rates.reduce(0) { $0 + $1.alarms }, of: rates.reduce(0) { $0 + $1.shuffles }))
  }
}

/// The false-alarm rate of the change-point detector on one series of metric values, and the smallest changes that the
/// detector finds in this series.
public struct CalibratedSeries: Sendable {
  /// Stays the same when commits are added.
  public let key: String
  /// The title of the series on which the change-point detector is tested: suite, stage and, if only a part of each
  /// run counts, the segment.
  public let title: String
  /// The metric whose values, one per commit, form the series on which the change-point detector is tested.
  public let metric: Metric
  /// The properties of the environment, such as the device, by which the series differs from other series of the same
  /// program version, as text.
  ///
  /// The text is for reports, and empty if there is only one environment.
  public let environmentTitle: String
  /// The number of points, one per commit, on which the change-point detector is tested: all points of the series, but
  /// at most the newest 1,000.
  public let count: Int
  /// The median number of runs per measurement session, such as one CI job, in the series on which the change-point
  /// detector is tested.
  public let runs: Int
  /// The standard deviation of the tested series' noise without spikes, as the change-point detector estimates it: in
  /// logarithms if values are compared by ratio, otherwise in the metric's unit.
  public let noise: Double
  /// The correlation between the noise of neighboring points that the change-point detector assumes for the series on
  /// which it is tested.
  public let autocorrelation: Double
  /// Whether the change-point detector compares the values of the tested series by ratio, so that changes are fractions
  /// of the series' level.
  public let isRelative: Bool
  /// The share of randomly shuffled copies of the series in which the change-point detector confirmed a change; each is
  /// a false alarm, because shuffling removes changes.
  public let falseAlarms: FalseAlarmRate
  /// The number of randomly shuffled copies of the series in which the change-point detector found a confirmed or
  /// suspect change; each is a false alarm.
  public let suspects: Int
  /// The smallest regression that the change-point detector confirms in 80% of shuffled copies of the series if it
  /// begins in the middle; `nil` if there is none.
  ///
  /// A fraction of the level if `isRelative`, otherwise in the metric's unit; signed.
  public let middle: Double?
  /// The smallest regression that the change-point detector confirms in 80% of shuffled copies of the series if it
  /// affects only the newest 6 points; `nil` if there is none.
  ///
  /// A fraction of the level if `isRelative`, otherwise in the metric's unit; signed.
  public let recent: Double?
  /// How to measure the series so that `hitchmark check` finds smaller changes.
  public let advice: CalibrationAdvice
}

/// The share of simulated series without a change in which the change-point detector nevertheless confirmed a change.
public struct FalseAlarmRate: Sendable, Equatable {
  /// The number of simulated series in which the change-point detector confirmed a change that does not exist.
  public let alarms: Int
  /// The number of all simulated series, none of which contains a change.
  public let shuffles: Int
  /// The 95% confidence interval of the false-alarm rate, by Clopper and Pearson's method.
  public let interval: ClosedRange<Double>

  /// The rate: simulated series with a confirmed change per simulated series, 0 to 1.
  public var share: Double { Double(alarms) / Double(shuffles) }
}

/// Advice on how to measure so that `hitchmark check` detects smaller changes, such as with more runs per commit.
public enum CalibrationAdvice: Sendable, Equatable {
  /// No advice: the noise hides nothing that is worth reporting.
  case nothing
  /// With this number of runs per measurement session, instead of `now`, the detector would find changes of the size of
  /// the noise floor.
  case moreRuns(Int, now: Int)
  /// More runs are not enough: even 50 runs per measurement session would not show changes as small as the noise floor.
  ///
  /// `visible` is the smallest change that the detector would find with any number of runs, a signed fraction or in the
  /// metric's unit. `runs` is the present number of runs per session.
  case steadier(visible: Double, runs: Int)
  /// No measurement session has two runs of a commit, so the benefit of more runs per session is unknown.
  case repeatSome
  /// The series is too short or too noisy for any step to be found.
  case moreCommits
}
