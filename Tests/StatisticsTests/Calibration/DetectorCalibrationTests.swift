import Statistics
import Testing

@testable import Statistics

@Suite("Calibration of the detector")
struct DetectorCalibrationTests {
  /// The calibration for the first `count` of NumPy's 200 normal numbers, as 2% of noise.
  private static func calibration(
    _ count: Int, factors: [(from: Int, factor: Double)] = []
  ) throws -> DetectorCalibration {
    var series = ChangePointSeries(
      "calibrated \(count)", noise: Array(SampleNoise.normal.prefix(count)), factors: factors)
    series.noiseFloor = 0
    return try DetectorCalibration(
      of: series, family: Array(repeating: 0, count: 8), by: ChangePointDetector())
  }

  @Test("at most 1% of shuffles of normal noise have a false change")
  func falseAlarms() throws {
    let alarms = try Self.calibration(50).falseAlarms(among: 150)
    #expect(alarms.confirmed.trials == 150)
    #expect(alarms.confirmed.share <= 0.01)
    #expect(alarms.any.count >= alarms.confirmed.count)
  }

  /// The expected steps are from a reimplementation of the detector with NumPy, by docs/changepoints.md.
  ///
  /// For each step, it analyzed 500 series of 50 points of independent normal noise, from
  /// `numpy.random.default_rng(20260101)`, with NumPy 2.4 and SciPy 1.17. It confirmed a step in the middle within 5
  /// positions in 75% of the series at 1.3 standard deviations, and in 94% at 1.6. It confirmed a step at the sixth
  /// point from the end within 3 positions in 78% at 2.2, and in 87% at 2.4. The expected steps interpolate to 80%.
  @Test(
    "the smallest detectable step is that of an independent simulation",
    arguments: [(position: 25, tolerance: 5, expected: 1.42), (44, 3, 2.25)])
  func visibleStep(position: Int, tolerance: Int, expected: Double) throws {
    let own = try #require(
      Moments.standardDeviation(of: Array(SampleNoise.normal.prefix(50))))
    let step = try #require(
      try Self.calibration(50).visibleStep(
        from: position, within: tolerance, direction: 1, among: 40))
    // From 40 shuffles of one sample of noise, the 80% have a standard error of 6 points, which is 5% of the step. The
    // sample's own shape adds to that.
    #expect(abs(step / (0.02 * own * expected) - 1) < 0.15, "\(step / (0.02 * own))")
  }

  @Test("a step in the series is not noise: it is removed before shuffling")
  func residuals() throws {
    let stepped = try Self.calibration(50, factors: [(from: 20, factor: 1.3)])
    #expect(stepped.falseAlarms(among: 50).confirmed.count <= 1)
    let step = try #require(
      stepped.visibleStep(from: 25, within: 5, direction: 1, among: 20))
    // If the values were shuffled with the step, the noise would be 13%.
    #expect(step < 0.04, "\(step)")
  }

  @Test("twice the noise hides steps of twice the size, upwards and downwards")
  func scaling() throws {
    let numbers = Array(SampleNoise.normal.prefix(30))
    let steps = try [0.01, 0.02].flatMap { deviation in
      let values = numbers.map { ($0 * deviation).exponential }
      let calibration = try DetectorCalibration(
        of: ChangePointSeries(key: "scaled", values: values, kind: .positive, noiseFloor: 0),
        family: [], by: ChangePointDetector())
      return try [1.0, -1].map { direction in
        let step = calibration.visibleStep(
          from: 15, within: 5, direction: direction, among: 15)
        return try #require(step) / deviation
      }
    }
    #expect((steps.max() ?? 0) / (steps.min() ?? 1) < 1.4, "\(steps)")
  }

  @Test("the practical floor hides smaller steps, whatever the noise")
  func floor() throws {
    let values = SampleNoise.normal.prefix(30).map { ($0 * 0.001).exponential }
    let series = ChangePointSeries(key: "floor", values: values, kind: .positive, noiseFloor: 0.05)
    let calibration = try DetectorCalibration(of: series, family: [], by: ChangePointDetector())
    let step = try #require(
      calibration.visibleStep(from: 15, within: 5, direction: 1, among: 10))
    #expect(step > 1.05.logarithm && step < 1.06.logarithm * 1.03)
  }

  @Test("steps with fewer than five points on a side are not detectable")
  func unseen() throws {
    let calibration = try Self.calibration(12)
    #expect(calibration.visibleStep(from: 8, within: 3, direction: 1, among: 10) == nil)
    #expect(calibration.visibleStep(from: 4, within: 3, direction: 1, among: 10) == nil)
  }

  @Test("series that cannot be judged are not calibrated")
  func refused() {
    for values in [[1.0, 2, 3], Array(repeating: 5, count: 30)] {
      #expect(throws: SampleError.self) {
        try DetectorCalibration(
          of: ChangePointSeries(key: "x", values: values, kind: .positive), family: [],
          by: ChangePointDetector())
      }
    }
  }

  @Test("the same series gives the same numbers, and another key gives others")
  func determinism() throws {
    func step(_ key: String) throws -> Double? {
      var series = ChangePointSeries(key, noise: Array(SampleNoise.normal.prefix(30)))
      series.noiseFloor = 0
      return try DetectorCalibration(of: series, family: [], by: ChangePointDetector())
        .visibleStep(from: 15, within: 5, direction: 1, among: 10)
    }
    #expect(try step("a") == step("a"))
    #expect(try step("a") != step("b"))
  }
}

@Suite("Binomial shares")
struct BinomialShareTests {
  /// `scipy.stats.binomtest(k, n).proportion_ci(method="exact")`, SciPy 1.17.
  @Test(
    "exact intervals",
    arguments: [
      (0, 200, 0.0, 0.01827534), (1, 200, 0.00012658, 0.02754190), (6, 200, 0.01108746, 0.06415063),
      (100, 200, 0.42865843, 0.57134157), (200, 200, 0.98172466, 1.0), (1, 1, 0.025, 1.0),
    ])
  func exact(count: Int, trials: Int, lower: Double, upper: Double) {
    let interval = BinomialShare(count, of: trials).interval()
    #expect(abs(interval.lower - lower) < 1e-7 && abs(interval.upper - upper) < 1e-7)
  }
}

@Suite("The variance of medians")
struct MedianVarianceTests {
  /// By `scipy.integrate` over the density of the middle order statistics of normal samples, SciPy 1.17.
  @Test(
    "are within half a percent of the integral",
    arguments: [
      (1, 1.0), (2, 0.5), (3, 0.448671), (4, 0.2982), (5, 0.286834), (6, 0.214743), (7, 0.210447),
      (9, 0.166101), (10, 0.138326), (20, 0.073437), (25, 0.061746), (50, 0.030553),
    ])
  func integral(count: Int, variance: Double) {
    #expect(abs(Moments.medianVariance(count: count) / variance - 1) < 0.005)
  }
}
