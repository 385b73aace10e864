internal import Recordings
internal import Statistics

extension TrendGathering {
  /// The values of the runs behind each point, by commit and by session within the commit.
  fileprivate func observations(
    of draft: TrendDraft, in columns: [TrendColumn]
  ) -> [[[Double]]] {
    let column = columns.first { $0.metric.id == draft.metric.id }
    guard let column else { return [] }
    var making = TrendPointMaking(of: column, runs: placed[draft.placeIndex])
    return making.observations()
  }
}

/// A series that can be judged, and the independent parts of its calibration.
struct CalibrationSubject: Sendable {
  /// The result of one part of a series' calibration.
  enum Result: Sendable {
    case falseAlarms(DetectorCalibration.FalseAlarms)
    /// The length of a step on the scale; `nil` if no step is found.
    case step(Double?)
  }

  /// The three parts: false alarms, a step in the middle, and a recent step.
  static let partCount = 3

  private let draft: TrendDraft
  private let calibration: DetectorCalibration
  private let spread: RunSpread

  static func all(
    of gathering: TrendGathering, columns: [TrendColumn]
  ) -> (judged: [CalibrationSubject], unjudged: [(TrendDraft, reason: String)]) {
    let drafts = gathering.series
    let families = TrendFamilies(of: drafts)
    var judged: [CalibrationSubject] = []
    var unjudged: [(TrendDraft, reason: String)] = []
    for draft in drafts {
      if draft.points.isEmpty, let reason = draft.reason {
        unjudged.append((draft, reason))
        continue
      }
      do throws(SampleError) {
        let calibration = try DetectorCalibration(
          of: draft.series, family: families[draft.environment], by: ChangePointDetector())
        if calibration.isNoiseBelowResolution {
          unjudged.append(
            (
              draft,
              "nearly all values of the series are equal, so shuffled values do not show the rate of false alarms"
            ))
          continue
        }
        let observations = gathering.observations(of: draft, in: columns)
        judged.append(
          CalibrationSubject(
            draft: draft, calibration: calibration,
            spread: RunSpread(of: observations, on: calibration.scale)))
      } catch {
        unjudged.append((draft, error.words))
      }
    }
    return (judged, unjudged)
  }

  // MARK: - Work

  /// The number of shuffles with steps: a quarter of all, and fewer for series with more than 200
  /// points, which vary less and take longer.
  static func stepShuffles(_ shuffles: Int, count: Int) -> Int {
    max(min(shuffles / 4, max(20, shuffles * 50 / count)), 1)
  }

  /// The parts of the work.
  ///
  /// They are independent.
  func parts(shuffles: Int) -> [@Sendable () -> Result] {
    let calibration = calibration
    let steps = Self.stepShuffles(shuffles, count: calibration.count)
    let direction = draft.metric.polarity == .higherIsBetter ? -1.0 : 1
    let count = calibration.count
    let places = [
      (count / 2, Calibration.tolerances.middle),
      (count - Calibration.recentCommits, Calibration.tolerances.recent),
    ]
    let stepParts = places.map { position, tolerance in
      { @Sendable () -> Result in
        .step(
          calibration.visibleStep(
            from: position, within: tolerance, direction: direction, among: steps))
      }
    }
    return [{ .falseAlarms(calibration.falseAlarms(among: shuffles)) }] + stepParts
  }

  func series(_ results: [Result?]) -> CalibratedSeries? {
    guard case .falseAlarms(let alarms)? = results[0], case .step(let middle)? = results[1],
      case .step(let recent)? = results[2]
    else { return nil }
    return CalibratedSeries(
      key: draft.key, title: draft.place.trendTitle, metric: draft.metric,
      environmentTitle: draft.name,
      count: calibration.count, runs: spread.runs, noise: calibration.deviation,
      autocorrelation: calibration.autocorrelation,
      isRelative: calibration.scale == .logarithmic,
      falseAlarms: FalseAlarmRate(alarms.confirmed), suspects: alarms.any.count,
      middle: middle.map(change), recent: recent.map(change), advice: advice(middle: middle))
  }

