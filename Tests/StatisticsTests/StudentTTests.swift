import Statistics
import Testing

/// The expected values were computed with SciPy 1.17's `stats.t`.
@Suite("Student's t distribution")
struct StudentTTests {
  @Test(
    "has the quantiles of SciPy",
    arguments: [
      (1.0, 0.975, 12.706204736174694), (2, 0.975, 4.302652729749462),
      (3, 0.975, 3.1824463052837078), (9, 0.975, 2.262157162798205),
      (19, 0.995, 2.8609346064649794), (4.5, 0.95, 2.065575888878524),
      (100, 0.975, 1.9839715185235518), (1e6, 0.975, 1.959966356814107), (2, 0.5, 0),
      (5, 0.025, -2.5705818356363155), (1, 0.9999, 3183.098757118502),
      (30, 0.6, 0.2556053649519128),
    ])
  func quantile(degreesOfFreedom: Double, probability: Double, expected: Double) {
    let quantile = StudentT(degreesOfFreedom: degreesOfFreedom).quantile(probability)
    #expect(abs(quantile - expected) <= 1e-9 * abs(expected), "\(quantile)")
  }

  @Test(
    "has the probabilities and densities of SciPy",
    arguments: [
      (1.0, 1.0, 0.75, 0.15915494309189535), (2, -3.5, 0.036413675027234665, 0.01858992781845675),
      (7, 0.1, 0.5384259701976037, 0.3827993342605508),
      (3, 50, 0.9999911914239794, 5.280077606481897e-07),
      (250, 2, 0.9767089473283743, 0.054364503371464014),
    ])
  func probability(degreesOfFreedom: Double, t: Double, expected: Double, density: Double) {
    let distribution = StudentT(degreesOfFreedom: degreesOfFreedom)
    #expect(abs(distribution.probability(upTo: t) - expected) < 1e-12)
    #expect(abs(distribution.density(at: t) - density) <= 1e-11 * density)
  }
}

@Suite("The interval of a mean")
struct MeanIntervalTests {
  @Test func isTheOneThatSciPyGives() throws {
    let interval = try #require(MeanInterval(of: [53.5, 53.2, 54.1]))
    #expect(abs(interval.mean - 53.6) < 1e-12)
    #expect(abs(interval.lower - 52.46162508992097) < 1e-9)
    #expect(abs(interval.upper - 54.73837491007903) < 1e-9)
    #expect(interval.count == 3)
  }

  @Test func isAPointWhenNothingVaries() throws {
    let interval = try #require(MeanInterval(of: [60, 60, 60]))
    #expect(interval.lower == 60)
    #expect(interval.upper == 60)
  }

  @Test func needsTwoValues() {
    #expect(MeanInterval(of: [1]) == nil)
    #expect(MeanInterval(of: []) == nil)
  }
}
