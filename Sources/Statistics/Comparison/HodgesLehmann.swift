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

  private let differences: PairwiseShifts

  /// How many values the candidate has.
  public let candidateCount: Int

  /// How many values the reference has.
  public let referenceCount: Int

  /// Estimates a shift; O((m + n) log ε⁻¹).
  ///
  /// - Parameters:
  ///   - candidate: at least one value.
  ///   - reference: likewise.
  /// - Throws: `.tooLarge` when a difference is.
  public init(of candidate: Sample, against reference: Sample) throws(SampleError) {
    self.init(differences: PairwiseShifts(from: reference.sorted, to: candidate.sorted))
    let ends = [differences.difference(rank: 1), differences.difference(rank: differences.count)]
    guard ends.allSatisfy(\.isFinite) else { throw .tooLarge }
  }

  /// Estimates a shift between values that are known to be finite and not too large.
  init(from before: [Double], to after: [Double]) {
    self.init(differences: PairwiseShifts(from: before.sorted(), to: after.sorted()))
  }

  private init(differences: PairwiseShifts) {
    self.differences = differences
    shift = differences.median
    candidateCount = differences.after.count
    referenceCount = differences.before.count
  }

  /// The typical one of some differences, each between two values that belong together: the median of the means of all
  /// pairs of differences, each with itself as well; O(n log ε⁻¹).
  ///
  /// Where pairs have different levels, the shift between the two samples tells less.
  ///
  /// - Parameter differences: of all pairs.
  /// - Returns: the estimate.
  public static func typical(of differences: Sample) -> Double {
    WalshAverages(of: differences.sorted).median
  }

  /// The interval of the shift.
  ///
  /// Exact up to 50 values a side, by the distribution of U, and at least as wide as needed with ties;
  /// by the normal approximation beyond.
  ///
  /// - Parameters:
  ///   - confidence: above 0 and below 1.
  ///   - inflation: what autocorrelation does to the variance of a mean; the normal approximation is
  ///     used when that is more than 1.
  /// - Returns: the interval, or `nil` when so few values cannot give that confidence: three and three
  ///   reach 0.9, four and four 0.97.
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

  /// The rank of the difference that the interval begins at, and ends at counted from the top.
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
    // The slack lets a tail of exactly 0.05 pass that was computed as 1 − 0.9 and halved.
    while distribution.probability(upTo: skipped) <= tail * (1 + 1e-12) { skipped += 1 }
    return skipped
  }
}
