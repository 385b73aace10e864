/// The autocorrelation to reckon with: pooled over series measured alongside.
///
/// A single short series cannot tell drift from autocorrelation. So the median over the family is taken,
/// less a standard error of it, which falls with the points and with the size of the family.
struct PooledAutocorrelation {
  /// ρ less its standard error, from 0 up to the largest that variances are inflated for.
  let value: Double
  /// ρ for what simulates it: where anything is left of it, what was taken off at least is given back.
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

  /// The autocorrelation that is to be reckoned with, whatever the series says.
  ///
  /// - Parameter value: from 0 up to the largest that is believed.
  init(assumed value: Double) {
    self.value = value
    tie = value
    warning = nil
  }

  /// What it does to the cost of a segment.
  var inflation: Double { (1 + value) / ((1 - value) * (1 - value)) }

  /// What it does to the variance of a mean.
  var meanInflation: Double { (1 + value) / (1 - value) }
}
