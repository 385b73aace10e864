import Testing

@testable import Statistics

@Suite("Change points")
struct ChangePointDetectorTests {
  private let detector = ChangePointDetector()

  @Test func noiseAloneHasNoChange() throws {
    let analysis = try detector.analyze(ChangePointSeries("null", noise: SampleNoise.normal))
    #expect(analysis.changes.isEmpty)
    #expect(analysis.spikes.isEmpty)
    #expect(analysis.regimes.map(\.points) == [0..<200])
    #expect(analysis.drift == nil)
  }

  @Test func aStepIsConfirmedWithSizeAndRange() throws {
    let series = ChangePointSeries("step", noise: SampleNoise.normal, factors: [(100, 1.05)])
    let change = try #require(try detector.analyze(series).changes.first)
    #expect(change.range.contains(100))
    #expect(change.range.count < 10)
    #expect(change.evidence == .confirmed(.init(local: 0.001, global: 0.0025, test: .ranks)))
    #expect(change.countBefore == 100)
    #expect(change.countAfter == 100)
    let interval = try #require(change.effect.interval)
    #expect(interval.contains(0.05))
    #expect(interval.contains(change.effect.change))
    #expect(change.recovery == nil)
  }

  @Test func aBlipIsFoundBetweenSpikesAndIsRecoveredFrom() throws {
    var series = ChangePointSeries(
      "blip", noise: SampleNoise.normal, factors: [(80, 1.03), (140, 1)])
    series.values[40] = 120
    series.values[170] = 120
    let analysis = try detector.analyze(series)
    #expect(analysis.spikes == [40, 170])
    #expect(analysis.confirmed.count == 2)
    try #require(analysis.changes.count == 2)
    #expect(abs(analysis.changes[0].index - 80) <= 3)
    #expect(abs(analysis.changes[1].index - 140) <= 3)
    #expect(analysis.changes[0].recovery == analysis.changes[1].index)
  }

  @Test func sixPointsStandOutAmongSlowRunsByTheirValues() throws {
    // A tenth of the runs is slower by more than the change, and has the extreme ranks.
    let values = SampleNoise.normal(count: 200, seed: 8).enumerated().map { index, number in
      100 * (1 + 0.008 * number + (index % 10 == 7 ? 0.09 : 0)) * (index < 194 ? 1 : 1.05)
    }
    let change = try #require(try confirmedChange(in: values))
    #expect(change.range.contains(194))
    #expect(change.evidence.probabilities?.test == .values)
  }

  @Test func slowRunsOnOneSideDoNotHideAStep() throws {
    // The slow runs before the step hide much of it in the mean, and hardly affect the ranks.
    let slow = [5, 11, 16, 20, 24, 41]
    let values = SampleNoise.normal.prefix(50).enumerated().map { index, number in
      100 * (1 + 0.008 * number + (slow.contains(index) ? 0.06 : 0)) * (index < 25 ? 1 : 1.03)
    }
    let change = try #require(try confirmedChange(in: values))
    #expect(abs(change.index - 25) <= 2)
  }

  @Test func aSpikeAtTheBeginningDoesNotWidenTheRange() throws {
    var noise = SampleNoise.normal(count: 200, seed: 5).map { 0.017 * $0 }
    noise[0] = 0.3
    let values = noise.enumerated().map { 100 * (1 + $1) * ($0 < 194 ? 1 : 1.06) }
    let change = try #require(try confirmedChange(in: values))
    #expect(change.range.contains(194))
    #expect(change.range.lowerBound > 180)
  }

  private func confirmedChange(in values: [Double]) throws -> ChangePoint? {
    let series = ChangePointSeries(key: "tip", values: values, kind: .positive)
    let changes = try detector.analyze(series, family: [Double](repeating: 0, count: 8)).changes
    return changes.last { $0.evidence.isConfirmed }
  }

  @Test func aThousandPointsAreJudgedAsWell() throws {
    let noise = SampleNoise.normal(count: 1000, seed: 1)
    #expect(try detector.analyze(ChangePointSeries("null", noise: noise)).changes.isEmpty)
    let step = ChangePointSeries("step", noise: noise, factors: [(500, 1.05)])
    let steps = try detector.analyze(step).confirmed
    #expect(steps.count == 1 && abs(steps[0] - 500) <= 3)
    let series = ChangePointSeries("blip", noise: noise, factors: [(400, 1.03), (700, 1)])
    let found = try detector.analyze(series).confirmed
    try #require(found.count == 2)
    #expect(abs(found[0] - 400) <= 12)
    #expect(abs(found[1] - 700) <= 12)
  }

  @Test func fiveThousandPointsHaveNoOtherChanges() throws {
    var parameters = ChangePointDetector.Parameters()
    parameters.newest = nil
    let detector = ChangePointDetector(parameters: parameters)
    let noise = SampleNoise.normal(count: 5000, seed: 3)
    #expect(try detector.analyze(ChangePointSeries("null", noise: noise)).confirmed.isEmpty)
    var series = ChangePointSeries("blip", noise: noise, factors: [(2000, 1.03), (3500, 1)])
    series.values[1000] = 120
    series.values[4250] = 120
    let found = try detector.analyze(series).confirmed
    try #require(found.count == 2)
    #expect(abs(found[0] - 2000) <= 12 && abs(found[1] - 3500) <= 12)
  }

