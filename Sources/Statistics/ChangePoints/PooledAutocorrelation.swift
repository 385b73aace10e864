/// The autocorrelation that the detector assumes: the median over the series measured together,
/// minus its standard error.
///
/// One short series cannot distinguish drift from autocorrelation. The standard error decreases
/// with the number of points and of series.
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
    let points = Double(series.kept.count * estimates.count)
    let error = parameters.autocorrelationError / points.squareRoot()
    let shrunk = Median.of(estimates) - max(parameters.leastShrinkage, error)
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
