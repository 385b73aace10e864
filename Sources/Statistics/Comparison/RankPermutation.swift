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
