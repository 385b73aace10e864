/// What differences between neighbours tell of a series' noise, however often its level changes.
struct DifferenceScale {
  /// The share of the largest differences to leave out.
  let trimming: Double

  /// The standard deviation of the noise: the larger of two estimates that agree for normal noise.
  ///
  /// One is the median of the differences, which withstands much but is 0 among ties; the other the
  /// root of their trimmed mean square.
  ///
  /// - Parameter points: in their order.
  /// - Returns: 0 or above; 0 of fewer than three points.
  func noise(of points: [Double]) -> Double {
    let sizes = sortedSizes(of: points, lag: 1)
    guard sizes.count > 1 else { return 0 }
    let byMedian =
      StatisticalConstants.deviationPerMedianDeviation * Median.ofSorted(sizes) / 2.0.squareRoot()
    let meanSquare = trimmedMeanSquare(sizes) / consistency(count: sizes.count)
    return max(byMedian, (meanSquare / 2).squareRoot())
  }

  /// The lag-1 autocorrelation of the noise, not yet shrunk: how much further apart points two
  /// positions away are than neighbours.
  ///
  /// - Parameter points: in their order.
  /// - Returns: the estimate, or `nil` where no neighbours differ.
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

  /// The mean square of the kept share of standard normal sizes: a normal variance cut at ±z.
  private func consistency(count: Int) -> Double {
    let share = Double(keptCount(of: count)) / Double(count)
    guard share < 1 else { return 1 }
    let z = Normal.quantile((1 + share) / 2)
    let density = (-z * z / 2).exponential / (2 * Double.pi).squareRoot()
    return 1 - 2 * z * density / share
  }
}
