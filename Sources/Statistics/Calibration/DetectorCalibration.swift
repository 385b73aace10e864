/// Measures how the change-point detector works on noise like that of a series: its false-alarm rate, and the smallest
/// change of level that it finds.
///
/// Both are simulated on shuffles of the series' own noise. All random numbers are seeded from the
/// series, and the calls do not depend on each other: call them in any order and on any thread.
///
///     let calibration = try DetectorCalibration(of: series, family: [], by: ChangePointDetector())
///     calibration.falseAlarms(among: 200).confirmed.share  // 0.01, say
///     calibration.visibleStep(from: 50, within: 5, direction: 1, among: 50, power: 0.8)
public struct DetectorCalibration: Sendable {
  /// How often the change-point detector found a change in shuffled series, which contain no change.
  public struct FalseAlarms: Sendable, Equatable {
    /// The share of shuffled series with a confirmed change: false alarms, because they contain none.
    public let confirmed: BinomialShare
    /// The share of shuffled series in which the change-point detector found a confirmed or suspect change; each is a
    /// false alarm, because they contain no change.
    public let any: BinomialShare
  }

  public let scale: Scale
  /// The standard deviation of a series' noise without spikes, in logarithms or in the unit of the
  /// values.
  public let deviation: Double
  /// The variance of a series' noise including spikes, in squared logarithms or in the squared unit
  /// of the values.
  ///
  /// `deviation` leaves spikes out.
  public var variance: Double { noise.variance }
  /// The lag-1 autocorrelation that the change-point detector assumes for the noise of a series and of its shuffled
  /// copies.
  public let autocorrelation: Double
  /// Whether the values vary less than their resolution, so that their noise cannot be measured.
  public let isNoiseBelowResolution: Bool
  /// The number of points of the series that the change-point detector analyzed.
  public var count: Int { noise.count }

  private let detector: ChangePointDetector
  private let noise: ShuffledNoise
  /// The search for m points before a step and n after it begins at this number times √(1 ÷ m + 1 ÷ n).
  private let guess: Double

  /// Analyzes a series and extracts its noise, from which other series are simulated to test the change-point detector.
  ///
  /// - Parameter family: the autocorrelations that the detector gets for this series.
  /// - Throws: why the series cannot be judged; `.noSpread` also if the series is declared exact,
  ///   because it has no noise.
  public init(
    of series: ChangePointSeries, family: [Double], by detector: ChangePointDetector
  ) throws(SampleError) {
    let analysis = try detector.analyze(series, family: family)
    guard case .tested(let found) = analysis.method else { throw .noSpread }
    self.detector = detector
    scale = analysis.scale
    deviation = found.deviation
    autocorrelation = found.autocorrelation
    isNoiseBelowResolution = analysis.warnings.contains(.noiseBelowResolution)
    noise = ShuffledNoise(of: series, as: analysis)
    guess = 4 * found.deviation * found.inflation.squareRoot()
  }

  /// Runs the change-point detector on shuffled series without a change, and counts those in which it nevertheless
  /// finds one.
  ///
  /// `shuffles` is at least 1; each costs one detection.
  public func falseAlarms(among shuffles: Int) -> FalseAlarms {
    var (confirmed, any) = (0, 0)
    for number in 0..<shuffles {
      let changes = changes(in: noise.series(number))
      if !changes.isEmpty { any += 1 }
      if changes.contains(where: \.isConfirmed) { confirmed += 1 }
    }
    return FalseAlarms(
      confirmed: BinomialShare(confirmed, of: shuffles), any: BinomialShare(any, of: shuffles))
  }

