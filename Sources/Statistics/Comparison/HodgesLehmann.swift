/// Hodges and Lehmann's shift: by how much the values of one sample typically exceed those of another.
///
/// The median of all differences between a value of the candidate and one of the reference. Its
/// interval is the one that fits Mann and Whitney's test: the shifts that the test does not reject.
///
/// Source: Hodges, Lehmann, "Estimates of location based on rank tests", Annals of Mathematical
/// Statistics 34 (1963).
public struct HodgesLehmann: Sendable, Equatable {
  /// The shift from the reference to the candidate.
  public let shift: Double

  /// All differences in ascending order.
  private let differences: [Double]

  /// How many values the candidate has.
  public let candidateCount: Int

  /// How many values the reference has.
  public let referenceCount: Int

  /// Estimates a shift; O(m·n·log(m·n)).
  ///
  /// - Parameters:
  ///   - candidate: of a few thousand values at most, as all pairs are kept.
  ///   - reference: likewise.
  /// - Throws: `.tooLarge` when a difference is.
  public init(of candidate: Sample, against reference: Sample) throws(SampleError) {
    let pairs = candidate.values.flatMap { value in reference.values.map { value - $0 } }
    let differences: Sample
    do { differences = try Sample(pairs) } catch { throw .tooLarge }
    shift = differences.median
    self.differences = differences.sorted
    candidateCount = candidate.count
    referenceCount = reference.count
  }

  /// The interval of the shift.
  ///
  /// Exact up to 50 values a side, by the distribution of U, and at least as wide as needed with ties;
  /// by the normal approximation beyond.
  ///
  /// - Parameter confidence: above 0 and below 1.
  /// - Returns: the interval, or `nil` when so few values cannot give that confidence: three and three
  ///   reach 0.9, four and four 0.97.
  public func interval(confidence: Double = 0.95) -> ConfidenceInterval? {
    let skipped = skippedDifferences(confidence: confidence)
    guard skipped > 0 else { return nil }
    return ConfidenceInterval(
      lower: differences[skipped - 1], upper: differences[differences.count - skipped],
      confidence: confidence)
  }

  /// The rank of the difference that the interval begins at, and ends at counted from the top.
  private func skippedDifferences(confidence: Double) -> Int {
    let tail = (1 - confidence) / 2
    let m = candidateCount
    let n = referenceCount
    guard max(m, n) <= StatisticalConstants.largestExactCount else {
      let product = Double(m) * Double(n)
      let deviation = (product * Double(m + n + 1) / 12).squareRoot()
      return max(0, Int((product / 2 + Normal.quantile(tail) * deviation).rounded(.down)))
    }
    let distribution = RankSumDistribution(m, n)
    var skipped = 0
    // The slack lets a tail of exactly 0.05 pass that was computed as 1 − 0.9 and halved.
    while distribution.probability(upTo: skipped) <= tail * (1 + 1e-12) { skipped += 1 }
    return skipped
  }
}
