/// Mann and Whitney's test, also called Wilcoxon's rank-sum test: whether the values of one sample
/// tend to be larger than those of another.
///
/// It does not assume a distribution.
///
/// The p-value is exact without ties and with at most 50 values per side, and with ties and at most 24 values in all.
/// Otherwise it is the normal approximation, corrected for ties and continuity. Both agree with SciPy's `mannwhitneyu`,
/// with ties as a permutation test.
///
/// Source: Mann, Whitney, Annals of Mathematical Statistics 18 (1947).
public struct MannWhitney: Sendable, Equatable {
  /// How the p-value of the rank test was computed: exactly or by the normal approximation.
  public enum Method: Sendable, Equatable {
    /// By counting all arrangements.
    case exact
    /// By the normal approximation.
    case normal
  }

  /// The statistic U of the rank test: the number of pairs in which the candidate's value is
  /// larger, where ties count half.
  public let u: Double

  /// The two-sided p-value of the rank test; 1 if all values are equal.
  public let pValue: Double

  /// How the p-value of the rank test was computed: exactly or by the normal approximation.
  public let method: Method

  /// The number of values of the candidate in the rank test.
  public let candidateCount: Int

  /// The number of values of the reference in the rank test.
  public let referenceCount: Int

  /// Whether some values of the two samples are equal, which makes the rank test approximate.
  public let hasTies: Bool

  /// Tests whether the candidate's values tend to be larger or smaller than the reference's.
  public init(of candidate: Sample, against reference: Sample) {
    let ranks = MidRanks(of: candidate.values + reference.values)
    let m = candidate.count
    let n = reference.count
    u = ranks.ranks.prefix(m).reduce(0, +) - Double(m) * Double(m + 1) / 2
    hasTies = ranks.tieTerm > 0
    candidateCount = m
    referenceCount = n
    let far = max(u, Double(m) * Double(n) - u)
    if !hasTies && max(m, n) <= StatisticalConstants.largestExactCount {
      method = .exact
      let near = m * n - Int(far)
      pValue = min(1, 2 * RankSumDistribution(m, n).probability(upTo: near))
    } else if m + n <= StatisticalConstants.largestTiedCount {
      method = .exact
      pValue = Self.permutation(ranks.ranks, m)
    } else {
      method = .normal
      pValue = Self.approximation(far, m, n, tieTerm: ranks.tieTerm)
    }
  }

  /// The smallest p-value that a rank test of two samples with m and n values can give, such as 0.1 for three and
  /// three.
  ///
  /// It is 2 divided by the binomial coefficient (m + n over m), at most 1.
  public static func smallestPossible(_ m: Int, _ n: Int) -> Double {
    var arrangements = 1.0
    for index in 1...min(m, n) { arrangements *= Double(max(m, n) + index) / Double(index) }
    return min(1, 2 / arrangements)
  }

  /// The share of all ways to choose m of the ranks whose sum is as far from the mean as that of the first m.
  private static func permutation(_ ranks: [Double], _ m: Int) -> Double {
    // Mean ranks are whole or half, and their sum of n is n(n + 1) / 2.
    let doubled = ranks.map { Int(2 * $0) }
    let total = doubled.reduce(0, +)
    var ways = Array(repeating: Array(repeating: 0.0, count: total + 1), count: m + 1)
    ways[0][0] = 1
    for (place, rank) in doubled.enumerated() {
      for count in stride(from: min(m, place + 1), through: 1, by: -1) {
        for sum in rank...total { ways[count][sum] += ways[count - 1][sum - rank] }
      }
    }
    let mean = total * m / ranks.count
    let distance = abs(doubled.prefix(m).reduce(0, +) - mean)
    let far = ways[m].indices.reduce(0.0) { abs($1 - mean) >= distance ? $0 + ways[m][$1] : $0 }
    return far / ways[m].reduce(0, +)
  }

  private static func approximation(
    _ far: Double, _ m: Int, _ n: Int, tieTerm: Double
  ) -> Double {
    let product = Double(m) * Double(n)
    let total = Double(m + n)
    let variance = product / 12 * (total + 1 - tieTerm / (total * (total - 1)))
    guard variance > 0 else { return 1 }
    let z = (far - product / 2 - 0.5) / variance.squareRoot()
    return min(1, 2 * Normal.probability(above: z))
  }
}
