import Statistics
import Testing

@Suite("Comparisons of two samples")
struct TwoSampleComparisonTests {
  @Test func fiveAndFiveAreJudgedByRanks() throws {
    let comparison = try TwoSampleComparison.separate(
      Runs.after, against: Runs.before, scale: .linear)
    #expect(near(comparison.pValue, 0.05555555555555555))
    #expect(near(comparison.effect, 0.55, within: 1e-14))
    #expect(near(comparison.interval().upper, 1.16))
    #expect(comparison.warnings == [.sessionsNotSeparable])
    #expect(comparison.referenceCount == 5 && comparison.candidateCount == 5)
  }

  @Test func threeAndThreeAreJudgedByWelch() throws {
    let comparison = try TwoSampleComparison.separate(
      [110, 111, 112.5], against: [100, 101, 99], scale: .logarithmic)
    #expect(comparison.pValue == comparison.estimate.pValue)
    #expect(comparison.pValue < 0.01)
    #expect(near(comparison.effect, 1.0 / 9))
    #expect(
      comparison.warnings.contains {
        if case .rankTestTooSmall(let smallest, 0.01) = $0 { near(smallest, 0.1) } else { false }
      })
  }

  // Nine sessions at 10 increase by 5%, and seven at 50 by 15%. The median of all 256 pairs of runs is among the
  // nine's.
  @Test func sessionsOfVeryDifferentLevelsAreComparedEachOnItsOwn() throws {
    let reference = (0..<16).map { $0 < 9 ? 10.0 : 50 }
    let candidate = reference.map { $0 * ($0 == 10 ? 1.05 : 1.15) }
    let comparison = try TwoSampleComparison.paired(
      candidate, against: reference, scale: .logarithmic)
    #expect(near(comparison.effect, (1.05 * 1.15).squareRoot() - 1, within: 1e-12))
    #expect(comparison.interval().contains(comparison.effect))
    #expect(!comparison.warnings.contains(.estimatesDisagree))
    #expect(!comparison.interval().contains(0.05))
  }

  // Ten stages of two runs: 10 degrees of freedom, t = 2.228 at 0.975 (SciPy).
  @Test func aSuiteLendsItsNoise() throws {
    let suite = (0..<10).map { stage in
      let level = 40 + Double(stage)
      return [level * 1.005, level / 1.005]
    }
    let comparison = try TwoSampleComparison.pooled(
      suite[9], against: suite[0], suite: suite, scale: .logarithmic)
    #expect(comparison.estimate.degreesOfFreedom == 10)
    #expect(near(comparison.effect, 49.0 / 40 - 1))
    // The two runs differ from the mean by ±ln 1.005, so s = √2·ln 1.005, and the error is s·√(1/2 + 1/2).
    #expect(near(comparison.estimate.standardError, 0.00705345, within: 1e-5))
    #expect(comparison.warnings.isEmpty)
    #expect(comparison.interval().lower > 0.2 && comparison.interval().upper < 0.25)
  }

  @Test func aNoisyStageIsNamed() throws {
    var suite = (0..<10).map { [40 + Double($0), 40.1 + Double($0)] }
    suite[4] = [40, 48]
    let comparison = try TwoSampleComparison.pooled(
      suite[9], against: suite[0], suite: suite, scale: .logarithmic)
    #expect(comparison.warnings == [.noisierGroups([4])])
  }

  @Test func sessionsInPairsLoseWhatTheyShare() throws {
    let comparison = try TwoSampleComparison.paired(
      [105.1, 126, 84.2], against: [100, 120, 80], scale: .logarithmic)
    #expect(comparison.pValue < 0.001)
    #expect(near(comparison.estimate.change, 0.0499, within: 0.05))
    #expect(comparison.design == .pairs)
  }

  @Test func aNewPointIsComparedWithTheLastThirty() throws {
    let history = (0..<40).map { 100 + Double($0 * 7 % 11) / 10 }
    let comparison = try TwoSampleComparison.prediction(110, after: history, scale: .logarithmic)
    #expect(comparison.method == .prediction(points: 30))
    #expect(comparison.referenceCount == 30 && comparison.candidateCount == 1)
    #expect(comparison.pValue < 1e-6)
  }

  @Test func whatCouldBeSeenIsWhatOneMoreRunWouldSee() throws {
    let comparison = try TwoSampleComparison.separate(
      [110, 111, 112.5], against: [100, 101, 99], scale: .logarithmic)
    let smallest = try #require(comparison.smallestDetectableEffect())
    #expect(smallest > 0.02 && smallest < 0.06)
    let needed = try #require(comparison.repetitionsNeeded(toSee: smallest * 1.02))
    #expect(needed == 3)
    #expect((comparison.repetitionsNeeded(toSee: 0.01) ?? 0) > 10)
    #expect(comparison.repetitionsNeeded(toSee: 0) == nil)
  }

  @Test func equivalenceIsProvedByAnIntervalInside() throws {
    let same = (0..<20).map { 100 + Double($0 * 7 % 20) / 100 }
    let comparison = try TwoSampleComparison.separate(
      same.map { $0 + 0.005 }, against: same, scale: .logarithmic)
    let interval = comparison.interval(confidence: 0.9)
    #expect(interval.isInside(-0.01...0.01))
    #expect(!interval.isInside(-0.0001...0.0001))
  }

  @Test func zeroHasNoLogarithm() {
    #expect(throws: SampleError.notPositive(index: 1, value: 0)) {
      try TwoSampleComparison.separate([1, 0], against: [1, 2], scale: .logarithmic)
    }
    #expect(throws: SampleError.notFinite(index: 0)) {
      try TwoSampleComparison.separate([.nan, 0], against: [1, 2], scale: .logarithmic)
    }
  }

  @Test func changesAndEffectsUndoEachOther() throws {
    let change = try #require(Scale.logarithmic.change(of: 0.25))
    #expect(near(Scale.logarithmic.effect(of: change), 0.25))
    #expect(Scale.logarithmic.change(of: -1) == nil)
    #expect(Scale.linear.change(of: -3) == -3)
  }
}

@Suite("Bimodality")
struct BimodalityTests {
  @Test func twoKindsOfMachineAreSeen() throws {
    let sample = try Sample([16.6, 18.1, 16.7, 18.2, 16.65, 18.15, 16.62, 18.05, 16.68, 18.12])
    let found = try #require(Bimodality(of: sample))
    #expect(found.below == 16.7 && found.above == 18.05)
    #expect(found.belowCount == 5 && found.aboveCount == 5)
  }

  @Test func oneSlowRunIsNoCluster() throws {
    #expect(Bimodality(of: try Sample([1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 9])) == nil)
  }

  @Test func fewOrEqualValuesAreNotJudged() throws {
    #expect(Bimodality(of: try Sample([1, 1, 1, 9, 9, 9, 9])) == nil)
    #expect(Bimodality(of: try Sample([Double](repeating: 1, count: 20))) == nil)
    #expect(Bimodality(of: try Sample([1, 1, 1, 1, 9, 9, 9, 9])) != nil)
  }

  @Test("normal samples are rarely called bimodal", arguments: [8, 12, 20, 50])
  func falseAlarms(count: Int) throws {
    var generator = SplitMix64(seed: UInt64(count))
    var found = 0
    for _ in 0..<1000 {
      let values = (0..<count).map { _ in
        Normal.quantile((Double(generator.next() >> 11) + 0.5) / 9_007_199_254_740_992)
      }
      if Bimodality(of: try Sample(values)) != nil { found += 1 }
    }
    #expect(found < 30, "\(found)")
  }
}
