/// Series that have the noise of another one and no change: what is left of its points without the levels
/// of its regimes, put in any order around the newest level.
///
/// Shuffling the values themselves would shuffle steps into the noise. What drifts or depends on its
/// neighbours within a regime does so no longer afterwards.
struct ShuffledNoise: Sendable {
  private let residuals: [Double]
  private let level: Double
  private let scale: Scale
  private let original: ChangePointSeries
  private let seed: UInt64

  /// Takes the noise of a series.
  ///
  /// - Parameters:
  ///   - series: that was judged.
  ///   - analysis: what was found in it.
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

  /// The variance of the noise, spikes included, on the scale.
  var variance: Double {
    residuals.reduce(0) { $0 + $1 * $1 } / Double(residuals.count)
  }

  /// How many points each series has.
  var count: Int { residuals.count }

  /// One of the series, with a step or without.
  ///
  /// - Parameters:
  ///   - number: which one, from 0; the same number gives the same order, whatever the step.
  ///   - step: what is added to the points from a position on, on the scale.
  ///   - position: the first point that it is added to.
  /// - Returns: a series under a name of its own, so that its tests draw shuffles of their own.
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
    // A series with a value of 0 stays one that is compared by difference, wherever that value goes.
    if scale == .linear { series.kind = .linear }
    return series
  }

  /// What the spread of points around their own median is of their spread around the true level.
  ///
  /// A median goes with its points: each has the covariance σ²/n with it.
  private static func shrinkage(count: Int) -> Double {
    (1 + Moments.medianVariance(count: count) - 2 / Double(count)).squareRoot()
  }
}
