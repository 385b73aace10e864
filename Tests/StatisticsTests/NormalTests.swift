import Statistics
import Testing

/// The expected values were computed with mpmath 1.4, with 40 digits.
@Suite("The normal distribution")
struct NormalTests {
  // mpmath.erfc(x) / 2 at z = x·√2
  @Test(
    "has exact tails",
    arguments: [
      (-3, 1.9999779095030015), (-0.5, 1.5204998778130465), (0, 1), (1e-9, 0.9999999988716208),
      (0.1, 0.887537083981715), (0.5, 0.4795001221869535), (1, 0.15729920705028513),
      (1.5, 0.033894853524689274), (1.74, 0.013865405003367061), (1.76, 0.012809724768869874),
      (2, 0.004677734981047266), (3.3, 3.0577097964381654e-06), (5, 1.537459794428035e-12),
      (10, 2.088487583762545e-45), (20, 5.395865611607901e-176), (26, 5.663192408856143e-296),
    ])
  func tails(x: Double, erfc: Double) {
    // z·√½ equals x except for the last digit, whose error is multiplied by 2x² in the tail at x.
    let tolerance = 1e-13 + 4e-16 * x * x
    let z = x * 2.0.squareRoot()
    #expect(abs(Normal.probability(above: z) * 2 - erfc) <= tolerance * erfc)
    #expect(Normal.probability(upTo: -z) == Normal.probability(above: z))
  }

  @Test(
    "has exact quantiles",
    arguments: [
      (0.5, 0), (0.075, -1.439531470938456), (0.0749, -1.4402382675279637),
      (0.001, -3.0902323061678136), (0.025, -1.9599639845400543), (0.3, -0.5244005127080408),
      (0.9, 1.2815515655446006), (0.975, 1.9599639845400538), (0.9999, 3.7190164854557084),
      (1e-12, -7.034483825301132), (1e-300, -37.04709629936119923),
    ])
  func quantiles(probability: Double, expected: Double) {
    let quantile = Normal.quantile(probability)
    #expect(abs(quantile - expected) <= 1e-15 * abs(expected), "\(quantile)")
  }

  @Test func nothingLiesBeyondTheInfinities() {
    #expect(Normal.probability(upTo: -.infinity) == 0)
    #expect(Normal.probability(upTo: .infinity) == 1)
  }

  @Test("quantiles and probabilities are inverse", arguments: 1..<40)
  func roundTrip(fortieth: Int) {
    let probability = Double(fortieth) / 40
    let again = Normal.probability(upTo: Normal.quantile(probability))
    #expect(abs(again - probability) < 1e-15)
  }
}