  /// Finds the smallest change of level that the change-point detector confirms in a given share of the shuffled series
  /// to which this change is added.
  ///
  /// The result is accurate to 3%.
  ///
  /// It costs some tens of detections for each ten shuffles.
  ///
  /// - Parameters:
  ///   - position: the first point at the new level, counted from the oldest analyzed point, which is 0.
  ///   - tolerance: the largest distance between `position` and the change that was found.
  ///   - direction: 1 for a step up, −1 for a step down.
  ///   - power: the share of the shuffles, above 0 and up to 1.
  /// - Returns: the step on the scale, above 0; `nil` if even steps of 250 deviations are not
  ///   found, or if a side has fewer points than a regime needs.
  public func visibleStep(
    from position: Int, within tolerance: Int, direction: Double, among shuffles: Int,
    power: Double = StatisticalConstants.power
  ) -> Double? {
    let least = detector.parameters.minimumSegment
    guard position >= least, count - position >= least else { return nil }
    let search = StepSearch(
      shuffles: shuffles, needed: Int((power * Double(shuffles)).rounded(.up)))
    let (before, after) = (Double(position), Double(count - position))
    let start = guess * (1 / before + 1 / after).squareRoot()
    return search.smallest(from: start, upTo: 100 * guess) { number, step in
      let shuffled = noise.series(number, step: direction * step, from: position)
      return changes(in: shuffled).contains {
        $0.isConfirmed && abs($0.index - position) <= tolerance
      }
    }
  }

  /// The changes that the detector finds in a shuffle; empty if the shuffle cannot be judged.
  private func changes(in series: ChangePointSeries) -> [ChangePoint] {
    (try? detector.analyze(series, assuming: autocorrelation))?.changes ?? []
  }
}

extension ChangePoint {
  var isConfirmed: Bool {
    if case .suspect = evidence { false } else { true }
  }
}

/// Finds the smallest step that enough shuffles show.
///
/// All steps are tried on the same shuffles.
private struct StepSearch {
  let shuffles: Int
  let needed: Int

  /// The factor by which the step grows until it is found, or shrinks until it is not found.
  private static let stride = 1.5
  /// The search ends when a step that is found and one that is not found differ by less than this
  /// factor.
  private static let precision = 1.03

  /// Searches from `start` and gives up beyond `limit`: `nil` then.
  ///
  /// `isSeen` reports whether one shuffle shows a step.
  func smallest(
    from start: Double, upTo limit: Double, isSeen: (_ number: Int, _ step: Double) -> Bool
  ) -> Double? {
    guard start > 0, start.isFinite else { return nil }
    var seen = start
    var unseen = start
    if isEnough(start, isSeen) {
      while isEnough(seen / Self.stride, isSeen), seen > start * 1e-6 { seen /= Self.stride }
      unseen = seen / Self.stride
    } else {
      repeat {
        unseen = seen
        seen *= Self.stride
        if seen > limit { return nil }
      } while !isEnough(seen, isSeen)
    }
    while seen / unseen > Self.precision {
      let middle = (seen * unseen).squareRoot()
      if isEnough(middle, isSeen) { seen = middle } else { unseen = middle }
    }
    return seen
  }

  /// Whether enough shuffles show the step.
  ///
  /// Ends as soon as the answer is certain.
  private func isEnough(_ step: Double, _ isSeen: (Int, Double) -> Bool) -> Bool {
    var (hits, misses) = (0, 0)
    for number in 0..<shuffles {
      if isSeen(number, step) { hits += 1 } else { misses += 1 }
      if hits == needed { return true }
      if misses > shuffles - needed { return false }
    }
    return hits >= needed
  }
}

/// How often an event happened among independent trials, with a confidence interval of its
/// probability.
public struct BinomialShare: Sendable, Equatable {
  /// The number of trials in which the event happened, from 0 to the number of all trials.
  public let count: Int

  /// The number of independent trials in which the event could happen.
  public let trials: Int

  /// Creates the share of trials in which an event happened; there must be at least one trial.
  public init(_ count: Int, of trials: Int) {
    precondition(
      trials > 0 && (0...trials).contains(count),
      "expected at least one trial, and a count from 0 to the number of trials")
    self.count = count
    self.trials = trials
  }

  /// The share of the trials in which the event happened, 0 to 1.
  public var share: Double { Double(count) / Double(trials) }

