import Analysis
import Recordings
import Testing
import Units

@Suite("Comparison of two sides")
struct ComparisonTests {
  @Test("three shared sessions are compared session by session")
  func paired() throws {
    func runs(_ values: [Double]) -> [RunSummary] {
      values.enumerated().map { MadeSides.run($1, session: "s\($0)") }
    }
    // Sessions differ by 20%; within each, the candidate is 3% faster.
    let before = ComparedSide(name: "before", runs: runs([10, 12, 11, 9]))
    let after = ComparedSide(name: "after", runs: runs([9.7, 11.65, 10.67, 8.72]))
    let found = MadeSides.judge(after, against: before)
    #expect(try #require(found.evidence.value).mode == .paired(sessions: 4))
    #expect(found.verdict == .improved)
  }

  @Test("a comparison within one session borrows noise from an earlier session")
  func moderated() throws {
    let before = MadeSides.side("before", [10, 10.1, 9.9], session: "today")
    let after = MadeSides.side("after", [11, 11.1, 10.9], session: "today")
    let history = [[10.2, 10.0, 10.1].map { MadeSides.run($0, session: "before") }]
    let found = MadeSides.judge(after, against: before, context: .init(sessions: history))
    #expect(try #require(found.evidence.value).mode == .moderated)
    #expect(found.verdict == .regressed)
  }

  @Test("a noise floor in the metric's unit is compared with the change in this unit")
  func absoluteFloor() throws {
    let before = MadeSides.side("before", [16, 16.1, 15.9], session: "today")
    let after = MadeSides.side("after", [24, 24.1, 23.9], session: "today")
    func judged(_ floor: Double) -> MetricComparison {
      MadeSides.compare(
        after, against: before, by: [MadeSides.metric(noiseFloor: .absolute(floor))]
      ).metrics[0]
    }
    #expect(judged(1).verdict == .regressed && abs(judged(1).noiseFloor - 1 / 16.0) < 1e-12)
    #expect(judged(9).verdict == .unchanged)
  }

  @Test("a single session is judged by its own noise")
  func sameSession() throws {
    let before = MadeSides.side("before", [10, 10.1, 9.9], session: "today")
    let after = MadeSides.side("after", [11, 11.1, 10.9], session: "today")
    let found = MadeSides.judge(after, against: before)
    let evidence = try #require(found.evidence.value)
    #expect(evidence.mode == .sameSession)
    #expect(evidence.degreesOfFreedom == 4)
    #expect(!evidence.warnings.contains { $0.contains("in different sessions") })
    // scipy.stats.ttest_ind of the logarithms.
    #expect(abs((evidence.pValue ?? 1) - 0.000_257_846_678_879) < 1e-12)
    #expect(found.verdict == .regressed)
  }

  @Test("stages of two runs each provide the noise together")
  func pooled() throws {
    let stages = [[10, 10.1], [12, 12.1], [20, 20.3], [30, 30.2], [40, 40.5], [50, 50.4]]
    let suite = stages.map { $0.map { MadeSides.run($0) } }
    let found = MadeSides.judge(
      MadeSides.side("after", stages[1]), against: MadeSides.side("before", stages[0]),
      context: .init(suite: suite))
    let evidence = try #require(found.evidence.value)
    #expect(evidence.mode == .suite)
    #expect(evidence.degreesOfFreedom == 6)
    #expect(found.verdict == .regressed)
    #expect(abs(evidence.effect - 0.1990) < 0.001)
  }

  @Test("five pooled degrees of freedom are too few")
  func tooLittlePooled() throws {
    let stages = [[10, 10.1], [12, 12.1], [20, 20.3], [30, 30.2], [40, 40.5]]
    let found = MadeSides.judge(
      MadeSides.side("after", stages[1]), against: MadeSides.side("before", stages[0]),
      context: .init(suite: stages.map { $0.map { MadeSides.run($0) } }))
    #expect(try #require(found.evidence.value).mode == .separate)
  }

