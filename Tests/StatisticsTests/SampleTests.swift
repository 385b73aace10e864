import Statistics
import Testing

@Suite("Samples")
struct SampleTests {
  @Test("refuse values that are not finite", arguments: [Double.nan, .infinity, -.infinity])
  func refusals(value: Double) {
    #expect(throws: SampleError.notFinite(index: 1)) { try Sample([1, value, 3]) }
  }

  @Test func refuseNothingAndWhatCannotBeAddedUp() {
    #expect(throws: SampleError.empty) { try Sample([]) }
    #expect(throws: SampleError.tooLarge) { try Sample([1e308, 1.2e308, 1.5e308]) }
    #expect(throws: SampleError.tooLarge) { try Sample([-1e200, 1e200]) }
  }

  @Test func oneValueHasAMedianAndNoVariance() throws {
    let sample = try Sample([3])
    #expect(sample.median == 3 && sample.mean == 3 && sample.variance == nil)
    #expect(sample.degreesOfFreedom == 0)
  }

  // The sum of three times 0.1 is 0.30000000000000004, and a third of that is not 0.1.
  @Test func equalValuesHaveNoSpreadAtAll() throws {
    #expect(try Sample([0.1, 0.1, 0.1]).variance == 0)
  }

  // scipy.stats.median_abs_deviation
  @Test func theMedianDeviationIsTheOneOfSciPy() throws {
    let sample = try Sample([7, 1, 2, 4, 30])
    #expect(sample.median == 4 && sample.medianDeviation == 3)
    #expect(try Sample([1, 2, 4, 9]).medianDeviation == 1.5)
  }

  // scipy.stats.rankdata
  @Test func equalValuesShareTheirRanks() {
    let ranks = MidRanks(of: [5, 1, 5, 2, 5, 2])
    #expect(ranks.ranks == [5, 1, 5, 2.5, 5, 2.5])
    #expect(ranks.tieTerm == 24 + 6)
    #expect(MidRanks(of: []).ranks.isEmpty)
  }
}
