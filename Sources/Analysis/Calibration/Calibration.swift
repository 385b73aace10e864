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

  /// For each metric, the number of its series and the change-point detector's false-alarm rate over all of them; the
  /// metrics are in the order of their first series.
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