  @Test("across sessions, a small change is inconclusive, however certain it looks")
  func separateIsCapped() throws {
    let before = MadeSides.side("before", [10, 10.01, 9.99, 10.02, 9.98, 10.005])
    let small = MadeSides.judge(
      MadeSides.side("after", [10.5, 10.51, 10.49, 10.52, 10.48, 10.505]), against: before)
    #expect(try #require(small.evidence.value).mode == .separate)
    #expect((small.evidence.value?.pValue ?? 1) < 0.01)
    #expect(small.verdict == .suspect && small.direction == .regressed)
    let large = MadeSides.judge(
      MadeSides.side("after", [12, 12.01, 11.99, 12.02, 11.98, 12.005]), against: before)
    #expect(large.verdict == .regressed)
  }

  @Test("a small change with a narrow interval below the noise floor has the verdict unchanged")
  func unchanged() {
    let stages = (0..<8).map { stage in [100, 100.05, 99.95].map { $0 + Double(stage) } }
    let found = MadeSides.judge(
      MadeSides.side("after", [100.1, 100.15, 100.05]),
      against: MadeSides.side("before", stages[0]),
      context: .init(suite: stages.map { $0.map { MadeSides.run($0) } }))
    #expect(found.verdict == .unchanged)
  }

  @Test("runs with equal values have no noise, and the reason is given")
  func noSpread() {
    let found = MadeSides.judge(
      MadeSides.side("after", [2, 2]), against: MadeSides.side("before", [1, 1]))
    #expect(
      found.evidence.reason
        == "not judged: all runs of a side have the same value, so there is no noise to compare the change with"
    )
    #expect(found.verdict == nil)
  }

  @Test("one run per side, no runs, and runs without values have different reasons")
  func tooFew() {
    let one = MadeSides.judge(MadeSides.side("after", [2]), against: MadeSides.side("before", [1]))
    #expect(
      one.evidence.reason
        == "not judged: each side of the comparison has one run, and a verdict needs at least 2")
    #expect(one.plainChange?.effect == 1 && one.plainChange?.isRelative == true)
    let two = MadeSides.judge(MadeSides.side("b", [2]), against: MadeSides.side("a", [1, 1.1]))
    #expect(
      two.evidence.reason
        == "not judged: a side of the comparison has 1 run, and a verdict needs at least 2"
    )
    let silent = ComparedSide(name: "silent", runs: [MadeSides.run(nil)])
    let found = MadeSides.judge(silent, against: MadeSides.side("before", [1, 2]))
    #expect(found.evidence.reason == "this run is silent")
    #expect(found.candidateMean == nil)
  }

  @Test("p-values are adjusted over all judged metrics")
  func adjusted() throws {
    let before = MadeSides.side("before", [10, 10.2, 9.8, 10.1])
    var comparisons = [[12, 12.2, 11.8, 12.1], [10, 10.3, 9.9, 10.1]].map {
      Comparison(MadeSides.side("after", $0), against: before, metrics: [MadeSides.time])
    }
    Comparison.adjust(&comparisons)
    let pValues = try comparisons.map { try #require($0.metrics[0].evidence.value?.pValue) }
    let adjusted = try comparisons.map { try #require($0.metrics[0].adjustedPValue) }
    // Benjamini-Hochberg: the smaller p-value is doubled, the larger stays.
    #expect(adjusted[0] == min(pValues[0] * 2, pValues[1]))
    #expect(adjusted[1] == pValues[1])
    #expect(comparisons[0].severity > comparisons[1].severity)
  }

  @Test("properties in which devices differ are named")
  func differences() {
    let comparison = Comparison(
      ComparedSide(name: "b", runs: [MadeSides.run(1, device: "new phone")]),
      against: ComparedSide(name: "a", runs: [MadeSides.run(1, device: "old phone")]),
      metrics: [MadeSides.time])
    #expect(comparison.differences.map(\.fact) == ["device"])
    #expect(comparison.differences.first?.reference == "old phone")
  }
}
