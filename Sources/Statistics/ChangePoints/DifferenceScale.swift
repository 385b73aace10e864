/// Estimates the noise of a series from differences between neighboring points, which a change of
/// level affects only once.
struct DifferenceScale {
  /// The share of the largest differences to ignore.
  let trimming: Double

  /// The standard deviation of the noise; 0 if there are fewer than three points.
  ///
  /// It is the larger of two estimates that agree for normal noise: the median of the differences,
  /// which is robust but 0 if most values are equal, and the root of their trimmed mean square.
  func noise(of points: [Double]) -> Double {
    let sizes = sortedSizes(of: points, lag: 1)
    guard sizes.count > 1 else { return 0 }
    let byMedian =
      StatisticalConstants.deviationPerMedianDeviation * Median.ofSorted(sizes) / 2.0.squareRoot()
    let meanSquare = trimmedMeanSquare(sizes) / consistency(count: sizes.count)
    return max(byMedian, (meanSquare / 2).squareRoot())
  }

  /// The lag-1 autocorrelation of the noise before shrinkage: how much more points differ at
  /// distance two than at distance one; `nil` if no neighbors differ.
  func autocorrelation(of points: [Double]) -> Double? {
    let near = trimmedMeanSquare(sortedSizes(of: points, lag: 1))
    let far = trimmedMeanSquare(sortedSizes(of: points, lag: 2))
    return near > 0 ? far / near - 1 : nil
  }

  private func sortedSizes(of points: [Double], lag: Int) -> [Double] {
    zip(points, points.dropFirst(lag)).map { abs($1 - $0) }.sorted()
  }

  private func trimmedMeanSquare(_ sorted: [Double]) -> Double {
    let kept = sorted.prefix(keptCount(of: sorted.count))
    guard !kept.isEmpty else { return 0 }
    return kept.reduce(0) { $0 + $1 * $1 } / Double(kept.count)
  }

  private func keptCount(of count: Int) -> Int {
    count < 5 ? count : count - max(1, Int((trimming * Double(count)).rounded(.up)))
  }

  /// The mean square of standard normal numbers after the largest sizes are left out; divides the
  /// trimmed mean square.
  private func consistency(count: Int) -> Double {
    let share = Double(keptCount(of: count)) / Double(count)
    guard share < 1 else { return 1 }
    let z = Normal.quantile((1 + share) / 2)
    let density = (-z * z / 2).exponential / (2 * Double.pi).squareRoot()
    return 1 - 2 * z * density / share
  }
}
