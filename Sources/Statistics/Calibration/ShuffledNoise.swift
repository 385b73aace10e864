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

  /// Extracts the noise of a series that was analyzed.
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

  /// The number of points in each series.
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
