import Statistics
import Testing

/// A short version of the simulations in `Benchmarks/changepoints`.
@Suite("Calibration of change points")
struct ChangePointCalibrationTests {
  private let detector: ChangePointDetector = {
    var parameters = ChangePointDetector.Parameters()
    parameters.noiseFloor = 0
    return ChangePointDetector(parameters: parameters)
  }()

  private let family = [Double](repeating: 0, count: 8)

  private func confirmed(_ noise: [Double], _ key: String, step: Double = 1) throws -> [Int] {
    let values = noise.enumerated().map { index, number in
      100 * (index < noise.count / 2 ? 1 : step) * (1 + number)
    }
    let series = ChangePointSeries(key: key, values: values, kind: .positive)
    return try detector.analyze(series, family: family).confirmed
  }

  @Test(arguments: [20, 50, 100])
  func noiseIsHardlyEverTakenForAChange(count: Int) throws {
    let alarms = try (0..<100).count { number in
      let normal = SampleNoise.normal(count: count, seed: 1000 + UInt64(number)).map { 0.02 * $0 }
      let spiky = SampleNoise.spiky(count: count, seed: 2000 + UInt64(number))
      return try !confirmed(normal, "n\(number)").isEmpty || !confirmed(spiky, "s\(number)").isEmpty
    }
    #expect(alarms <= 3)
  }

  @Test func halfOfTheCommitsMissingIsNoChangeEither() throws {
    let alarms = try (0..<100).count { number in
      let noise = SampleNoise.normal(count: 200, seed: 5000 + UInt64(number)).map { 0.02 * $0 }
      var generator = SplitMix64(seed: UInt64(number))
      let measured = noise.filter { _ in generator.next() % 2 == 0 }
      return try !confirmed(measured, "half \(number)").isEmpty
    }
    #expect(alarms <= 1)
  }

  @Test(arguments: [(20, 29), (50, 38), (100, 40)])
  func stepsOfFivePercentAreFound(count: Int, least: Int) throws {
    let found = try (0..<40).count { number in
      let noise = SampleNoise.normal(count: count, seed: 3000 + UInt64(number)).map { 0.02 * $0 }
      return try confirmed(noise, "step \(number)", step: 1.05)
        .contains { abs($0 - count / 2) <= 5 }
    }
    #expect(found >= least)
  }

  @Test func spikesDoNotHideSteps() throws {
    let found = try (0..<40).count { number in
      let noise = SampleNoise.spiky(count: 50, seed: 4000 + UInt64(number))
      return try confirmed(noise, "spiky \(number)", step: 1.05).contains { abs($0 - 25) <= 5 }
    }
    #expect(found >= 37)
  }
}
