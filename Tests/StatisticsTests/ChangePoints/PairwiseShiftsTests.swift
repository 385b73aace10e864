import Testing

@testable import Statistics

@Suite("Pairwise shifts")
struct PairwiseShiftsTests {
  private let shifts = PairwiseShifts(
    from: Array(SampleNoise.normal[0..<9]), to: SampleNoise.normal[9..<20].map { $0 + 1 })

  // numpy.median of numpy.subtract.outer, and its sorted elements at the ranks of the normal
  // approximation, 23.7 from either end.
  @Test func medianAndIntervalAreThoseOfAllPairs() throws {
    #expect(abs(shifts.median - 1.6074000000000002) < 1e-15)
    let interval = try #require(shifts.interval(confidence: 0.95, inflation: 1))
    #expect(abs(interval.lowerBound - 0.4148999999999998) < 1e-15)
    #expect(abs(interval.upperBound - 2.6985) < 1e-15)
  }

  @Test func everyRankIsThatOfTheSortedPairs() {
    let before = Array(SampleNoise.normal[20..<27])
    let after = Array(SampleNoise.normal[30..<36]) + [before[0], before[1]]
    let sorted = after.flatMap { later in before.map { later - $0 } }.sorted()
    let pairs = PairwiseShifts(from: before, to: after)
    #expect((1...sorted.count).map(pairs.difference(rank:)) == sorted)
  }

  @Test func autocorrelationWidensTheInterval() throws {
    let plain = try #require(shifts.interval(confidence: 0.95, inflation: 1))
    let wide = try #require(shifts.interval(confidence: 0.95, inflation: 2))
    #expect(wide.lowerBound < plain.lowerBound)
    #expect(wide.upperBound > plain.upperBound)
  }

  @Test func tooFewPairsMakeNoInterval() {
    let few = PairwiseShifts(from: [1, 2], to: [3, 4])
    #expect(few.median == 2)
    #expect(few.interval(confidence: 0.95, inflation: 1) == nil)
  }
}
