import Statistics
import Testing

@Suite("Benjamini-Hochberg adjustment")
struct BenjaminiHochbergTests {
  // statsmodels' multipletests(method='fdr_bh')
  @Test func isStatsmodels() throws {
    let adjusted = try BenjaminiHochberg.adjusted([0.01, 0.04, 0.03, 0.005, 0.5, 0.04])
    let expected = [0.03, 0.048, 0.048, 0.03, 0.5, 0.048]
    #expect(zip(adjusted, expected).allSatisfy { near($0, $1) }, "\(adjusted)")
  }

  // The fifteen p-values of the paper's own example: the first four are significant at 0.05.
  @Test func keepsWhatThePaperKeeps() throws {
    let pValues = [
      0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262,
      0.5719, 0.6528, 0.7590, 1.0,
    ]
    #expect(try BenjaminiHochberg.adjusted(pValues).count { $0 <= 0.05 } == 4)
  }

  @Test func oneStaysAsItIsAndNoneGivesNone() throws {
    #expect(try BenjaminiHochberg.adjusted([0.2]) == [0.2])
    #expect(try BenjaminiHochberg.adjusted([]).isEmpty)
  }

  @Test("refuses values that are not probabilities", arguments: [Double.nan, -0.1, 1.1, .infinity])
  func refusals(value: Double) {
    #expect(throws: SampleError.notAProbability(index: 1)) {
      try BenjaminiHochberg.adjusted([0.5, value])
    }
  }
}
