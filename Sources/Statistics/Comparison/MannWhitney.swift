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

  public let candidateCount: Int

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

/// A permutation test for whether the runs of a candidate have larger values than the runs of a reference, with several
/// values per run.
///
///     let test = RankPermutation([[2.1, 5.0], [2.2, 5.3]], against: [[1.0, 3.1], [1.1, 3.0]])
///     test?.pValue  // 1/3: 2 of the 6 arrangements are as extreme
///
/// A run's score is the sum of the ranks of its values, each among the same values of all runs. Ranks
/// make the test independent of units and robust against outliers. The values of a run may depend on
/// each other, because a run keeps all its values in every arrangement. No distribution is assumed,
/// only that runs without a difference are exchangeable.
///
/// Source: Good, "Permutation, Parametric and Bootstrap Tests of Hypotheses" (2005).
public struct RankPermutation: Sendable, Equatable {
  /// The two-sided p-value of the permutation test on ranks, above 0 and up to 1.
  public let pValue: Double
  /// The mean score (sum of the ranks of a run's values) of the candidate's runs minus that of the reference's runs;
  /// above 0 if the candidate's values are larger.
  public let difference: Double

  /// The most arrangements that are all counted; of more, `drawn` are drawn at random.
  static let mostCounted = 20_000
  private static let drawn = 9999

  /// Tests whether the values of a candidate's runs differ from those of a reference's runs; `nil` if one of the two
  /// has no runs.
  ///
  /// Each run has equally many finite values. O(arrangements · runs), at most some milliseconds.
  public init?(_ candidate: [[Double]], against reference: [[Double]]) {
    let runs = candidate + reference
    guard let first = runs.first, !candidate.isEmpty, !reference.isEmpty else { return nil }
    var scores = [Double](repeating: 0, count: runs.count)
    for value in first.indices {
      let ranks = MidRanks(of: runs.map { $0[value] }).ranks
      for run in scores.indices { scores[run] += ranks[run] }
    }
    let mean = scores.reduce(0, +) / Double(scores.count)
    // Ranks are multiples of a half, so sums are exact, and so are comparisons with this distance.
    let centered = scores.map { $0 - mean }
    let own = centered.prefix(candidate.count).reduce(0, +)
    let reach = abs(own) - 1e-9
    difference = own / Double(candidate.count) * Double(runs.count) / Double(reference.count)
    pValue =
      Self.arrangements(of: candidate.count, in: runs.count) <= Double(Self.mostCounted)
      ? Self.counted(centered, candidate.count, reach)
      : Self.sampled(centered, candidate.count, reach)
  }

  /// The smallest p-value that a permutation test of m runs against n runs can give, if each run has one value.
  ///
  /// It is 2 divided by the number of ways to divide the runs into these two groups. With several values per run and
  /// groups of unequal size, half of it is possible. With more than 20,000 ways, no p-value is below 0.0001.
  public static func smallestPossible(_ m: Int, _ n: Int) -> Double {
    MannWhitney.smallestPossible(m, n)
  }

  private static func arrangements(of count: Int, in all: Int) -> Double {
    2 / MannWhitney.smallestPossible(count, all - count)
  }

  /// The share of all arrangements whose sum is at least as far from 0.
  private static func counted(_ scores: [Double], _ count: Int, _ reach: Double) -> Double {
    var (all, reaching) = (0, 0)
    func choose(_ left: Int, from start: Int, sum: Double) {
      guard left > 0 else {
        all += 1
        if abs(sum) >= reach { reaching += 1 }
        return
      }
      for index in start...(scores.count - left) {
        choose(left - 1, from: index + 1, sum: sum + scores[index])
      }
    }
    choose(count, from: 0, sum: 0)
    return Double(reaching) / Double(all)
  }

  private static func sampled(_ scores: [Double], _ count: Int, _ reach: Double) -> Double {
    let test = PermutationTest(
      permutations: drawn, level: 1, seed: Fingerprint(of: scores).value)
    return test.probability(of: scores) { abs($0.prefix(count).reduce(0, +)) >= reach }
  }
}

/// The exact distribution of Mann and Whitney's U for two samples of the same population without
/// ties.
public struct RankSumDistribution: Sendable {
  /// The probabilities of U up to 0, 1, … and up to half of its range.
  private let cumulative: [Double]

  private let greatest: Int

  /// Computes the distribution of Mann and Whitney's U for two samples of 1 to 500 values each, by counting their
  /// arrangements.
  ///
  /// O((m·n)²/4), a millisecond or two for 50 and 50.
  ///
  /// Source: Mann, Whitney, "On a test of whether one of two random variables is stochastically
  /// larger than the other", Annals of Mathematical Statistics 18 (1947), their recurrence.
  public init(_ first: Int, _ second: Int) {
    precondition(
      (1...500).contains(first) && (1...500).contains(second),
      "expected 1 to 500 values in each sample")
    greatest = first * second
    let counts = Self.arrangements(first, second, upTo: greatest / 2)
    var total = 1.0
    for index in 1...first { total *= Double(second + index) / Double(index) }
    var sum = 0.0
    cumulative = counts.map { count in
      sum += count
      return sum / total
    }
  }

  /// The probability that Mann and Whitney's U is at most `u`; 0 for a negative number.
  public func probability(upTo u: Int) -> Double {
    guard u >= 0 else { return 0 }
    guard u < greatest else { return 1 }
    return u < cumulative.count ? cumulative[u] : 1 - probability(upTo: greatest - u - 1)
  }

  /// The number of arrangements for every U up to a limit.
  ///
  /// The highest of m and n values belongs to the first sample, and then exceeds all n of the
  /// second, or to the second: f(m, n, u) = f(m − 1, n, u − n) + f(m, n − 1, u). There are only
  /// additions, so counts too large for an integer are exact to the last digits.
  private static func arrangements(_ first: Int, _ second: Int, upTo limit: Int) -> [Double] {
    let width = limit + 1
    var rows = [Double](repeating: 0, count: (first + 1) * width)
    for m in 0...first { rows[m * width] = 1 }
    rows.withUnsafeMutableBufferPointer { rows in
      for n in 1...second {
        for m in 1...first where n <= min(limit, m * n) {
          // Two rows, so that the additions do not wait for each other.
          let (row, above) = (m * width, (m - 1) * width - n)
          for u in n...min(limit, m * n) { rows[row + u] += rows[above + u] }
        }
      }
    }
    return Array(rows[(first * width)...])
  }
}
