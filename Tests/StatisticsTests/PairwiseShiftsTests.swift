import Testing

@testable import Statistics

@Suite("Pairwise shifts")
struct PairwiseShiftsTests {
  private let shift = HodgesLehmann(
    from: Array(SampleNoise.normal[0..<9]), to: SampleNoise.normal[9..<20].map { $0 + 1 })

  // numpy.median of numpy.subtract.outer
  @Test func theShiftIsTheMedianOfAllPairs() {
    #expect(abs(shift.shift - 1.6074000000000002) < 1e-15)
  }

  @Test func autocorrelationWidensTheInterval() throws {
    let plain = try #require(shift.interval(confidence: 0.95))
    let wide = try #require(shift.interval(confidence: 0.95, inflation: 2))
    #expect(wide.lower < plain.lower)
    #expect(wide.upper > plain.upper)
  }

  @Test func everyRankIsThatOfTheSortedPairs() {
    let before = SampleNoise.normal[20..<27].sorted()
    let after = (Array(SampleNoise.normal[30..<36]) + [before[0], before[1]]).sorted()
    let sorted = after.flatMap { later in before.map { later - $0 } }.sorted()
    let pairs = PairwiseShifts(from: before, to: after)
    #expect((1...sorted.count).map(pairs.difference(rank:)) == sorted)
  }
}
