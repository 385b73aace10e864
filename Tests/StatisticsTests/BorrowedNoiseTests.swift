import Statistics
import Testing

@Suite("Changes judged with borrowed noise")
struct BorrowedNoiseTests {
  // Computed with NumPy and SciPy, by the formula of the moderated t.
  @Test func theModeratedTWeighsHistoryAndTheSamples() throws {
    let history = try PooledVariance(of: [
      Sample([1.0, 1.2, 0.9]), Sample([2.0, 2.3, 2.2]), Sample([1.5, 1.4, 1.75]),
    ])
    let estimate = try TEstimate.moderated(
      of: try Sample([1.5, 1.45, 1.7]), against: try Sample([1.1, 1.3, 1.2]), history: history)
    #expect(near(estimate.t, 2.934839220468473, within: 1e-11))
    #expect(near(estimate.pValue, 0.014916690544548477, within: 1e-11))
    #expect(estimate.degreesOfFreedom == 10)
  }

  @Test func noMoreThanTwentyDegreesOfFreedomAreBorrowed() throws {
    let history = try PooledVariance(
      of: (0..<20).map { try Sample([Double($0), Double($0) + 1, 0]) })
    #expect(history.degreesOfFreedom == 40)
    let one = try Sample([1])
    let estimate = try TEstimate.moderated(of: one, against: one, history: history)
    #expect(estimate.degreesOfFreedom == 20)
  }

  // Computed with NumPy and SciPy, by the formula of the interval.
  @Test func aPointIsPredictedWithoutTheSpike() throws {
    let history = try Sample([
      100, 101, 99.5, 100.4, 99.8, 100.9, 100.2, 99.1, 115, 100.3, 99.9, 100.6,
    ])
    let estimate = try TEstimate.prediction(of: 103, after: history)
    #expect(near(estimate.change, 2.689239999999998))
    #expect(near(estimate.standardError, 0.8259001214607908))
    #expect(near(estimate.pValue, 0.007651388187052639, within: 1e-11))
    #expect(near(estimate.pValueUpwards, 0.0038256940935263196, within: 1e-11))
    #expect(estimate.degreesOfFreedom == 11)
  }

  @Test func onlyTheLastThirtyPointsPredict() throws {
    let recent = (0..<30).map { 100 + Double($0 * 7 % 11) }
    let all = try Sample((0..<50).map { 200 + Double($0) } + recent)
    let estimate = try TEstimate.prediction(of: 103, after: all)
    #expect(estimate == (try TEstimate.prediction(of: 103, after: try Sample(recent))))
    #expect(estimate.degreesOfFreedom == 29)
  }

  @Test func aPredictionNeedsEightPointsThatVary() throws {
    #expect(throws: SampleError.tooFew(count: 7, needed: 8)) {
      try TEstimate.prediction(of: 1, after: try Sample([1, 2, 3, 4, 5, 6, 7]))
    }
    #expect(throws: SampleError.noSpread) {
      try TEstimate.prediction(of: 1, after: try Sample([Double](repeating: 1, count: 9)))
    }
    // If the median deviation is 0, values that differ are not treated as outliers.
    let mostly = try Sample([1, 1, 1, 1, 1, 1, 1, 1, 2, 3])
    #expect(try TEstimate.prediction(of: 2, after: mostly).standardError > 0.5)
  }

  // scipy.stats.levene(center='median') on the data of its documentation.
  @Test func brownAndForsytheIsSciPys() throws {
    let test = try BrownForsythe([
      Sample([8.88, 9.12, 9.04, 8.98, 9.00, 9.08, 9.01, 8.85, 9.06, 8.99]),
      Sample([8.88, 8.95, 9.29, 9.44, 9.15, 9.58, 8.36, 9.18, 8.67, 9.05]),
      Sample([8.95, 9.12, 8.95, 8.85, 9.03, 8.84, 9.07, 8.98, 8.86, 8.98]),
    ])
    #expect(near(test.f, 7.584952754501659, within: 1e-11))
    #expect(near(test.pValue, 0.002431505967249677, within: 1e-11))
    #expect(test.numeratorDegreesOfFreedom == 2 && test.denominatorDegreesOfFreedom == 27)
  }

  @Test func brownAndForsytheRefusesWhatItCannotJudge() throws {
    let two = try Sample([1, 5])
    let equal = try Sample([1, 1, 1])
    #expect(throws: SampleError.tooFew(count: 2, needed: 3)) { try BrownForsythe([two, equal]) }
    #expect(throws: SampleError.tooFew(count: 1, needed: 2)) { try BrownForsythe([equal]) }
    #expect(throws: SampleError.noSpread) { try BrownForsythe([equal, equal]) }
  }

  @Test func theNoisierOfTenPairsIsFound() throws {
    var groups = try (0..<10).map { try Sample([Double($0), Double($0) + 1]) }
    #expect(PooledVariance.noisierGroups(groups).isEmpty)
    groups[3] = try Sample([0, 9])
    #expect(PooledVariance.noisierGroups(groups) == [3])
    #expect(try PooledVariance(of: groups).degreesOfFreedom == 10)
  }

  @Test func groupsOfOneSayNothingOfNoise() throws {
    let ones = [try Sample([1]), try Sample([2])]
    #expect(throws: SampleError.tooFew(count: 1, needed: 2)) { try PooledVariance(of: ones) }
    #expect(PooledVariance.noisierGroups(ones).isEmpty)
  }
}