  /// Clopper and Pearson's exact confidence interval for the probability of an event, within 0 to
  /// 1.
  ///
  /// It contains the true probability at least as often as `confidence`, which is above 0 and below
  /// 1.
  ///
  /// Source: Clopper, Pearson, "The use of confidence or fiducial limits illustrated in the case of
  /// the binomial", Biometrika 26 (1934).
  public func interval(confidence: Double = 0.95) -> ConfidenceInterval {
    let tail = (1 - confidence) / 2
    let (hits, misses) = (Double(count), Double(trials - count))
    return ConfidenceInterval(
      lower: count == 0 ? 0 : Self.quantile(tail, of: IncompleteBeta(hits, misses + 1)),
      upper: count == trials ? 1 : Self.quantile(1 - tail, of: IncompleteBeta(hits + 1, misses)),
      confidence: confidence)
  }

  /// The two-sided p-value of the sign test: how likely a share at least as far from one half is if both outcomes are
  /// equally likely; above 0, up to 1.
  public var signTest: Double {
    let most = max(count, trials - count)
    return min(1, 2 * IncompleteBeta(Double(most), Double(trials - most + 1)).value(at: 0.5))
  }

  private static func quantile(_ probability: Double, of beta: IncompleteBeta) -> Double {
    var (low, high) = (0.0, 1.0)
    for _ in 0..<60 {
      let middle = (low + high) / 2
      if beta.value(at: middle) < probability { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }
}

/// Generates series with the noise of a given series and without changes: the residuals around its
/// regimes, in random order around the newest level.
///
/// The residuals are shuffled, not the values: shuffled values would count steps as noise.
/// Shuffling removes drift and autocorrelation within regimes.
struct ShuffledNoise: Sendable {
  private let residuals: [Double]
  private let level: Double
  private let scale: Scale
  private let original: ChangePointSeries
  private let seed: UInt64

  init(of series: ChangePointSeries, as analysis: ChangePointAnalysis) {
    let scale = analysis.scale
    residuals = analysis.regimes.flatMap { regime in
      let points = series.values[regime.points].map { scale.point($0) }
      let level = scale.point(regime.level)
      let shrinkage = Self.shrinkage(count: points.count)
      return points.map { ($0 - level) / shrinkage }
    }
    self.scale = scale
    level = analysis.regimes.last.map { scale.point($0.level) } ?? 0
    original = series
    seed =
      analysis.parameters.seed ^ Fingerprint(of: series.key).value
      ^ Fingerprint(of: series.values).value
  }

  /// The variance of the noise including spikes, on the scale of the comparison.
  var variance: Double {
    residuals.reduce(0) { $0 + $1 * $1 } / Double(residuals.count)
  }

  var count: Int { residuals.count }

  /// Generates one of the series, with a step or without.
  ///
  /// - Parameters:
  ///   - number: which series, from 0. The same number gives the same order for every step.
  ///   - step: added to the points from `position` on, on the scale.
  /// - Returns: a series with its own key, so that its permutation tests draw their own shuffles.
  func series(_ number: Int, step: Double = 0, from position: Int = 0) -> ChangePointSeries {
    var generator = SplitMix64(seed: seed &+ UInt64(number))
    var points = residuals
    generator.shuffle(&points)
    for index in points.indices {
      points[index] += level + (index >= position ? step : 0)
    }
    var series = original
    series.key = "\(original.key)#\(number)"
    series.values = points.map { scale.value($0) }
    // A series with a value of 0 is compared by difference, wherever shuffling moves that value.
    if scale == .linear { series.kind = .linear }
    return series
  }

  /// The standard deviation of points around their own median, divided by that around the true
  /// level.
  ///
  /// It is smaller than 1 because each point has the covariance σ²/n with the median.
  private static func shrinkage(count: Int) -> Double {
    (1 + Moments.medianVariance(count: count) - 2 / Double(count)).squareRoot()
  }
}
