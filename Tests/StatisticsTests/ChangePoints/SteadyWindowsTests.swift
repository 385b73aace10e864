import Testing

@testable import Statistics

@Suite("Steady windows")
struct SteadyWindowsTests {
  private let windows = SteadyWindows(lengths: [5, 6, 8], share: 0.25)

  // 1 - scipy.stats.beta.cdf(u, k, L + 1 - k): the smallest of 5 above 0.6, the second smallest of 8 above 0.4.
  @Test func theTailIsThatOfAnOrderStatistic() {
    let five = windows.tail(of: [0.9, 0.6, 0.7, 0.95, 0.8])
    #expect(abs(five - 0.01024) < 1e-15)
    let eight = windows.tail(of: [0.5, 0.1, 0.4, 0.5, 0.9, 0.6, 0.7, 0.8])
    #expect(abs(eight - 0.10637568) < 1e-14)
  }

  @Test func lowAndHighWindowsAreAlike() {
    let high = windows.tail(of: [0.9, 0.6, 0.7, 0.95, 0.8])
    let low = windows.tail(of: [0.1, 0.4, 0.3, 0.05, 0.2])
    #expect(abs(high - low) < 1e-15)
  }

  @Test(arguments: 1...10)
  func countingIsSortingEveryWindow(seed: UInt64) {
    let values = SampleNoise.normal(count: 40, seed: seed)
    let test = PermutationTest(permutations: 50, level: 1, seed: seed)
    let probability = windows.probability(of: 30..<35, among: values, by: test)
    let ranks = MidRanks(of: values).ranks.map { ($0 - 0.5) / 40 }
    let observed = windows.tail(of: ranks[30..<35])
    let naive = test.probability(of: ranks) { shuffled in
      windows.lengths.contains { length in
        (0...(40 - length)).contains {
          windows.tail(of: shuffled[$0..<($0 + length)]) <= observed * (1 + 1e-9)
        }
      }
    }
    #expect(probability == naive)
  }

  @Test func sixPointsStandOutAmongSpikes() throws {
    let values = SampleNoise.spiky(count: 200, seed: 255).enumerated().map { index, number in
      100 * (1 + number) * (index < 194 ? 1 : 1.05)
    }
    let series = ChangePointSeries(key: "tip", values: values, kind: .positive)
    let family = [Double](repeating: 0, count: 8)
    let change = try #require(
      try ChangePointDetector().analyze(series, family: family).changes.last)
    #expect(change.range.contains(194))
    // Neither the sum of the ranks nor that of the values is extraordinary.
    #expect(change.evidence.isConfirmed)
    #expect(change.evidence.probabilities?.test == .steadiness)
  }
}
