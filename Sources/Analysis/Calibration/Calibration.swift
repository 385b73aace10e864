internal import Recordings
internal import Statistics
internal import Synchronization

/// What the change-point detector promises on a history of one's own: by simulation, on shuffles of its
/// noise.
public struct Calibration: Sendable {
  /// The series that could be judged, in the order of a trend.
  public let series: [CalibratedSeries]
  /// The series that could not, and why.
  public let unjudged: [(title: String, metric: Metric, environmentTitle: String, reason: String)]
  /// How many shuffles of each series had no change put into them.
  public let shuffles: Int
  /// The share of shuffles that must show a step for it to count as visible.
  public static let power = StatisticalConstants.power

  /// How many commits before the newest a recent change is taken to lie.
  public static let recentCommits = 6

  /// How far from a step in the middle, or a recent one, the change may be found, in points.
  public static let tolerances = (middle: 5, recent: 3)

  /// Runs parts of the work, numbered from 0, in any order and on any threads.
  public typealias Runner = (_ count: Int, _ part: @escaping @Sendable (Int) -> Void) -> Void

  /// Calibrates the detector on every series of a history.
  ///
  /// - Parameters:
  ///   - gathering: to which every column was added.
  ///   - columns: the values of the series' metrics.
  ///   - shuffles: of each series, at least 1.
  ///   - runner: does the parts; the result does not depend on how.
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
      (draft.title, draft.metric, draft.name, reason)
    }
    self.shuffles = shuffles
  }

  /// The false alarms of all series.
  public var total: FalseAlarmRate? { FalseAlarmRate(adding: series.map(\.falseAlarms)) }

  /// The false alarms of each metric, in the order of the series.
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

  /// Several together; `nil` of none.
  init?(adding rates: [FalseAlarmRate]) {
    guard !rates.isEmpty else { return nil }
    self.init(
      BinomialShare(
        rates.reduce(0) { $0 + $1.alarms }, of: rates.reduce(0) { $0 + $1.shuffles }))
  }
}
