import Statistics
import Testing

/// The expected values were computed with SciPy 1.17 and statsmodels 0.15.
@Suite("Power")
struct PowerTests {
  // scipy.stats.nct.cdf
  @Test(
    "the noncentral t equals SciPy's",
    arguments: [
      (2.0, 5.0, 1.0, 0.7780746626162148), (-1, 3, 0.5, 0.09212120981435942),
      (12.7, 1, 16, 0.20913226139033825), (0, 8, 2, 0.02275013194817922),
      (3, 30, 3, 0.49032743823233965), (2.1, 18, 2.9, 0.21669236389763696),
    ])
  func noncentralT(t: Double, freedom: Double, effect: Double, expected: Double) {
    let value = NoncentralT(degreesOfFreedom: freedom, noncentrality: effect).probability(upTo: t)
    #expect(abs(value - expected) < 1e-11, "\(value)")
  }

  // scipy.stats.f.sf
  @Test(
    "the F distribution equals SciPy's",
    arguments: [
      (3.5, 2.0, 27.0, 0.04450875394640024), (0.2, 5, 3, 0.9423311143775628),
      (40, 1, 10, 8.630216153154252e-05), (1, 7, 7, 0.5), (250, 3, 40, 6.150429167790566e-26),
    ])
  func fisher(quotient: Double, numerator: Double, denominator: Double, expected: Double) {
    let f = FisherF(numerator: numerator, denominator: denominator)
    #expect(near(f.probability(above: quotient), expected))
  }

  // statsmodels' TTestIndPower().power, effect times √(n/2)
  @Test(
    "the power of two samples equals that of statsmodels",
    arguments: [
      (1.0, 5.0, 0.28629549338059757), (0.5, 30, 0.4778965207601643), (2, 3, 0.46264081189130635),
    ])
  func power(effect: Double, count: Double, expected: Double) {
    let value = Power.probability(
      ofSeeing: effect * (count / 2).squareRoot(), degreesOfFreedom: 2 * count - 2)
    #expect(abs(value - expected) < 1e-10, "\(value)")
  }

  // The power integrated over the chi distribution with scipy.integrate.quad, and its root with
  // scipy.optimize.brentq; statsmodels' TTestIndPower().solve_power stops within 2e-6 of it.
  @Test(
    "the smallest detectable change of two samples equals SciPy's",
    arguments: [
      (2, 5.653489266197128), (3, 3.070892266363687), (5, 2.024439339384543),
      (10, 1.3249473925792308), (30, 0.7356210695976673),
    ])
  func twoSamples(count: Int, expected: Double) throws {
    let change = try #require(
      ExperimentDesign.twoSamples().smallestDetectableChange(repetitions: count, deviation: 1))
    #expect(near(change, expected, within: 1e-11))
  }

  // Computed in the same way as for two samples.
  @Test(
    "the smallest detectable change of pairs equals SciPy's",
    arguments: [(3, 3.2640435496995717), (5, 1.6819969659555543), (10, 0.9960013714554438)])
  func pairs(count: Int, expected: Double) throws {
    let change = try #require(
      ExperimentDesign.pairs.smallestDetectableChange(repetitions: count, deviation: 1))
    #expect(near(change, expected, within: 1e-11))
  }

  // TTestIndPower().solve_power gives 393.4, 63.8, 16.7, 5.09 and 2.12, to be rounded up.
  @Test(
    "the number of runs needed equals that of statsmodels",
    arguments: [(0.2, 394), (0.5, 64), (1, 17), (2, 6), (5, 3)])
  func runsNeeded(change: Double, expected: Int) {
    #expect(
      ExperimentDesign.twoSamples().repetitionsNeeded(toSee: change, deviation: 1) == expected)
  }

  @Test func whatNoNumberOfRunsSeesIsNotPromised() {
    #expect(ExperimentDesign.twoSamples().repetitionsNeeded(toSee: 1e-6, deviation: 1) == nil)
    // More measurements of the new point do not reduce the error of the earlier points.
    let prediction = ExperimentDesign.prediction(points: 10)
    #expect(prediction.repetitionsNeeded(toSee: 0.9, deviation: 1) == nil)
    #expect(prediction.repetitionsNeeded(toSee: 4, deviation: 1) == 1)
    #expect(ExperimentDesign.pairs.smallestDetectableChange(repetitions: 1, deviation: 1) == nil)
  }
}