  @Test(arguments: [0x1p-40, 0x1p40])
  func theUnitDoesNotMatter(factor: Double) throws {
    // If one floor applied to both ratios and differences, it would hide every change of small values.
    let series = ChangePointSeries("unit", noise: SampleNoise.normal, factors: [(100, 1.05)])
    var other = series
    other.values = series.values.map { $0 * factor }
    #expect(try detector.analyze(other).confirmed == detector.analyze(series).confirmed)
  }

  @Test func manyOldPointsAreLeftOutUnlessAskedFor() throws {
    let noise = SampleNoise.normal(count: 1200, seed: 2)
    let series = ChangePointSeries("old", noise: noise, factors: [(100, 1.05)])
    let newest = try detector.analyze(series)
    #expect(newest.judged == 200..<1200)
    #expect(newest.warnings.contains(.olderPointsLeftOut(count: 200)))
    #expect(newest.changes.isEmpty)
    var parameters = ChangePointDetector.Parameters()
    parameters.newest = nil
    let all = try ChangePointDetector(parameters: parameters).analyze(series)
    #expect(all.confirmed.count == 1)
    #expect(all.judged == 0..<1200)
  }

  @Test func aChangeBelowTheNoiseFloorIsNone() throws {
    var series = ChangePointSeries("small", noise: SampleNoise.normal, factors: [(100, 1.03)])
    #expect(try detector.analyze(series).confirmed.count == 1)
    series.noiseFloor = 0.06
    #expect(try detector.analyze(series).changes.isEmpty)
    series.noiseFloor = 0.01
    series.absoluteFloor = 6
    #expect(try detector.analyze(series).changes.isEmpty)
  }

  @Test func aFlipByOneQuantumIsNoChange() throws {
    let values = (0..<40).map { $0 < 20 ? 16.7 : 33.4 }
    var series = ChangePointSeries(key: "vsync", values: values, kind: .positive)
    #expect(try detector.analyze(series).confirmed == [20])
    series.quantum = 16.7
    #expect(try detector.analyze(series).changes.isEmpty)
  }

  @Test func sharesAreComparedByDifference() throws {
    let values = SampleNoise.normal.enumerated().map { 0.5 + 0.01 * $1 + ($0 < 100 ? 0 : 0.05) }
    let series = ChangePointSeries(key: "share", values: values, kind: .linear)
    let analysis = try detector.analyze(series)
    let change = try #require(analysis.changes.first)
    #expect(abs(change.effect.change - 0.05) < 0.005)
    #expect(analysis.warnings == [.fewSiblings(family: 1)])
  }

  @Test func autocorrelationIsPooledOverTheFamily() throws {
    let series = ChangePointSeries("family", noise: SampleNoise.normal)
    let family = [0.1, 0.2, 0.3, 0.6, 0.6, 0.7, 0.8, 0.9]
    let analysis = try detector.analyze(series, family: family)
    guard case .tested(let noise) = analysis.method else { return #expect(Bool(false)) }
    #expect(noise.autocorrelation == 0.5)
    #expect(noise.inflation == 6)
    #expect(analysis.warnings.isEmpty)
  }

  @Test func aSmallFamilyTakesMoreOffTheAutocorrelation() throws {
    let series = ChangePointSeries("family", noise: Array(SampleNoise.normal.prefix(50)))
    let analysis = try detector.analyze(series, family: [0.5, 0.7])
    guard case .tested(let noise) = analysis.method else { return #expect(Bool(false)) }
    // 0.6 minus 1.8 / √(50 · 2).
    #expect(abs(noise.autocorrelation - 0.42) < 1e-12)
    #expect(analysis.warnings == [.fewSiblings(family: 2)])
  }

  @Test func theSameSeriesGivesTheSameFindingsOnAnyThread() async throws {
    let all = (0..<12).map { number in
      ChangePointSeries(
        "series \(number)", noise: SampleNoise.normal(count: 60, seed: UInt64(number)),
        factors: [(40, 1.04)])
    }
    let inTurn = try all.map { try detector.analyze($0) }
    let together = try await withThrowingTaskGroup(of: (Int, ChangePointAnalysis).self) { group in
      for (number, series) in all.enumerated() {
        group.addTask { (number, try detector.analyze(series)) }
      }
      return try await group.reduce(into: [Int: ChangePointAnalysis]()) { $0[$1.0] = $1.1 }
    }
    #expect(all.indices.map { together[$0] } == inTurn)
  }

  @Test func gapsAreNotFilled() throws {
    // Every other commit is missing, which halves the positions.
    let step = ChangePointSeries("gaps", noise: SampleNoise.normal, factors: [(100, 1.05)])
    var measured = step
    measured.values = stride(from: 0, to: 200, by: 2).map { step.values[$0] }
    let change = try #require(try detector.analyze(measured).changes.first)
    #expect(change.range.contains(50))
    #expect(change.countBefore + change.countAfter == 100)
  }
}
