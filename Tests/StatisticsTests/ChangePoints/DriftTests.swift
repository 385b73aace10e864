import Statistics
import Testing

@Suite("Drift")
struct DriftTests {
  // numpy.round(100 + 0.4 t + 2 z, 1) for t = 0 … 29, where z are NumPy's first 30 numbers of `SampleNoise`.
  private let creeping = [
    97.2, 102.9, 99.1, 100.7, 101.4, 100.5, 99.7, 104.1, 103.9, 99.7, 108.7, 106.3, 103.3, 107.0,
    104.7, 105.9, 108.0, 104.3, 108.4, 110.4, 110.6, 107.8, 110.6, 106.0, 109.3, 110.9, 107.7,
    110.6, 114.6, 116.8,
  ]

  private func drift(of values: [Double]) throws -> Drift? {
    var parameters = ChangePointDetector.Parameters()
    // A high penalty prevents change points before the test of drift.
    parameters.penalty = 100
    let series = ChangePointSeries(key: "creeping", values: values, kind: .linear)
    let family = [Double](repeating: 0, count: 8)
    return try ChangePointDetector(parameters: parameters).analyze(series, family: family).drift
  }

  // scipy.stats.theilslopes. S = 303 with variance 3137 by pymannkendall.original_test; p is
  // 2 · scipy.stats.norm.sf(302 / √3137), because pymannkendall's own p loses digits.
  @Test func slopeAndProbabilityAreThoseOfTheilSenMannAndKendall() throws {
    let drift = try #require(try drift(of: creeping))
    #expect(abs(drift.slope - 0.47857142857142776) < 1e-12)
    #expect(abs(drift.total - 29 * 0.47857142857142776) < 1e-11)
    #expect(abs(drift.probability - 6.967873072810135e-08) < 1e-19)
    #expect(drift.count == 30)
  }

  @Test func noiseDoesNotDrift() throws {
    #expect(try drift(of: SampleNoise.normal.map { 100 + $0 }) == nil)
  }

  @Test func fewPointsDoNotDrift() throws {
    #expect(try drift(of: Array(creeping.prefix(19))) == nil)
  }
}