  /// Converts a step on the scale to a change for the worse.
  private func change(of step: Double) -> Double {
    calibration.scale.effect(of: draft.metric.polarity == .higherIsBetter ? -step : step)
  }

  // MARK: - Advice

  /// The largest number of runs per session that calibration proposes.
  private static let mostRuns = 50

  private func advice(middle: Double?) -> CalibrationAdvice {
    guard let middle, middle > 0 else { return .moreCommits }
    let floor = floorOnScale
    // A step of exactly the floor is found only if there is almost no noise.
    guard middle > 1.25 * floor else { return .nothing }
    let (variance, count) = (calibration.variance, calibration.count)
    func share(_ runs: Int?) -> Double? {
      spread.deviationShare(withRuns: runs, ofVariance: variance, of: count)
    }
    guard let best = share(nil) else { return .repeatSome }
    let more = (spread.runs + 1...max(Self.mostRuns, spread.runs + 1)).first { runs in
      share(runs).map { $0 * middle <= floor } ?? false
    }
    if let more { return .moreRuns(more, now: spread.runs) }
    return .steadier(visible: change(of: middle * best), runs: spread.runs)
  }

  /// The smallest change worth reporting, on the scale.
  private var floorOnScale: Double {
    let level = Moments.median(of: draft.points.map { abs($0.value) }) ?? 0
    return switch (draft.metric.noiseFloor, calibration.scale) {
    case (.relative(let floor), .logarithmic): Scale.logarithmic.change(of: floor) ?? floor
    case (.relative(let floor), .linear): floor * level
    case (.absolute(let floor), .logarithmic): level > 0 ? floor / level : floor
    case (.absolute(let floor), .linear): floor
    }
  }
}

/// How much the runs of one session vary, and how many there are: the noise that more runs would
/// reduce.
struct RunSpread {
  /// The variance between runs of a session, on the scale; `nil` if no session has two runs.
  let variance: Double?
  let runs: Int
  let sessions: Int

  /// Pools the sessions of a series; O(n log n).
  ///
  /// `observations` are the values of runs, by commit and session.
  init(of observations: [[[Double]]], on scale: Scale) {
    // Sort, so that the order of the runs does not affect the last digit of a sum.
    let sessions = observations.joined().map { $0.sorted() }.sorted { left, right in
      left.lexicographicallyPrecedes(right)
    }
    variance =
      (try? PooledVariance(of: sessions.compactMap { try? scale.sample($0) }))?.variance
    runs = Int(Moments.median(of: sessions.map { Double($0.count) }) ?? 1)
    self.sessions = Int(Moments.median(of: observations.map { Double($0.count) }) ?? 1)
  }

  /// The deviation of points with another number of runs per session, relative to the present one;
  /// `nil` if no session has two runs.
  ///
  /// The variance of a point is v(sessions) · v(runs) · within, and a rest that more runs do not
  /// reduce; v is the variance of a median. A rest below two standard errors counts as 0.
  ///
  /// `runs` is `nil` for infinitely many runs; `points` is the variance of `count` points, at least
  /// 2.
  func deviationShare(withRuns runs: Int?, ofVariance points: Double, of count: Int) -> Double? {
    guard let variance else { return nil }
    let now = Moments.medianVariance(count: max(self.runs, 1))
    let leave = Moments.medianVariance(count: max(sessions, 1)) * now * variance
    // The relative standard error of a variance of normal noise is √(2 / (n − 1)).
    let doubt = 2 * (2 / Double(count - 1)).squareRoot()
    let rest = points - leave > doubt * leave ? (points - leave) / points : 0
    let then = runs.map { Moments.medianVariance(count: $0) / now } ?? 0
    return (rest + (1 - rest) * then).squareRoot()
  }
}
