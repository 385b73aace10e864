/// What the change-point detector does to noise like that of a series: how often it finds a change where
/// there is none, and how large a step has to be for it to be found.
///
/// Both by simulation, on shuffles of the series' own noise. Everything is seeded by the series, and no
/// call depends on another, so that they may be made in any order and on any threads.
public struct DetectorCalibration: Sendable {
  /// What was found among series without a change.
  public struct FalseAlarms: Sendable, Equatable {
    /// Series with a confirmed change.
    public let confirmed: BinomialShare
    /// Series with a change, confirmed or suspect.
    public let any: BinomialShare
  }

  /// How values are compared.
  public let scale: Scale
  /// The standard deviation of the noise, in logarithms or in the values' unit.
  public let deviation: Double
  /// The variance of the noise with its spikes, on the scale; `deviation` leaves them out.
  public var variance: Double { noise.variance }
  /// The lag-1 autocorrelation that the detector reckons with, in the series and in its shuffles.
  public let autocorrelation: Double
  /// Whether values scatter less than they are exact to: then there is no noise to speak of.
  public let isNoiseBelowResolution: Bool
  /// How many points were judged.
  public var count: Int { noise.count }

  private let detector: ChangePointDetector
  private let noise: ShuffledNoise
  /// A length on the scale that a step begins to be searched from, for sides of one point.
  private let guess: Double

  /// Judges a series, and takes its noise.
  ///
  /// - Parameters:
  ///   - series: values in the order of their commits.
  ///   - family: as the detector gets it for this series.
  ///   - detector: what is calibrated.
  /// - Throws: why the series cannot be judged; `.noSpread` also of one declared exact, which has no noise.
  public init(
    of series: ChangePointSeries, family: [Double], by detector: ChangePointDetector
  ) throws(SampleError) {
    let analysis = try detector.analyse(series, family: family)
    guard case .tested(let found) = analysis.method else { throw .noSpread }
    self.detector = detector
    scale = analysis.scale
    deviation = found.deviation
    autocorrelation = found.autocorrelation
    isNoiseBelowResolution = analysis.warnings.contains(.noiseBelowResolution)
    noise = ShuffledNoise(of: series, as: analysis)
    guess = 4 * found.deviation * found.inflation.squareRoot()
  }

  /// Counts the series with a change among shuffles without one; O(shuffles) detections.
  ///
  /// - Parameter shuffles: at least 1.
  /// - Returns: how many there are.
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

  /// The smallest step that is confirmed in a given share of the shuffles, to within 3%; some tens of
  /// detections for each ten shuffles.
  ///
  /// - Parameters:
  ///   - position: the first point at the new level.
  ///   - tolerance: how far from it the change may be found.
  ///   - direction: 1 for a step up, −1 for one down.
  ///   - shuffles: at least 1.
  ///   - power: the share, above 0 and up to 1.
  /// - Returns: the length of the step on the scale, above 0; `nil` when not even steps of a hundred
  ///   deviations are seen so often, and where a side has fewer points than a regime needs.
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

  /// What is found in a shuffle; nothing where it cannot be judged.
  private func changes(in series: ChangePointSeries) -> [ChangePoint] {
    (try? detector.analyse(series, assuming: autocorrelation))?.changes ?? []
  }
}

extension ChangePoint {
  /// Whether the whole series bears it out.
  var isConfirmed: Bool {
    if case .suspect = evidence { false } else { true }
  }
}

/// Searches for the smallest step that enough shuffles show, all steps on the same shuffles.
private struct StepSearch {
  let shuffles: Int
  let needed: Int

  /// How much a step grows until it is seen, or shrinks until it is not.
  private static let stride = 1.5
  /// How far apart a step that is seen and one that is not may stay.
  private static let precision = 1.03

  /// - Parameters:
  ///   - start: where the search begins, above 0.
  ///   - limit: beyond which it is given up.
  ///   - isSeen: whether a shuffle shows a step.
  /// - Returns: the step; `nil` beyond the limit.
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

  /// Whether enough shuffles show a step; ends as soon as that is certain.
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
