import Statistics
import Testing

/// The expected values were computed with SciPy 1.17's `stats.mannwhitneyu`.
@Suite("The Mann-Whitney test")
struct MannWhitneyTests {
  @Test func isExactForFewValuesWithoutTies() throws {
    let test = MannWhitney(of: try Sample(Runs.after), against: try Sample(Runs.before))
    #expect(test.u == 22 && test.method == .exact && !test.hasTies)
    #expect(near(test.pValue, 0.05555555555555555))
  }

  @Test func isExactForFiftyASide() throws {
    let test = MannWhitney(of: try Sample(Runs.otherFifty), against: try Sample(Runs.fifty))
    #expect(test.u == 1305 && test.method == .exact)
    #expect(near(test.pValue, 0.7083355506293114))
  }

  // Counted in Python over all 1716 ways to divide the values.
  @Test func isExactForFewValuesWithTies() throws {
    let test = MannWhitney(
      of: try Sample([4, 5, 6, 6, 7, 8]), against: try Sample([3, 3, 4, 5, 5, 5, 6]))
    #expect(test.u == 34 && test.method == .exact && test.hasTies)
    #expect(near(test.pValue, 0.058857808857808856))
  }

  @Test func completeSeparationOfFiveAndFiveIsSureDespiteTies() throws {
    let test = MannWhitney(
      of: try Sample([9.5, 9.6, 9.4, 9.9, 9.7]), against: try Sample([2.5, 2.6, 2.4, 2.5, 2.7]))
    #expect(near(test.pValue, 2.0 / 252))
  }

  @Test func isTheNormalApproximationForManyValuesWithTies() throws {
    let (after, before) = ([4.0, 5, 6, 6, 7, 8], [3.0, 3, 4, 5, 5, 5, 6])
    let test = MannWhitney(of: try Sample(after + after), against: try Sample(before + before))
    #expect(test.u == 136 && test.method == .normal && test.hasTies)
    #expect(near(test.pValue, 0.006625098402893894))
  }

  @Test func threeAndThreeNeverReachATwentieth() throws {
    let test = MannWhitney(of: try Sample([1, 2, 3]), against: try Sample([4, 5, 6]))
    #expect(test.u == 0)
    #expect(near(test.pValue, 0.1))
    #expect(near(MannWhitney.smallestPossible(3, 3), 0.1))
    #expect(MannWhitney.smallestPossible(1, 1) == 1)
    #expect(near(MannWhitney.smallestPossible(5, 4), 2.0 / 126))
  }

  @Test func allEqualIsNoEvidence() throws {
    let same = try Sample([60, 60, 60])
    #expect(MannWhitney(of: same, against: same).pValue == 1)
    #expect(MannWhitney(of: try Sample([1]), against: try Sample([1])).pValue == 1)
  }

  @Test func oneAndOneIsNoEvidence() throws {
    #expect(MannWhitney(of: try Sample([1]), against: try Sample([2])).pValue == 1)
  }

  // The test of LLVM's LNT compares the wrong one of its two statistics with the critical value. At a level of 0.05 it
  // rejects 89% of equal samples of four, and 19% of 15.
  @Test(arguments: [4, 6, 8, 10, 15, 20])
  func rejectsEqualSamplesOfAnySizeAsSeldomAsItSays(count: Int) throws {
    var generator = SplitMix64(seed: UInt64(count))
    let rejected = try (0..<1000).count { _ in
      let values = (0..<2 * count).map { _ in Double(generator.next() >> 11) }
      return try MannWhitney(
        of: Sample(Array(values[..<count])), against: Sample(Array(values[count...]))
      ).pValue <= 0.05
    }
    #expect((10...72).contains(rejected), "\(rejected)")
  }

  @Test func keepsItsLevelWhenNothingChanged() throws {
    var generator = SplitMix64(seed: 11)
    var rejected = 0
    for _ in 0..<2000 {
      let values = (0..<10).map { _ in Double(generator.next() >> 11) }
      let test = MannWhitney(
        of: try Sample(Array(values[..<5])), against: try Sample(Array(values[5...])))
      if test.pValue <= 0.05 { rejected += 1 }
    }
    // The exact level is 8/252 = 3.2%.
    #expect((35...95).contains(rejected), "\(rejected)")
  }

  @Test(
    "counts every arrangement of small samples",
    arguments: [(1, 1), (2, 3), (4, 4), (5, 2), (1, 6)])
  func enumeration(m: Int, n: Int) {
    let distribution = RankSumDistribution(m, n)
    var counts = [Int](repeating: 0, count: m * n + 1)
    for mask in 0..<(1 << (m + n)) where mask.nonzeroBitCount == m {
      let firsts = (0..<m + n).filter { mask >> $0 & 1 == 1 }
      counts[firsts.enumerated().map { $1 - $0 }.reduce(0, +)] += 1
    }
    let total = Double(counts.reduce(0, +))
    for u in 0...m * n {
      let expected = Double(counts[...u].reduce(0, +)) / total
      #expect(abs(distribution.probability(upTo: u) - expected) < 1e-15)
    }
    #expect(distribution.probability(upTo: -1) == 0)
  }
}
