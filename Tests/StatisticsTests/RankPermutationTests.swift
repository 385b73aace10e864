import Statistics
import Testing

@Suite("Permutation test of ranks")
struct RankPermutationTests {
  @Test func countsTheArrangementsThatAreAsExtreme() throws {
    // Complete separation: 2 of C(10, 5) = 252 arrangements are as extreme.
    let low = (0..<5).map { [Double($0), Double($0)] }
    let high = (0..<5).map { [Double($0 + 10), Double($0 + 10)] }
    let test = try #require(RankPermutation(high, against: low))
    #expect(abs(test.pValue - 2.0 / 252) < 1e-12)
    #expect(test.difference == 10)
    let reverse = try #require(RankPermutation(low, against: high))
    #expect(reverse.pValue == test.pValue && reverse.difference == -10)
  }

  @Test("equals the rank-sum test for a single value per run", arguments: [(3, 4), (5, 5), (6, 3)])
  func rankSum(m: Int, n: Int) throws {
    let candidate = (0..<m).map { Double(($0 * 7) % 11) + 3.5 }
    let reference = (0..<n).map { Double(($0 * 5) % 13) }
    let test = try #require(
      RankPermutation(candidate.map { [$0] }, against: reference.map { [$0] }))
    let known = MannWhitney(of: try Sample(candidate), against: try Sample(reference))
    #expect(!known.hasTies)
    #expect(abs(test.pValue - known.pValue) < 1e-12)
  }

  @Test func equalRunsAreNoEvidence() throws {
    let runs = Array(repeating: [1.0, 2.0], count: 4)
    let test = try #require(RankPermutation(runs, against: runs))
    #expect(test.pValue == 1 && test.difference == 0)
  }

  @Test func anEmptySideHasNoAnswer() {
    #expect(RankPermutation([], against: [[1]]) == nil)
    #expect(RankPermutation([[1]], against: []) == nil)
  }

  @Test func manyRunsAreSampledWithASeedFromTheData() throws {
    let low = (0..<12).map { [Double($0)] }
    let high = (0..<12).map { [Double($0) + 9] }
    let test = try #require(RankPermutation(high, against: low))
    #expect(test == RankPermutation(high, against: low))
    let known = MannWhitney(
      of: try Sample(high.joined().map { $0 + 1e-6 }), against: try Sample(Array(low.joined())))
    #expect(test.pValue > 0 && abs(test.pValue - known.pValue) < 0.002)
  }

  /// The first values of the runs increase and the second ones decrease.
  @Test func valuesThatDisagreeCancelOut() throws {
    let candidate = (0..<5).map { [Double($0 + 10), Double($0)] }
    let reference = (0..<5).map { [Double($0), Double($0 + 10)] }
    #expect(try #require(RankPermutation(candidate, against: reference)).pValue == 1)
  }
}
