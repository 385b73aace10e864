import Testing

@testable import Statistics

@Suite("Shuffled scores with restored autocorrelation")
struct TiesTests {
  private func scores(_ count: Int) -> [Double] {
    NormalScores.of((0..<count).map(Double.init))
  }

  @Test func scoresWithoutAutocorrelationAreLeftAlone() {
    #expect(Ties(autocorrelation: 0, sizeOf: scores(10)) == nil)
  }

  /// By hand: −1, then 0.6 · −1 + 0.8 · 1 = 0.2.
  ///
  /// Their mean is −0.4, so the distances from it are 0.6.
  @Test func eachIsTiedToTheOneBefore() throws {
    let ties = try #require(Ties(autocorrelation: 0.6, sizeOf: [-1, 1]))
    let tied = ties.tied([-1, 1])
    #expect(abs(tied[0] + 1) < 1e-15 && abs(tied[1] - 1) < 1e-15)
  }

  @Test(arguments: [0.3, 0.5, 0.8])
  func meanAndSpreadStayAndNeighborsAreAlike(autocorrelation: Double) throws {
    let scores = scores(4000)
    let ties = try #require(Ties(autocorrelation: autocorrelation, sizeOf: scores))
    var shuffled = scores
    var generator = SplitMix64(seed: 7)
    generator.shuffle(&shuffled)
    let tied = ties.tied(shuffled)
    let squares = tied.reduce(0) { $0 + $1 * $1 }
    #expect(abs(tied.reduce(0, +)) < 1e-9)
    #expect(abs(squares - scores.reduce(0) { $0 + $1 * $1 }) < 1e-6)
    let products = zip(tied, tied.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 }
    // Three standard errors of a sample's autocorrelation, √((1 − ρ²) ÷ n).
    #expect(abs(products / squares - autocorrelation) < 3 / 4000.0.squareRoot())
  }

  /// Dividing the contrast by the effect of an autocorrelation of 0.4 would be too conservative.
  ///
  /// Even the contrast of 15 normal scores above 15 others would not be significant: 4.25 ÷ √2.33 = 2.78, but 1% of
  /// shuffles reach 2.89 (NumPy).
  @Test func aCompleteSeparationStandsAmongTiedPoints() throws {
    let noise = SampleNoise.normal.prefix(30)
    let values = noise.enumerated().map { 100 * (1 + 0.01 * $1) * ($0 < 15 ? 1 : 1.25) }
    let series = ChangePointSeries(key: "separated", values: values, kind: .positive)
    let family = [Double](repeating: 0.5, count: 8)
    #expect(try ChangePointDetector().analyze(series, family: family).confirmed == [15])
  }
}
