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
    noise(ofNeighbors: sortedSizes(of: points, lag: 1))
  }

  /// The same from the sorted differences between neighbors, which the caller may need twice.
  func noise(ofNeighbors sizes: [Double]) -> Double {
    guard sizes.count > 1 else { return 0 }
    let byMedian =
      StatisticalConstants.deviationPerMedianDeviation * Median.ofSorted(sizes) / 2.0.squareRoot()
    let meanSquare = trimmedMeanSquare(sizes) / consistency(count: sizes.count)
    return max(byMedian, (meanSquare / 2).squareRoot())
  }

  /// The lag-1 autocorrelation of the noise before shrinkage: how much more points differ at
  /// distance two than at distance one; `nil` if no neighbors differ.
  func autocorrelation(of points: [Double]) -> Double? {
    autocorrelation(of: points, neighbors: sortedSizes(of: points, lag: 1))
  }

  /// The same, if the caller knows the sorted differences between neighbors.
  func autocorrelation(of points: [Double], neighbors sizes: [Double]) -> Double? {
    let near = trimmedMeanSquare(sizes)
    let far = trimmedMeanSquare(sortedSizes(of: points, lag: 2))
    return near > 0 ? far / near - 1 : nil
  }

  /// The absolute differences between points at a distance, in ascending order; O(n log n).
  func sortedSizes(of points: [Double], lag: Int) -> [Double] {
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

/// The noise of points along which the level may have changed.
public struct PointNoise: Sendable, Equatable {
  /// The standard deviation, robust against changes of level and spikes, and raised if the points are certainly
  /// autocorrelated; 0 for fewer than three points, or if nearly all neighbors are equal.
  public let deviation: Double
  /// The largest distance of a point from both the points before it and those after it, 0 or above.
  ///
  /// It is that of a spike: the first point of a new level is near the points after it.
  public let largest: Double
  public let count: Int

  /// Estimates the noise of points, oldest first; O(n log n).
  public init(of points: some Sequence<Double>) {
    let points = Array(points)
    count = points.count
    let parameters = ChangePointDetector.Parameters()
    let scale = DifferenceScale(trimming: parameters.trimming)
    let differences = scale.sortedSizes(of: points, lag: 1)
    var rho = 0.0
    if points.count >= parameters.autocorrelationPoints,
      let estimate = scale.autocorrelation(of: points, neighbors: differences)
    {
      rho = min(
        max(parameters.ownBound(on: estimate, of: points.count), 0),
        parameters.largestAutocorrelation)
    }
    deviation =
      scale.noise(ofNeighbors: differences)
      * ((1 + rho) / ((1 - rho) * (1 - rho))).squareRoot()
    largest = points.indices.reduce(0) { max($0, Self.departure(of: $1, among: points)) }
  }

  /// The standard deviation of points without autocorrelation, robust against changes of level and spikes.
  public static func deviation(of points: [Double]) -> Double {
    DifferenceScale(trimming: ChangePointDetector.Parameters().trimming).noise(of: points)
  }

  /// The number of points on either side with which a point is compared.
  private static let reach = 5

  private static func departure(of index: Int, among points: [Double]) -> Double {
    let before = points[max(0, index - reach)..<index]
    let after = points[(index + 1)...].prefix(reach)
    func distance(from side: ArraySlice<Double>) -> Double {
      side.count > 1 ? abs(points[index] - Median.ofFew(side)) : .infinity
    }
    let nearest = min(distance(from: before), distance(from: after))
    return nearest.isInfinite ? 0 : nearest
  }
}

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

  var meanInflation: Double { (1 + value) / (1 - value) }
}

extension ChangePointDetector.Parameters {
  fileprivate func autocorrelationError(of points: Int) -> Double {
    autocorrelationError / Double(points).squareRoot()
  }

  func ownBound(on estimate: Double, of points: Int) -> Double {
    estimate - max(leastShrinkage, ownErrors * autocorrelationError(of: points))
  }
}

/// Finds the parts of a series of values whose level differs from the usual level of the series, such as slow parts of
/// a run.
///
///     let values = [20.1, 19.9, 20.2, 20.0, 19.8] + [10.0, 10.2, 9.9] + Array(repeating: 20.0, count: 15)
///     LevelDeviations(of: values, leastRatio: 1.1)?.parts.map(\.points)  // [5..<8]
///
/// The series is partitioned into segments as by `ChangePointDetector`, but without permutation
/// tests: a segment counts by the size of its distance, not by its significance. So it may be used on
/// the windows of one run, whose noise is autocorrelated.
public struct LevelDeviations: Sendable, Equatable {
  /// A part of a series: consecutive values whose level differs from the usual level of the series.
  public struct Part: Sendable, Equatable {
    /// The positions in the series of consecutive values whose level differs from the usual level of the series.
    public let points: Range<Int>
    /// The median of a part of the series, divided by the median of the whole series.
    public let ratio: Double
  }

  /// The parts of the series whose level differs from its usual level, in the order of the series.
  public let parts: [Part]
  /// The usual level of the series: the median of all values.
  public let level: Double

  /// The smallest number of values that a series must have to be searched for parts with another level.
  public static let leastCount = 20
  /// The smallest assumed noise, as a fraction of the values: smaller steps do not matter.
  private static let leastNoise = 0.005
  private static let minimumSegment = 2

  /// Finds the parts of a series whose level differs from the usual level; O(n²) at most for n values.
  ///
  /// `nil` for fewer than `leastCount` values, or if half of the values or more are off the level,
  /// so that there is none. Values are above 0; `leastRatio` is above 1.
  public init?(of values: [Double], leastRatio: Double) {
    guard values.count >= Self.leastCount else { return nil }
    let level = Median.of(values)
    self.level = level
    func isOff(_ value: Double, isAbove: Bool) -> Bool {
      isAbove ? value >= leastRatio * level : value * leastRatio <= level
    }
    // Most runs have no part off the level, and partitioning takes most of the time.
    let mostOff = [true, false].map { isAbove in values.count { isOff($0, isAbove: isAbove) } }
    guard (mostOff.max() ?? 0) >= Self.minimumSegment else {
      parts = []
      return
    }
    let cuts = Self.cuts(in: values.map(\.logarithm))
    var parts: [Part] = []
    for (start, end) in zip([0] + cuts, cuts + [values.count]) {
      let ratio = Median.of(values[start..<end]) / level
      // A single outlier and its neighbor are a segment, but no level.
      let off = values[start..<end].count { isOff($0, isAbove: ratio > 1) }
      guard max(ratio, 1 / ratio) >= leastRatio, off >= Self.minimumSegment else { continue }
      guard let last = parts.last, last.points.upperBound == start, (last.ratio > 1) == (ratio > 1)
      else {
        parts.append(Part(points: start..<end, ratio: ratio))
        continue
      }
      let whole = last.points.lowerBound..<end
      parts[parts.count - 1] = Part(points: whole, ratio: Median.of(values[whole]) / level)
    }
    guard parts.reduce(0, { $0 + $1.points.count }) * 2 < values.count else { return nil }
    self.parts = parts
  }

  private static func cuts(in points: [Double]) -> [Int] {
    let parameters = ChangePointDetector.Parameters()
    let noise = max(DifferenceScale(trimming: parameters.trimming).noise(of: points), leastNoise)
    let penalty = parameters.penalty * Double(points.count).logarithm * noise * noise
    return OptimalPartitioning(penalty: penalty, minimumSegment: minimumSegment).cuts(of: points)
  }
}
