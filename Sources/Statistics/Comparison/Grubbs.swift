/// Grubbs' test: whether the value farthest from the mean is too far to belong to the others.
///
/// Written by the distance from the mean of the others, in their deviations, which follows Student's t
/// with n − 2 degrees of freedom; the p-value is multiplied by the n values that could have been the
/// farthest (Bonferroni), and is exact where it is small.
///
/// Source: Grubbs, "Sample criteria for testing outlying observations", Annals of Mathematical
/// Statistics 21 (1950).
public struct Grubbs: Sendable, Equatable {
  /// The index of the value, in the sample's own order; of several the first.
  public let index: Int

  /// Its distance from the mean of all, in deviations of all.
  public let g: Double

  /// The two-sided p-value, at most 1.
  public let pValue: Double

  /// Tests the value that lies farthest out; O(n).
  ///
  /// - Parameter sample: of at least three values.
  /// - Throws: `.tooFew`, and `.noSpread` when the other values are all equal.
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
    // g is at most (n − 1) ÷ √n, reached when the others are equal; rounding must not pass it.
    let room = max((n - 1) * (n - 1) - n * g * g, .leastNormalMagnitude)
    let t = (n * (n - 2) / room).squareRoot() * g
    let tail = StudentT(degreesOfFreedom: n - 2).probability(upTo: -t)
    pValue = min(1, 2 * n * tail)
  }
}
