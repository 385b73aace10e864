import Testing

@testable import Statistics

/// The expected values were computed with mpmath 1.4, with 40 digits.
@Suite("Functions with equal results on all systems")
struct ElementaryTests {
  @Test(
    "the logarithm is correct to the last digits",
    arguments: [
      (.leastNonzeroMagnitude, -744.4400719213812), (1e-300, -690.7755278982137),
      (0.1, -2.3025850929940455),
      (0.7071, -0.346583180371942), (0.9999999, -1.0000000494736474e-07),
      (1.0000001, 9.999999505838704e-08), (1.5, 0.4054651081081644), (2, 0.6931471805599453),
      (3, 1.0986122886681098), (16.7, 2.8154087194227095), (1e10, 23.025850929940457),
      (1.7e308, 709.7268368932282), (1, 0),
    ])
  func logarithm(x: Double, expected: Double) {
    #expect(abs(x.logarithm - expected) <= 2 * expected.ulp, "\(x.logarithm)")
  }

  @Test func theLogarithmHasItsLimits() {
    #expect(0.0.logarithm == -.infinity)
    #expect(Double.infinity.logarithm == .infinity)
    #expect((-1.0).logarithm.isNaN)
    #expect(Double.nan.logarithm.isNaN)
  }

  @Test(
    "log(1 + x) keeps its digits near 0",
    arguments: [
      (-0.999, -6.907755278982136), (-0.5, -0.6931471805599453), (-1e-10, -1.00000000005e-10),
      (1e-17, 1e-17), (1e-05, 9.999950000333332e-06), (0.3, 0.26236426446749106),
      (5, 1.791759469228055), (1e15, 34.538776394910684),
    ])
  func logarithmOfOneMore(x: Double, expected: Double) {
    #expect(abs(x.logarithmOfOneMore - expected) <= 4 * expected.ulp, "\(x.logarithmOfOneMore)")
  }

  @Test(
    "the exponential function is correct to the last digits",
    arguments: [
      (-745, .leastNonzeroMagnitude), (-700.5, 5.980196118639791e-305),
      (-20.25, 1.6052280551856116e-09),
      (-1, 0.36787944117144233), (-1e-10, 0.9999999999), (0, 1), (0.3465, 1.4141094938303624),
      (0.5, 1.6487212707001282), (1, 2.718281828459045), (10.1, 24343.00942440838),
      (709.7, 1.6549840276802644e+308), (-800, 0), (800, .infinity),
    ])
  func exponential(x: Double, expected: Double) {
    let value = x.exponential
    #expect(value == expected || abs(value - expected) <= 2 * expected.ulp, "\(value)")
  }

  @Test(
    "exp(x) − 1 keeps its digits near 0",
    arguments: [
      (-2, -0.8646647167633873), (-0.2, -0.18126924692201815), (-1e-12, -9.999999999995e-13),
      (1e-12, 1.0000000000005e-12), (0.05, 0.05127109637602404), (0.31, 0.3634251141321778),
    ])
  func exponentialLessOne(x: Double, expected: Double) {
    #expect(abs(x.exponentialLessOne - expected) <= 4 * expected.ulp, "\(x.exponentialLessOne)")
  }

  @Test(
    "the logarithm of the gamma function",
    arguments: [
      (1e-05, 11.512919692895826), (0.5, 0.5723649429247001), (1, 0), (1.5, -0.12078223763524522),
      (2, 0), (3.7, 1.428072326665388), (11.9, 17.25847745059552), (12, 17.502307845873887),
      (100, 359.1342053695754), (1e6, 12815504.569147611),
    ])
  func gamma(x: Double, expected: Double) {
    let value = GammaFunction.logarithm(x)
    #expect(abs(value - expected) <= 2e-14 * max(1, abs(expected)), "\(value)")
  }

  @Test(
    "the logarithm of the beta function, also for large numbers",
    arguments: [
      (0.5, 0.5, 1.1447298858494002), (1, 3, -1.0986122886681098), (2.5, 40, -8.983627339298152),
      (5e5, 0.5, -5.988816495777464), (0.5, 5e5, -5.988816495777464),
      (300, 200, -337.98011306546465),
    ])
  func beta(a: Double, b: Double, expected: Double) {
    let value = GammaFunction.logarithmOfBeta(a, b)
    #expect(abs(value - expected) <= 2e-14 * max(1, abs(expected)), "\(value)")
  }
}
