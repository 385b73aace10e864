import Testing

@testable import Statistics

@Suite("Permutation tests")
struct PermutationTestTests {
  /// All permutations of the values.
  private func orders(of values: [Double]) -> [[Double]] {
    guard let first = values.first else { return [[]] }
    return orders(of: Array(values.dropFirst())).flatMap { order in
      (0...order.count).map { Array(order[..<$0]) + [first] + Array(order[$0...]) }
    }
  }

  @Test(
    arguments: [
      [1, 2, 3, 7, 8, 9], [4, 1, 3, 2, 6, 5], [1, 1, 1, 2, 2, 2], [5, 4, 4, 1, 2, 1],
    ] as [[Double]])
  func shufflesAgreeWithAllOrders(values: [Double]) {
    let mean = values.reduce(0, +) / Double(values.count)
    let centered = values.map { $0 - mean }
    let scan = ScanStatistic(count: 6, minimumSegment: 2)
    let contrast = scan.contrast(of: centered, at: 3)
    let all = orders(of: centered)
    let reach = { (values: [Double]) in scan.largest(in: values) >= contrast * (1 - 1e-12) }
    let exact = Double(all.count(where: reach)) / Double(all.count)
    let test = PermutationTest(permutations: 20_000, level: 1, seed: 1)
    let drawn = test.probability(of: centered, reaches: reach)
    // At most five standard errors of a share of 20,000 draws.
    #expect(abs(drawn - exact) <= 5 * (exact * (1 - exact) / 20_000).squareRoot() + 1e-4)
  }

  @Test(arguments: [(3, 1.0), (4, 1.0), (398, 1.0), (401, 0.02), (997, 0.2)])
  func fourShufflesAtOnceGiveTheSameProbabilities(permutations: Int, level: Double) {
    var generator = SplitMix64(seed: 11)
    for count in 10...40 {
      let values = (0..<count).map { _ in Double(generator.draw(below: 2001) - 1000) / 7 }
      let mean = values.reduce(0, +) / Double(count)
      let centered = values.map { $0 - mean }
      let scan = ScanStatistic(count: count, minimumSegment: 5)
      for share in [0.5, 0.8, 0.95] {
        let contrast = scan.largest(in: centered) * share
        let test = PermutationTest(permutations: permutations, level: level, seed: UInt64(count))
        let one = test.probability(of: centered) {
          scan.largest(in: $0) >= contrast * (1 - 1e-12)
        }
        let four = test.probability(of: centered, rowsReach: { scan.reaches(contrast, in: $0) })
        #expect(one == four)
      }
    }
  }

  @Test func theObservedOrderCountsAsOne() {
    let test = PermutationTest(permutations: 99, level: 0.05, seed: 1)
    #expect(test.probability(of: [1, 2, 3]) { _ in false } == 0.01)
  }

  @Test func drawingEndsOnceTheLevelIsOutOfReach() {
    let test = PermutationTest(permutations: 99, level: 0.05, seed: 1)
    var drawn = 0
    let probability = test.probability(of: [1, 2, 3]) { _ in
      drawn += 1
      return drawn.isMultiple(of: 4)
    }
    #expect(drawn == 20)
    #expect(probability == 0.25)
  }

  @Test func theContrastIsTheDifferenceOfMeansInStandardErrors() {
    // |2 − 5| · √(2 · 4 / 6)
    let scan = ScanStatistic(count: 6, minimumSegment: 2)
    let contrast = scan.contrast(of: [-2, -2, 1, 1, 1, 1], at: 2)
    #expect(abs(contrast - 3 * (8.0 / 6).squareRoot()) < 1e-15)
  }

  // scipy.special.ndtri((scipy.stats.rankdata([3, 1, 2, 2, 5, 2]) - 0.375) / 6.25), SciPy 1.16
  @Test func tiesShareANormalScore() {
    let scores = NormalScores.of([3, 1, 2, 2, 5, 2])
    let expected = [
      0.643345405392917, -1.2815515655446004, -0.20189347914185088, -0.20189347914185088,
      1.2815515655446004, -0.20189347914185088,
    ]
    #expect(zip(scores, expected).allSatisfy { abs($0 - $1) < 1e-14 })
  }
}
