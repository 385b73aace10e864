/// The autocorrelation that the detector assumes: the larger of two lower bounds, from the series measured together and
/// from the series itself.
///
/// One short series cannot distinguish drift from autocorrelation, so the others decide as long as they may be alike. A
/// series that is certainly more autocorrelated than its siblings counts with its own. The bounds rise with the number
/// of points and of series.
struct PooledAutocorrelation {
  /// ρ minus its standard error, at least 0 and at most the largest by which variances are
  /// inflated.
  let value: Double
  /// ρ for simulated series: `value` plus the smallest shrinkage, or 0 if `value` is 0.
  let tie: Double
  let warning: ChangePointAnalysis.Warning?

  init(of series: PreparedSeries, family: [Double], parameters: ChangePointDetector.Parameters) {
    let estimates = family.isEmpty ? [series.autocorrelation(parameters)].compactMap { $0 } : family
    guard !estimates.isEmpty else {
      value = 0
      tie = 0
      warning = .noAutocorrelation
      return
    }
    let own = family.isEmpty ? nil : series.autocorrelation(parameters)
    let count = series.kept.count
    let pooled =
      Median.of(estimates)
      - max(parameters.leastShrinkage, parameters.autocorrelationError(of: count * estimates.count))
    let shrunk = max(pooled, own.map { parameters.ownBound(on: $0, of: count) } ?? pooled)
    value = min(max(shrunk, 0), parameters.largestAutocorrelation)
    tie = shrunk > 0 ? min(shrunk + parameters.leastShrinkage, parameters.largestTie) : 0
    warning = estimates.count < parameters.siblings ? .fewSiblings(family: estimates.count) : nil
  }

  /// Uses a given autocorrelation instead of an estimate.
  ///
  /// `value` is 0 up to the largest that is allowed.
  init(assumed value: Double) {
    self.value = value
    tie = value
    warning = nil
  }

  /// The factor on the penalty of a segment.
  var inflation: Double { (1 + value) / ((1 - value) * (1 - value)) }

  /// The factor on the variance of a mean.
  var meanInflation: Double { (1 + value) / (1 - value) }
}

extension ChangePointDetector.Parameters {
  /// The standard error of an autocorrelation that was estimated from a number of points.
  fileprivate func autocorrelationError(of points: Int) -> Double {
    autocorrelationError / Double(points).squareRoot()
  }

  /// The lower bound on the autocorrelation of one series of some points.
  func ownBound(on estimate: Double, of points: Int) -> Double {
    estimate - max(leastShrinkage, ownErrors * autocorrelationError(of: points))
  }
}
