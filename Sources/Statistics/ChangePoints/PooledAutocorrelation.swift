/// The autocorrelation to reckon with: pooled over series measured alongside, or a series' own.
///
/// A single short series cannot tell drift from autocorrelation, so its own estimate is shrunk more.
struct PooledAutocorrelation {
  /// ρ, from 0 up to the largest that is believed.
  let value: Double
  let warning: ChangePointAnalysis.Warning?

  init(of series: PreparedSeries, family: [Double], parameters: ChangePointDetector.Parameters) {
    let estimate: Double
    if family.count >= parameters.siblings {
      estimate = Median.of(family) - parameters.pooledShrinkage
      warning = nil
    } else if let own = series.autocorrelation(parameters) {
      estimate = own - parameters.ownShrinkage / Double(series.kept.count).squareRoot()
      warning = .ownAutocorrelation(family: family.count)
    } else {
      estimate = 0
      warning = .noAutocorrelation
    }
    value = min(max(estimate, 0), parameters.largestAutocorrelation)
  }

  /// What it does to the cost of a segment.
  var inflation: Double { (1 + value) / ((1 - value) * (1 - value)) }

  /// What it does to the variance of a mean.
  var meanInflation: Double { (1 + value) / (1 - value) }
}
