import Statistics
import Testing

@Suite("Quantiles")
struct QuantileTests {
  // numpy.quantile([1, 2, 4, 8], q)
  @Test(
    "equal NumPy's",
    arguments: [
      (0.0, 1.0), (0.1, 1.3), (0.25, 1.75), (0.5, 3.0), (0.9, 6.8), (1.0, 8.0),
    ])
  func ofFour(probability: Double, expected: Double) throws {
    let value = try #require(Quantile.ofSorted([1, 2, 4, 8], at: probability))
    #expect(abs(value - expected) < 1e-15)
  }

  @Test func oneValueIsItsOwnQuantile() {
    #expect(Quantile.ofSorted([7], at: 0.99) == 7)
  }

  @Test func nothingHasNoQuantile() {
    #expect(Quantile.ofSorted([], at: 0.5) == nil)
  }
}
