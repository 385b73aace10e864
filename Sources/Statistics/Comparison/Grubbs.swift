/// Grubbs' test for an outlier: whether the value farthest from the mean is too far from the
/// others.
///
/// Its statistic is the distance from the mean of the others, in their deviations, which follows
/// Student's t with n − 2 degrees of freedom. The p-value is multiplied by n (Bonferroni), and is
/// exact if it is small.
///
/// Source: Grubbs, "Sample criteria for testing outlying observations", Annals of Mathematical
/// Statistics 21 (1950).
public struct Grubbs: Sendable, Equatable {
  /// The index of the value farthest from the mean, in the order in which the caller passed the values; the first index
  /// if several values are equally far.
  public let index: Int

  /// The distance of the value farthest from the mean, in standard deviations of all values.
  public let g: Double

  /// The two-sided p-value of Grubbs' test for an outlier, at most 1.
  public let pValue: Double

  /// Tests whether the value farthest from the mean is an outlier; O(n) for n values.
  ///
  /// - Throws: `.tooFew` for fewer than three values; `.noSpread` if the other values are all
  ///   equal.
  public init(_ sample: Sample) throws(SampleError) {
    guard sample.count > 2, let variance = sample.variance else {
      throw .tooFew(count: sample.count, needed: 3)
    }
    let distances = sample.values.map { abs($0 - sample.mean) }
    guard let farthest = distances.indices.max(by: { distances[$0] < distances[$1] }) else {
      throw .empty
    }
    var others = sample.values
    others.remove(at: farthest)
    guard Set(others).count > 1 else { throw .noSpread }
    let n = Double(sample.count)
    index = farthest
    g = distances[farthest] / variance.squareRoot()
    // g is at most (n − 1) ÷ √n, reached if the others are equal; rounding must not exceed it.
    let room = max((n - 1) * (n - 1) - n * g * g, .leastNormalMagnitude)
    let t = (n * (n - 2) / room).squareRoot() * g
    let tail = StudentT(degreesOfFreedom: n - 2).probability(upTo: -t)
    pValue = min(1, 2 * n * tail)
  }
}
