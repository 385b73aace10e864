/// Hodges and Lehmann's shift: how much the values of one sample typically exceed those of another.
///
/// It is the median of all differences between a value of the candidate and one of the reference.
/// Its interval contains the shifts that Mann and Whitney's test does not reject.
///
/// Source: Hodges, Lehmann, "Estimates of location based on rank tests", Annals of Mathematical
/// Statistics 34 (1963).
public struct HodgesLehmann: Sendable, Equatable {
  /// The estimated shift from the reference's values to the candidate's values; above 0 if the candidate's are larger.
  public let shift: Double

  private let differences: PairwiseShifts

  /// The number of values of the candidate, the sample whose shift from the reference is estimated.
  public let candidateCount: Int

  /// The number of values of the reference, the sample that is subtracted in the estimated shift.
  public let referenceCount: Int

  /// Estimates the typical shift from the reference's values to the candidate's; O(n) for n values.
  ///
  /// A bisection over the floating-point numbers takes at most 64 passes over the values.
  ///
  /// - Throws: `.tooLarge` if a difference is not finite.
  public init(of candidate: Sample, against reference: Sample) throws(SampleError) {
    self.init(differences: PairwiseShifts(from: reference.sorted, to: candidate.sorted))
    let ends = [differences.difference(rank: 1), differences.difference(rank: differences.count)]
    guard ends.allSatisfy(\.isFinite) else { throw .tooLarge }
  }

  /// Estimates the shift between values that are finite and not too large.
  init(from before: [Double], to after: [Double]) {
    self.init(differences: PairwiseShifts(from: before.sorted(), to: after.sorted()))
  }

  private init(differences: PairwiseShifts) {
    self.differences = differences
    shift = differences.median
    candidateCount = differences.after.count
    referenceCount = differences.before.count
  }

  /// The typical difference between paired values: the median of the means of every two differences, each also with
  /// itself (Walsh averages).
  ///
  /// Use it if the pairs have different levels, which make the shift between the two samples less
  /// precise.
  public static func typical(of differences: Sample) -> Double {
    WalshAverages(of: differences.sorted).median
  }

  /// The confidence interval of the shift between two samples; `nil` if there are too few values for the requested
  /// confidence.
  ///
  /// Three and three values reach a confidence of 0.9, four and four 0.97.
  ///
  /// It is exact up to 50 values per side, by the distribution of U, and conservative with ties.
  /// Above 50 values it uses the normal approximation.
  ///
  /// - Parameters:
  ///   - confidence: above 0 and below 1.
  ///   - inflation: the factor of autocorrelation on the variance of a mean. Above 1, the normal
  ///     approximation is used.
  public func interval(
    confidence: Double = 0.95, inflation: Double = 1
  ) -> ConfidenceInterval? {
    let skipped = skippedDifferences(confidence: confidence, inflation: inflation)
    guard skipped > 0 else { return nil }
    return ConfidenceInterval(
      lower: differences.difference(rank: skipped),
      upper: differences.difference(rank: differences.count + 1 - skipped),
      confidence: confidence)
  }

  /// The rank of the difference at which the interval begins; it ends at the same rank from the
  /// top.
  private func skippedDifferences(confidence: Double, inflation: Double) -> Int {
    let tail = (1 - confidence) / 2
    let m = candidateCount
    let n = referenceCount
    guard max(m, n) <= StatisticalConstants.largestExactCount, inflation == 1 else {
      let product = Double(m) * Double(n)
      let deviation = (product * Double(m + n + 1) / 12 * inflation).squareRoot()
      return max(0, Int((product / 2 + Normal.quantile(tail) * deviation).rounded(.down)))
    }
    let distribution = RankSumDistribution(m, n)
    var skipped = 0
    // The slack accepts a tail of exactly 0.05 that was computed as 1 − 0.9 and halved.
    while distribution.probability(upTo: skipped) <= tail * (1 + 1e-12) { skipped += 1 }
    return skipped
  }
}
